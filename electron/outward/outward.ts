/** Sends the trader's notifications to remote services, and pings a service that notices when the terminal is gone. */
import { Listeners } from '../../contract/listeners.ts'
import {
  OUTWARD_KINDS,
  OUTWARD_NAMES,
  type OutwardInput,
  type OutwardKind,
  type OutwardPlace,
  type OutwardTest,
} from '../../contract/outward.ts'
import type { Settings } from '../../contract/settings-table.ts'
import type { Cancel, Clock, Random } from '../../contract/time.ts'
import { CallError } from '../errors.ts'
import type { Log } from '../log/index.ts'
import type { SecretStore } from '../secrets/index.ts'
import { type DeploymentNotices, type TopicSource, topicOf } from '../topics/index.ts'
import { createDelivery, type Delivery, type Outcome, type OutwardSend } from './delivery.ts'
import { createHeartbeat } from './heartbeat.ts'
import {
  asTold,
  ntfyRequest,
  type OutwardMessage,
  type OutwardRequest,
  pingRequest,
  webhookRequest,
} from './message.ts'
import { createPlaces, type MayUse, type OutwardHosts } from './places.ts'

type Chosen = Pick<Settings, 'outwardWhat' | 'outwardDetails' | 'heartbeatWhen' | 'heartbeatEvery'>

interface OutwardOptions {
  readonly secrets: Pick<SecretStore, 'get' | 'set' | 'delete' | 'view' | 'onChange'>
  readonly hosts: OutwardHosts
  readonly settings: { current(): Chosen; readonly onChange: (listener: () => void) => Cancel }
  /** The automated orders of each running deployment, as text; empty without any. */
  readonly held: () => readonly string[]
  readonly send: OutwardSend
  readonly notices: Pick<DeploymentNotices, 'put' | 'clear'>
  readonly clock: Clock
  readonly random: Random
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>
}

/** A notification for the trader. */
interface OutwardNews extends Pick<OutwardMessage, 'level' | 'title' | 'words' | 'deployment'> {
  /** It needs the trader: sent regardless of the setting. */
  readonly isActing: boolean
}

export interface Outward {
  /** Topic `outward`. */
  readonly source: TopicSource
  /** Reads which places are set, and starts. */
  begin(): void
  /** Takes a notification to forward; never throws, and waits for nothing. */
  tell(news: OutwardNews): void
  /** The automated orders may have changed. */
  review(): void
  /** @param mayUse throws where the address may not be used. @throws CallError for an invalid address. */
  set(input: OutwardInput, mayUse: MayUse): Promise<string>
  test(kind: OutwardKind): Promise<OutwardTest>
  forget(kind: OutwardKind): Promise<void>
  /** The terminal quits: announces that where automated orders are active, and takes nothing more. Waits for nothing. */
  beginEnd(why: 'closed' | 'error'): void
  /** Resolves once that was sent, or has taken too long. */
  ended(): Promise<void>
}

/** Places that take messages. */
const TOLD = ['webhook', 'ntfy'] as const
/** A message waits while its address is read from the keychain. */
const USED: ReadonlySet<string> = new Set(['set', 'reading'])
/** Quitting waits at most this long for the last posts, ms. */
const LAST_POST_WITHIN = 2_500
/** The same message is sent once within this time, ms: an error is both a notice and an alert. */
const SAME_WITHIN = 10_000

export function createOutward(options: OutwardOptions): Outward {
  const { secrets, hosts, settings, held, send, notices, clock, random, log } = options
  const listeners = new Listeners()
  const lately = new Map<string, number>()
  let last: Promise<unknown> | null = null
  let cancels: readonly Cancel[] = []

  const places = createPlaces({ secrets, hosts, changed: placeChanged, log })
  const addressOf = (kind: OutwardKind) => {
    const place = places.of(kind)
    return place.kind === 'set' ? place.address : null
  }
  const noticeOf = (kind: OutwardKind): string => `outward-${kind}`

  function requestOf(kind: OutwardKind, message: OutwardMessage, lost: number): OutwardRequest | null {
    const address = addressOf(kind)
    if (address === null) return null
    const shown = asTold(message, settings.current().outwardDetails)
    return kind === 'ntfy' ? ntfyRequest(address, shown, lost) : webhookRequest(address, shown, lost)
  }

  function ping(): OutwardRequest | null {
    const address = addressOf('heartbeat')
    return address && pingRequest(address)
  }

  function deliveryOf(kind: OutwardKind): Delivery {
    return createDelivery({
      ...{ clock, random, send },
      ready: () => places.ready(kind),
      request: (message, lost) => requestOf(kind, message, lost),
      changed: listeners.notify,
      failed: (error) => log.error({ err: error, kind }, 'a remote notification failed'),
      trouble(words) {
        if (words === null) {
          log.info({ kind }, 'a place outside takes messages again')
          notices.clear(noticeOf(kind))
          return
        }
        log.warn({ kind, reason: words }, 'a place outside takes no messages')
        const host = hostOf(kind)
        if (host === null) return
        const name = OUTWARD_NAMES[kind]
        notices.put(
          noticeOf(kind),
          'warning',
          `${name[0]?.toUpperCase()}${name.slice(1)} is not reached`,
          `${host} ${words}. Nothing else is slowed by it; Remote notifications says how it stands.`,
        )
      },
    })
  }
  const deliveries: Readonly<Record<OutwardKind, Delivery>> = {
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

  function review(isAnew = false): void {
    const before = heartbeat.isBeating
    heartbeat.review(isAnew)
    if (heartbeat.isBeating !== before) listeners.notify()
  }

  function placeChanged(kind: OutwardKind): void {
    const place = places.of(kind)
    if (place.kind === 'none') deliveries[kind].clear()
    review(kind === 'heartbeat' && place.kind === 'set')
    listeners.notify()
  }

  const hostOf = (kind: OutwardKind): string | null => {
    const place = places.of(kind)
    return place.kind === 'none' ? null : place.host
  }

  function view(kind: OutwardKind): OutwardPlace {
    const place = places.of(kind)
    return {
      kind,
      host: hostOf(kind),
      unusable: place.kind === 'unusable' ? place.words : null,
      ...deliveries[kind].state,
      isBeating: kind === 'heartbeat' && heartbeat.isBeating,
    }
  }

  /** Whether the same message was sent just now; remembers it otherwise. */
  function isRepeat({ title, words, deployment }: OutwardNews): boolean {
    const now = clock.monotonic()
    for (const [key, at] of lately) if (now - at > SAME_WITHIN) lately.delete(key)
    const key = JSON.stringify([deployment, title, words])
    if (lately.has(key)) return true
    lately.set(key, now)
    return false
  }

  const messageOf = ({ level, title, words, deployment }: Omit<OutwardNews, 'isActing'>): OutwardMessage => ({
    ...{ level, title, words, deployment },
    at: new Date(clock.now()).toISOString(),
  })

  function tell(news: OutwardNews): void {
    try {
      if (last !== null || (settings.current().outwardWhat === 'acting' && !news.isActing)) return
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
    const message: OutwardMessage = { ...messageOf(endText(why, lines)), isPlain: true }
    const ends = OUTWARD_KINDS.map((kind) => deliveries[kind].end())
    const posts = TOLD.map((kind) =>
      lines.length === 0 ? null : deliveries[kind].once((lost) => requestOf(kind, message, lost)),
    )
    await Promise.allSettled([...ends, ...posts])
  }

  return {
    source: topicOf('outward', () => ({ places: OUTWARD_KINDS.map(view) }), listeners.on),
    begin() {
      places.begin()
      cancels = [settings.onChange(() => review()), () => places.stop()]
      review()
    },
    tell,
    review: () => review(),
    async set(input, mayUse) {
      return places.set(input, async (host, shown) => {
        await mayUse(host, shown)
        // Posts under way and failures belonged to the previous address.
        deliveries[input.kind].clear()
      })
    },
    async test(kind) {
      const host = hostOf(kind)
      const message: OutwardMessage = { ...messageOf(TEST), isPlain: true }
      const outcome = await deliveries[kind].once((lost) =>
        kind === 'heartbeat' ? ping() : requestOf(kind, message, lost),
      )
      if (host === null || outcome === null) {
        throw new CallError('not_set', 'No address is set here that could be tried: set one first.', 'kind')
      }
      return testText(kind, host, outcome)
    },
    forget: (kind) => places.forget(kind),
    beginEnd(why) {
      if (last !== null) return
      const lines = held()
      heartbeat.stop()
      for (const cancel of cancels) cancel()
      last = endWith(why, lines)
    },
    async ended() {
      if (last === null) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const cancel = clock.after(LAST_POST_WITHIN, resolve)
      await Promise.race([last, promise])
      cancel()
    },
  }
}

const TEST: Omit<OutwardNews, 'isActing'> = {
  ...{ level: 'info', title: 'A test from Isotherm', deployment: null },
  words: 'What the terminal tells you arrives here.',
}

const endText = (why: 'closed' | 'error', lines: readonly string[]): Omit<OutwardNews, 'isActing'> => ({
  level: why === 'closed' ? 'warning' : 'error',
  title: why === 'closed' ? 'The terminal was closed while it held something' : 'The terminal ended by an error',
  words: `It held ${lines.join('; ')}. None of that is watched until it runs again. Orders that rest at the service stay there.`,
  deployment: null,
})

function testText(kind: OutwardKind, host: string, outcome: Outcome): OutwardTest {
  const what = kind === 'heartbeat' ? 'The ping' : 'The test'
  return outcome.isTaken
    ? { isTaken: true, words: `${host} took it.` }
    : { isTaken: false, words: `${what} was not taken: ${host} ${outcome.words}.` }
}
