/** Sends the trader's notifications to remote services, and pings a service that notices when the terminal is gone. */
import { Listeners } from '../../contract/listeners.ts'
import {
  REMOTE_NOTIFICATION_KINDS,
  type RemoteNotificationInput,
  type RemoteNotificationKind,
  type RemoteNotificationTarget,
  type RemoteNotificationTest,
} from '../../contract/remote-notifications.ts'
import type { Settings } from '../../contract/settings-table.ts'
import type { Cancel, Clock, Random } from '../../contract/time.ts'
import { CallError } from '../errors.ts'
import type { Log } from '../log/index.ts'
import type { SecretStore } from '../secrets/index.ts'
import { type DeploymentNotices, topicOf } from '../topics/index.ts'
import { createPlaces, type MayUse, type RemoteHosts } from './addresses.ts'
import { createDelivery, type Delivery, type Outcome, type SendRemoteRequest } from './delivery.ts'
import { createHeartbeat } from './heartbeat.ts'
import {
  ntfyRequest,
  pingRequest,
  type RemoteMessage,
  type RemoteRequest,
  redactMessage,
  webhookRequest,
} from './message.ts'

type Chosen = Pick<
  Settings,
  'remoteNotificationScope' | 'remoteNotificationDetails' | 'heartbeatWhen' | 'heartbeatEvery'
>

interface RemoteNotificationsOptions {
  readonly secrets: Pick<SecretStore, 'get' | 'set' | 'delete' | 'view' | 'onChange'>
  readonly hosts: RemoteHosts
  readonly settings: { current(): Chosen; readonly onChange: (listener: () => void) => Cancel }
  /** The automated orders of each running deployment, as text; empty without any. */
  readonly held: () => readonly string[]
  readonly send: SendRemoteRequest
  readonly notices: Pick<DeploymentNotices, 'put' | 'clear'>
  readonly clock: Clock
  readonly random: Random
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>
}

/** A notification for the trader. */
interface RemoteNews extends Pick<RemoteMessage, 'level' | 'title' | 'text' | 'deployment'> {
  /** It needs the trader: sent regardless of the setting. */
  readonly isActing: boolean
}

export type RemoteNotifications = ReturnType<typeof createRemoteNotifications>

/** Places that take messages. */
const TOLD = ['webhook', 'ntfy'] as const
const NOT_REACHABLE: Readonly<Record<RemoteNotificationKind, string>> = {
  webhook: 'Webhook not reachable',
  ntfy: 'ntfy not reachable',
  heartbeat: 'Heartbeat not reachable',
}
/** A message waits while its address is read from the keychain. */
const USED: ReadonlySet<string> = new Set(['set', 'reading'])
/** Quitting waits at most this long for the last posts, ms. */
const LAST_POST_WITHIN = 2_500
/** The same message is sent once within this time, ms: an error is both a notice and an alert. */
const SAME_WITHIN = 10_000

export function createRemoteNotifications(options: RemoteNotificationsOptions) {
  const { secrets, hosts, settings, held, send, notices, clock, random, log } = options
  const listeners = new Listeners()
  const lately = new Map<string, number>()
  let last: Promise<unknown> | null = null
  let cancels: readonly Cancel[] = []

  const places = createPlaces({ secrets, hosts, changed: placeChanged, log })
  const addressOf = (kind: RemoteNotificationKind) => {
    const place = places.of(kind)
    return place.kind === 'set' ? place.address : null
  }
  const noticeOf = (kind: RemoteNotificationKind): string => `remote-notification-${kind}`

  function requestOf(kind: RemoteNotificationKind, message: RemoteMessage, lost: number): RemoteRequest | null {
    const address = addressOf(kind)
    if (address === null) return null
    const shown = redactMessage(message, settings.current().remoteNotificationDetails)
    return kind === 'ntfy' ? ntfyRequest(address, shown, lost) : webhookRequest(address, shown, lost)
  }

  function ping(): RemoteRequest | null {
    const address = addressOf('heartbeat')
    return address && pingRequest(address)
  }

  function deliveryOf(kind: RemoteNotificationKind): Delivery {
    return createDelivery({
      ...{ clock, random, send },
      ready: () => places.ready(kind),
      request: (message, lost) => requestOf(kind, message, lost),
      changed: listeners.notify,
      failed: (error) => log.error({ err: error, kind }, 'a remote notification failed'),
      trouble(text) {
        if (text === null) {
          log.info({ kind }, 'a remote notification service accepts messages again')
          notices.clear(noticeOf(kind))
          return
        }
        log.warn({ kind, reason: text }, 'a remote notification service refuses messages')
        const host = hostOf(kind)
        if (host === null) return
        notices.put(
          noticeOf(kind),
          'warning',
          NOT_REACHABLE[kind],
          `${host} ${text}. Trading is not affected. See Remote notifications.`,
        )
      },
    })
  }
  const deliveries: Readonly<Record<RemoteNotificationKind, Delivery>> = {
    webhook: deliveryOf('webhook'),
    ntfy: deliveryOf('ntfy'),
    heartbeat: deliveryOf('heartbeat'),
  }

  const heartbeat = createHeartbeat({
    ...{ clock, random },
    ping: (isLast) => deliveries.heartbeat.once(ping, isLast),
    isWanted: () =>
      addressOf('heartbeat') !== null && (settings.current().heartbeatWhen === 'always' || held().length > 0),
    every: () => Number(settings.current().heartbeatEvery) * 60_000,
  })

  function review(isNewService = false): void {
    const before = heartbeat.isBeating
    heartbeat.review(isNewService)
    if (heartbeat.isBeating !== before) listeners.notify()
  }

  function placeChanged(kind: RemoteNotificationKind): void {
    const place = places.of(kind)
    if (place.kind === 'none') deliveries[kind].clear()
    review(kind === 'heartbeat' && place.kind === 'set')
    listeners.notify()
  }

  const hostOf = (kind: RemoteNotificationKind): string | null => {
    const place = places.of(kind)
    return place.kind === 'none' ? null : place.host
  }

  function view(kind: RemoteNotificationKind): RemoteNotificationTarget {
    const place = places.of(kind)
    return {
      kind,
      host: hostOf(kind),
      unusable: place.kind === 'unusable' ? place.text : null,
      ...deliveries[kind].state,
      isBeating: kind === 'heartbeat' && heartbeat.isBeating,
    }
  }

  /** Whether the same message was sent just now; remembers it otherwise. */
  function isRepeat({ title, text: message, deployment }: RemoteNews): boolean {
    const now = clock.monotonic()
    for (const [key, at] of lately) if (now - at > SAME_WITHIN) lately.delete(key)
    const key = JSON.stringify([deployment, title, message])
    if (lately.has(key)) return true
    lately.set(key, now)
    return false
  }

  const messageOf = ({ level, title, text: message, deployment }: Omit<RemoteNews, 'isActing'>): RemoteMessage => ({
    ...{ level, title, text: message, deployment },
    at: new Date(clock.now()).toISOString(),
  })

  /** Takes a notification to forward; never throws, and waits for nothing. */
  function report(news: RemoteNews): void {
    try {
      if (last !== null || (settings.current().remoteNotificationScope === 'acting' && !news.isActing)) return
      const to = TOLD.filter((kind) => USED.has(places.of(kind).kind))
      if (to.length === 0 || isRepeat(news)) return
      const message = messageOf(news)
      for (const kind of to) deliveries[kind].push(message)
    } catch (error) {
      // Called in the middle of other work, which must not fail because of it.
      log.error({ err: error }, 'remote notifications failed')
    }
  }

  /** Posts once that the terminal quits with active automated orders, beside the posts still under way. */
  async function endWith(why: 'closed' | 'error', lines: readonly string[]): Promise<void> {
    const message: RemoteMessage = { ...messageOf(endText(why, lines)), isPlain: true }
    const ends = REMOTE_NOTIFICATION_KINDS.map((kind) => deliveries[kind].end())
    const posts = TOLD.map((kind) =>
      lines.length === 0 ? null : deliveries[kind].once((lost) => requestOf(kind, message, lost)),
    )
    await Promise.allSettled([...ends, ...posts])
  }

  return {
    source: topicOf('remote_notifications', () => ({ places: REMOTE_NOTIFICATION_KINDS.map(view) }), listeners.on),
    /** Reads which places are set, and starts. */
    begin(): void {
      places.begin()
      cancels = [settings.onChange(() => review()), () => places.stop()]
      review()
    },
    notify: report,
    /** The automated orders may have changed. */
    review: (): void => review(),
    /** @param mayUse throws where the address may not be used. @throws CallError for an invalid address. */
    async set(input: RemoteNotificationInput, mayUse: MayUse): Promise<string> {
      return places.set(input, async (host, shown) => {
        await mayUse(host, shown)
        // Posts under way and failures belonged to the previous address.
        deliveries[input.kind].clear()
      })
    },
    async test(kind: RemoteNotificationKind): Promise<RemoteNotificationTest> {
      const host = hostOf(kind)
      const message: RemoteMessage = { ...messageOf(TEST), isPlain: true }
      const outcome = await deliveries[kind].once((lost) =>
        kind === 'heartbeat' ? ping() : requestOf(kind, message, lost),
      )
      if (host === null || outcome === null) {
        throw new CallError('not_set', 'Set an address first.', 'kind')
      }
      return testText(kind, host, outcome)
    },
    forget: (kind: RemoteNotificationKind): Promise<void> => places.forget(kind),
    /** The terminal quits: announces that where automated orders are active, and takes nothing more. Waits for nothing. */
    beginEnd(why: 'closed' | 'error'): void {
      if (last !== null) return
      const lines = held()
      heartbeat.stop()
      for (const cancel of cancels) cancel()
      last = endWith(why, lines)
    },
    /** Resolves once that was sent, or has taken too long. */
    async ended(): Promise<void> {
      if (last === null) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const cancel = clock.after(LAST_POST_WITHIN, resolve)
      await Promise.race([last, promise])
      cancel()
    },
  }
}

const TEST: Omit<RemoteNews, 'isActing'> = {
  ...{ level: 'info', title: 'Test from Isotherm', deployment: null },
  text: "Isotherm's notifications arrive here.",
}

const endText = (why: 'closed' | 'error', lines: readonly string[]): Omit<RemoteNews, 'isActing'> => ({
  level: why === 'closed' ? 'warning' : 'error',
  title: why === 'closed' ? 'Isotherm closed with active exits or alerts' : 'Isotherm stopped on an error',
  text: `Not watched until it runs again: ${lines.join('; ')}. Resting orders stay at the venue.`,
  deployment: null,
})

function testText(kind: RemoteNotificationKind, host: string, outcome: Outcome): RemoteNotificationTest {
  if (outcome.isTaken) return { isTaken: true, text: `${host} accepted it.` }
  const failed = kind === 'heartbeat' ? 'The ping failed.' : 'The test failed.'
  return { isTaken: false, text: `${failed} ${host} ${outcome.text}.` }
}
