/** Holds the trader's alerts, watches what they wait for, and tells each event once. */
import type { ActionRecord } from '../../contract/action.ts'
import type { AlertRecord, AlertRule, AlertsView } from '../../contract/alert.ts'
import { Listeners } from '../../contract/listeners.ts'
import type { Cancel } from '../../contract/time.ts'
import { CallError } from '../errors/index.ts'
import { createHeldAssets } from '../feed/index.ts'
import { topicOf } from '../topics/index.ts'
import { alertSet, isSameRule } from './alert-set.ts'
import { kindsOf, pauseOf } from './availability.ts'
import { createEndingWatch } from './ending-watch.ts'
import { createFillWatch } from './fill-watch.ts'
import type { Alerts, AlertsOptions } from './interface.ts'
import { createMarketWatch } from './market-watch.ts'
import { createOrderWatch } from './order-watch.ts'
import { ruleIssue } from './rules.ts'
import { createSavedAlerts } from './saved-alerts.ts'
import { createTelling } from './telling.ts'

/** Between looks at what no message brings: time that passes, data that went stale. ms. */
const LOOK = 1_000
const MOST_ALERTS = 100
/** Changes of these topics may bring what an alert waits for. */
const WATCHED: ReadonlySet<string> = new Set(['bucket', 'ticker', 'binary', 'outcomes'])

export function createAlerts(options: AlertsOptions): Alerts {
  const { store, profile, facts, trading, clock, address, newId } = options
  const saved = createSavedAlerts(options)
  const listeners = new Listeners()
  let settings = store.readSettings()
  let cancels: Cancel[] = []

  const held = createHeldAssets((asset) => facts.need(asset))
  const serverTime = (at: number): number => at + facts.clockOffset()
  const notifies = (): boolean => settings.notifications
  const telling = createTelling({ ...options, write: saved.write, notifies, serverTime, changed })
  const { take } = telling
  const market = createMarketWatch({ ...options, alerts: saved, take })
  const onOf = (kind: AlertRule['kind']) => () =>
    address() === null ? [] : saved.mine().filter(({ rule, state }) => rule.kind === kind && state === 'on')
  const actions = () => (trading.topics.view({ kind: 'actions' }) as readonly ActionRecord[] | undefined) ?? []
  const orders = createOrderWatch({ ...options, ...readsOf(trading), actions, alerts: onOf('order_end'), take })
  const ends = createEndingWatch({ newest: options.endings, alerts: onOf('position_end'), take, serverTime })
  const lookAtFills = createFillWatch({
    newest: (limit) => trading.fills.newest(limit),
    address,
    alerts: onOf('fill'),
    take,
    serverTime,
  })

  function changed(): void {
    if (cancels.length > 0) held.hold(saved.priced())
    listeners.notify()
  }

  const liquidations = (): readonly string[] =>
    onOf('liquidation')().length === 0
      ? []
      : options.positions().flatMap(({ asset, liquidationPx }) => (liquidationPx === null ? [] : [asset]))

  /** What can be watched, and what is paused. */
  const availability = (): Pick<AlertsView, 'kinds' | 'paused'> => ({
    kinds: kindsOf({
      families: facts.families(),
      isSignedIn: address() !== null,
      hasTokenExpiry: options.tokenExpiresAt() !== null,
    }),
    paused: pauseOf(facts, saved.probabilities(), liquidations()),
  })

  /** Looks at every turn, and tells when something else can be watched than before. */
  function lookAtTurns(): Cancel {
    let told = ''
    return clock.every(LOOK, () => {
      market.look()
      orders.turn()
      ends.look()
      const now = JSON.stringify(availability())
      if (now === told) return
      told = now
      changed()
    })
  }

  function view(): AlertsView {
    const mine = saved.mine()
    return {
      alerts: mine.map((alert): AlertRecord => {
        const { profile: _profile, account: _account, memory: _memory, ...shown } = alert
        return shown
      }),
      firings: telling.firingsOf(mine),
      settings,
      ...availability(),
      notifications: options.notifications(),
    }
  }

  function refuse(rule: AlertRule): void {
    const feature = availability().kinds[rule.kind]
    const issue = feature.on ? ruleIssue(rule, facts) : feature.reason
    if (issue !== null) throw new CallError('alert_refused', issue, 'rule')
  }

  return {
    start() {
      if (cancels.length > 0) return
      cancels = [
        lookAtTurns(),
        trading.fills.onNew(lookAtFills),
        options.onIdentityChange(() => {
          telling.clear()
          changed()
          lookAtFills()
          orders.look()
        }),
        trading.topics.onChange(({ kind }) => {
          if (kind === 'account_version') orders.look()
          if (kind === 'actions') orders.turn()
        }),
        ...facts.sources.map((source) =>
          source.onChange(({ kind }) => {
            if (WATCHED.has(kind)) market.lookSoon()
          }),
        ),
      ]
      held.hold(saved.priced())
      market.look()
      lookAtFills()
      orders.look()
      ends.look()
    },
    stop() {
      market.stop()
      held.hold([])
      for (const cancel of cancels.splice(0)) cancel()
    },
    save({ id, ...input }) {
      const before = id === null ? null : (saved.mine().find((alert) => alert.id === id) ?? null)
      if (id !== null && before === null) throw new CallError('unknown', 'There is no such alert.')
      if (before === null && saved.size >= MOST_ALERTS) {
        throw new CallError('too_many', `This terminal holds at most ${MOST_ALERTS} alerts.`)
      }
      // Whatever became of its market, an alert can be switched off.
      if (input.on || !isSameRule(before, input.rule)) refuse(input.rule)
      const { firstSight } = market
      const alert = alertSet(input, before, { now: clock.now(), newId, profile, account: address(), firstSight })
      saved.put(alert)
      changed()
      market.look()
      lookAtFills()
      orders.look()
      ends.look()
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
    ended({ id }) {
      ends.look()
      return ends.hasTold(id)
    },
    report: (title, words, report = {}) => telling.fire('', title, words, report),
    topics: topicOf('alerts', view, listeners.on),
  }
}

const readsOf = (trading: AlertsOptions['trading']) => ({
  readOpenOrders: () => trading.readOpenOrders(),
  readOrderHistory: (page: Parameters<AlertsOptions['trading']['readOrderHistory']>[0]) =>
    trading.readOrderHistory(page),
})
