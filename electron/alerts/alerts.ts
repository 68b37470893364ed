/** Holds the trader's alerts, watches what they wait for, and tells each event once. */
import type { AlertFiring, AlertRecord, AlertRule, AlertsView } from '../../contract/alert.ts'
import { Listeners } from '../../contract/listeners.ts'
import type { Cancel } from '../../contract/time.ts'
import { CallError } from '../errors/index.ts'
import { createHeldAssets } from '../feed/index.ts'
import type { AlertMemory, StoredAlert } from '../storage/index.ts'
import { topicOf } from '../topics/index.ts'
import { kindsOf, pauseOf } from './availability.ts'
import { type AlertFacts, type AlertLook, lookAt, NO_MEMORY } from './evaluate.ts'
import { createFillWatch } from './fill-watch.ts'
import type { Alerts, AlertsOptions } from './interface.ts'
import { ruleIssue, ruleTitle } from './rules.ts'
import { createSavedAlerts } from './saved-alerts.ts'

const LOOK = 1_000
/** Marks come about once a second; several messages in this many ms are one look. */
const SOON = 20
const SHOWN_FIRINGS = 20
const MOST_ALERTS = 100

export function createAlerts(options: AlertsOptions): Alerts {
  const { store, facts, trading, clock, log, address } = options
  const saved = createSavedAlerts(options)
  const listeners = new Listeners()
  let settings = store.readSettings()
  let firings: readonly AlertFiring[] = []
  let seq = 0
  let cancels: Cancel[] = []
  let looking: Cancel | null = null
  /** What the last look said of what can be watched. */
  let shown = ''

  const changed = (): void => {
    if (cancels.length > 0) held.hold(saved.probabilities())
    listeners.notify()
  }
  const factsNow = (): AlertFacts => ({
    now: clock.now(),
    ticker: (asset) => facts.ticker(asset),
    bucket: facts.bucket(),
    tokenExpiresAt: options.tokenExpiresAt,
    binary: () => facts.binary(),
    outcome: (coin) => facts.outcome(coin),
  })
  const held = createHeldAssets((asset) => facts.need(asset))
  const readFills = createFillWatch({
    readFills: (page) => trading.readFills(page),
    address,
    alerts: () => saved.mine().filter(({ rule, state }) => rule.kind === 'fill' && state === 'on'),
    take,
    serverTime: (at) => at + facts.clockOffset(),
    log,
  })
  const pause = (): string | null => pauseOf(facts, saved.probabilities())
  const kinds = (): AlertsView['kinds'] =>
    kindsOf({
      families: facts.families(),
      isSignedIn: address() !== null,
      hasTokenExpiry: options.tokenExpiresAt() !== null,
    })

  /** Market data comes by the thousand messages: looks are gathered, as a mark lasts for longer. */
  function lookSoon(): void {
    if (saved.size === 0 || looking !== null) return
    looking = clock.after(SOON, () => {
      looking = null
      look()
    })
  }

  function look(): void {
    if (saved.size === 0) return
    const known = factsNow()
    for (const alert of saved.mine()) if (alert.state === 'on') take(alert, lookAt(alert.rule, alert.memory, known))
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
    if (!saved.write({ ...alert, ...fired, memory })) return
    changed()
    if (words !== null) fire(alert.id, ruleTitle(alert.rule), words)
  }

  function fire(alertId: string, title: string, words: string): void {
    seq += 1
    firings = [{ seq, alertId, title, words, at: clock.now() }, ...firings].slice(0, SHOWN_FIRINGS)
    if (settings.notifications) options.notify(title, words)
    changed()
  }

  function view(): AlertsView {
    return {
      alerts: saved.mine().map((alert): AlertRecord => {
        const { profile: _profile, account: _account, memory: _memory, ...shown } = alert
        return shown
      }),
      firings: firings.filter(({ alertId }) => alertId === '' || saved.mine().some(({ id }) => id === alertId)),
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
          const now = JSON.stringify([pause(), kinds()])
          if (now === shown) return
          shown = now
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
            if (kind === 'bucket' || kind === 'ticker' || kind === 'binary' || kind === 'outcomes') lookSoon()
          }),
        ),
      ]
      held.hold(saved.probabilities())
      look()
      readFills()
    },
    stop() {
      looking?.()
      looking = null
      held.hold([])
      for (const cancel of cancels.splice(0)) cancel()
    },
    save({ id, rule, repeat, on: isOn }) {
      const before = id === null ? null : (saved.mine().find((alert) => alert.id === id) ?? null)
      if (id !== null && before === null) throw new CallError('unknown', 'There is no such alert.')
      if (before === null && saved.size >= MOST_ALERTS) {
        throw new CallError('too_many', `This terminal holds at most ${MOST_ALERTS} alerts.`)
      }
      const isSameRule = before !== null && JSON.stringify(before.rule) === JSON.stringify(rule)
      // Whatever became of its market, an alert can be switched off.
      if (isOn || !isSameRule) refuse(rule)
      const now = clock.now()
      const same = isSameRule && before.state === 'on'
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
      saved.put(alert)
      changed()
      look()
      readFills()
      return { id: alert.id }
    },
    remove(id) {
      if (!saved.mine().some((alert) => alert.id === id)) return
      saved.remove(id)
      changed()
    },
    saveSettings(next) {
      store.saveSettings(next)
      settings = next
      changed()
    },
    report: (title, words) => fire('', title, words),
    topics: topicOf('alerts', view, listeners.on),
  }

  function refuse(rule: AlertRule): void {
    const feature = kinds()[rule.kind]
    const issue = feature.on ? ruleIssue(rule, facts) : feature.reason
    if (issue !== null) throw new CallError('alert_refused', issue, 'rule')
  }

  /** What is so already when an alert is set is no event: a bucket that closes sooner, a token that is nearly out. */
  function firstSight(rule: AlertRule): AlertMemory {
    return rule.kind === 'fill' || rule.kind === 'token_expiry' ? NO_MEMORY : lookAt(rule, NO_MEMORY, factsNow()).memory
  }
}
