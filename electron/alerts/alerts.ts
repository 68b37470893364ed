/** Holds the trader's alerts, watches what they wait for, and tells each event once. */
import type { Fill } from '../../contract/account.ts'
import type { Address } from '../../contract/address.ts'
import type { AlertFiring, AlertKind, AlertRecord, AlertRule, AlertSettings, AlertsView } from '../../contract/alert.ts'
import type { BucketView, Ticker } from '../../contract/market.ts'
import type { Feature } from '../../contract/session.ts'
import type { Cancel, Clock, Millis } from '../../contract/time.ts'
import type { PayloadOf, Topic } from '../../contract/topics.ts'
import type { TopicSource } from '../feed/index.ts'
import { CommandError } from '../ipc/index.ts'
import type { Log } from '../log.ts'
import type { AlertMemory, AlertStore, StoredAlert } from '../storage/index.ts'
import { type AlertFacts, type AlertLook, lookAt, NO_MEMORY } from './evaluate.ts'
import { fillsSeen, lookAtFills } from './fills.ts'
import { ruleIssue, ruleTitle } from './rules.ts'

export interface AlertsOptions {
  readonly store: AlertStore
  readonly profile: string
  readonly facts: {
    ticker(asset: string): Ticker | null
    bucket(): BucketView | null
    readonly sources: readonly TopicSource[]
  }
  readonly trading: {
    readFills(page: { readonly limit: number; readonly before: null }): Promise<readonly Fill[]>
    readonly topics: TopicSource
  }
  readonly address: () => Address | null
  readonly onIdentityChange: (listener: () => void) => Cancel
  readonly tokenExpiresAt: () => Millis | null
  readonly clock: Clock
  readonly newId: () => string
  /** Shows a notification of the operating system. */
  readonly notify: (title: string, words: string) => void
  /** Whether this machine can show notifications. */
  readonly notifications: () => Feature
  readonly log: Log
}

export interface AlertInput {
  /** Null for a new one. */
  readonly id: string | null
  readonly rule: AlertRule
  readonly repeat: boolean
  readonly on: boolean
}

export interface Alerts {
  start(): void
  stop(): void
  /** Sets a new alert, or changes one; what it saw so far counts no more then. @throws CommandError */
  save(input: AlertInput): { readonly id: string }
  remove(id: string): void
  saveSettings(settings: AlertSettings): void
  /** Tells something that belongs to no alert in the same way: a conditional order that triggered. */
  tell(title: string, words: string): void
  /** Topic `alerts`. */
  readonly topics: TopicSource
}

const LOOK = 1_000
/** Marks come about once a second; several messages in this many ms are one look. */
const SOON = 20
const FILLS = 100
const SHOWN_FIRINGS = 20
const MOST_ALERTS = 100

const on: Feature = { on: true }
const off = (reason: string): Feature => ({ on: false, reason })

export function createAlerts(options: AlertsOptions): Alerts {
  const { store, facts, trading, clock, log, address } = options
  const alerts = new Map<string, StoredAlert>()
  for (const alert of store.all(options.profile)) alerts.set(alert.id, alert)
  const listeners = new Set<() => void>()
  let settings = store.readSettings()
  let firings: readonly AlertFiring[] = []
  let seq = 0
  let cancels: Cancel[] = []
  let looking: Cancel | null = null
  let reading = false
  let readAgain = false
  let shownPause: string | null = null

  const changed = (): void => {
    for (const listener of listeners) listener()
  }
  /** Alerts of another wallet are neither shown nor watched. */
  const mine = (): readonly StoredAlert[] =>
    [...alerts.values()].filter(({ account }) => account === null || account === address())

  const factsNow = (): AlertFacts => ({
    now: clock.now(),
    ticker: (asset) => facts.ticker(asset),
    bucket: facts.bucket(),
    tokenExpiresAt: options.tokenExpiresAt,
  })

  /** Market data comes by the thousand messages: looks are gathered, as a mark lasts for longer. */
  function lookSoon(): void {
    if (alerts.size === 0 || looking !== null) return
    looking = clock.after(SOON, () => {
      looking = null
      look()
    })
  }

  function look(): void {
    if (alerts.size === 0) return
    const known = factsNow()
    for (const alert of mine()) if (alert.state === 'on') take(alert, lookAt(alert.rule, alert.memory, known))
  }

  /** What was seen and that it was told are one write, before anybody hears of it: a crash in between tells it never, not twice. */
  function take(alert: StoredAlert, { memory, words }: AlertLook): void {
    if (memory === alert.memory) return
    const fired =
      words === null
        ? {}
        : ({
            state: alert.repeat ? 'on' : 'fired',
            lastFiredAt: clock.now(),
            lastWords: words,
            timesFired: alert.timesFired + 1,
          } as const)
    if (!write({ ...alert, ...fired, memory })) return
    if (words !== null) fire(alert.id, ruleTitle(alert.rule), words)
  }

  function write(alert: StoredAlert): boolean {
    try {
      store.write(alert)
    } catch (error) {
      log.error({ err: error, alert: alert.id }, 'an alert could not be written')
      return false
    }
    alerts.set(alert.id, alert)
    changed()
    return true
  }

  function fire(alertId: string, title: string, words: string): void {
    seq += 1
    firings = [{ seq, alertId, title, words, at: clock.now() }, ...firings].slice(0, SHOWN_FIRINGS)
    if (settings.notifications) options.notify(title, words)
    changed()
  }

  const fillAlerts = (): readonly StoredAlert[] =>
    mine().filter(({ rule, state }) => rule.kind === 'fill' && state === 'on')

  /** One read at a time; asked for again meanwhile, once more after it. */
  function readFills(): void {
    if (address() === null || fillAlerts().length === 0) return
    readAgain = reading
    if (reading) return
    reading = true
    const who = address()
    trading
      .readFills({ limit: FILLS, before: null })
      .then((fills) => {
        if (address() !== who) return
        for (const alert of fillAlerts())
          if (alert.rule.kind === 'fill') take(alert, fillsLook(alert, alert.rule.asset, fills))
      })
      .catch((error: unknown) => log.info({ err: error }, 'fills could not be read for the alerts'))
      .finally(() => {
        reading = false
        if (readAgain) readFills()
      })
      .catch(() => undefined)
  }

  /** The first read after an alert was set only says what is past. */
  function fillsLook(alert: StoredAlert, asset: string | null, fills: readonly Fill[]): AlertLook {
    if (alert.memory.seen !== null) return lookAtFills(asset, alert.memory, fills)
    const past = fills.filter(({ time }) => time <= serverTime(alert.createdAt))
    const memory: AlertMemory = { ...alert.memory, ...fillsSeen(past, serverTime(alert.createdAt)), seen: 'read' }
    return lookAtFills(asset, memory, fills)
  }

  const serverTime = (at: number): number => at + (facts.bucket()?.clockOffset ?? 0)

  function pause(): string | null {
    const bucket = facts.bucket()
    if (bucket === null) return 'Waiting for market data.'
    if (bucket.stale) return 'Paused: market data is stale. Nothing fires on it.'
    const asset = bucket.current?.asset
    return asset !== undefined && facts.ticker(asset)?.stale !== false
      ? `Paused for prices: the data of ${asset} is stale.`
      : null
  }

  function kinds(): Readonly<Record<AlertKind, Feature>> {
    return {
      price: on,
      temperature: on,
      fill: address() === null ? off('Nobody is signed in.') : on,
      bucket_close: on,
      phase: on,
      token_expiry: options.tokenExpiresAt() === null ? off('There is no access token with an expiry.') : on,
      probability: off('Outcome markets are not watched by this terminal.'),
    }
  }

  function view(): AlertsView {
    return {
      alerts: mine().map((alert): AlertRecord => {
        const { profile: _profile, account: _account, memory: _memory, ...shown } = alert
        return shown
      }),
      firings: firings.filter(({ alertId }) => alertId === '' || mine().some(({ id }) => id === alertId)),
      settings,
      kinds: kinds(),
      paused: pause(),
      notifications: options.notifications(),
    }
  }

  return {
    start() {
      if (cancels.length > 0) return
      cancels = [
        clock.every(LOOK, () => {
          look()
          const paused = pause()
          if (paused === shownPause) return
          shownPause = paused
          changed()
        }),
        trading.topics.onChange(({ kind }) => {
          if (kind === 'account_version') readFills()
        }),
        options.onIdentityChange(() => {
          firings = []
          changed()
          readFills()
        }),
        ...facts.sources.map((source) =>
          source.onChange(({ kind }) => {
            if (kind === 'bucket' || kind === 'ticker') lookSoon()
          }),
        ),
      ]
      look()
      readFills()
    },
    stop() {
      looking?.()
      looking = null
      for (const cancel of cancels.splice(0)) cancel()
    },
    save({ id, rule, repeat, on: isOn }) {
      const feature = kinds()[rule.kind]
      const issue = feature.on ? ruleIssue(rule) : feature.reason
      if (issue !== null) throw new CommandError('alert_refused', issue, 'rule')
      const before = id === null ? null : (mine().find((alert) => alert.id === id) ?? null)
      if (id !== null && before === null) throw new CommandError('unknown', 'There is no such alert.')
      if (before === null && alerts.size >= MOST_ALERTS) {
        throw new CommandError('too_many', `This terminal holds at most ${MOST_ALERTS} alerts.`)
      }
      const now = clock.now()
      const same = before !== null && JSON.stringify(before.rule) === JSON.stringify(rule) && before.state === 'on'
      const alert: StoredAlert = {
        id: before?.id ?? options.newId(),
        rule,
        repeat,
        state: isOn ? 'on' : 'off',
        // Fills count from here: what happened while it was off, or under another rule, is past.
        createdAt: same ? before.createdAt : now,
        lastFiredAt: before?.lastFiredAt ?? null,
        lastWords: before?.lastWords ?? null,
        timesFired: before?.timesFired ?? 0,
        profile: options.profile,
        account: address(),
        memory: same ? before.memory : firstSight(rule),
      }
      store.write(alert)
      alerts.set(alert.id, alert)
      changed()
      look()
      readFills()
      return { id: alert.id }
    },
    remove(id) {
      if (!mine().some((alert) => alert.id === id)) return
      store.remove(id)
      alerts.delete(id)
      changed()
    },
    saveSettings(next) {
      store.saveSettings(next)
      settings = next
      changed()
    },
    tell: (title, words) => fire('', title, words),
    topics: {
      kinds: ['alerts'],
      view: <T extends Topic>(topic: T) => (topic.kind === 'alerts' ? (view() as PayloadOf<T>) : undefined),
      onChange(listener) {
        const told = (): void => listener({ kind: 'alerts', asset: null })
        listeners.add(told)
        return () => void listeners.delete(told)
      },
    },
  }

  /** What is so already when an alert is set is no event: a bucket that closes sooner, a token that is nearly out. */
  function firstSight(rule: AlertRule): AlertMemory {
    return rule.kind === 'fill' || rule.kind === 'token_expiry' ? NO_MEMORY : lookAt(rule, NO_MEMORY, factsNow()).memory
  }
}
