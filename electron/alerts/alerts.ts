/** Manages the alerts of a deployment, watches their conditions, and reports each event once. */

import type { Fill } from '../../contract/account.ts'
import type { ActionRecord } from '../../contract/action.ts'
import { type Address, shortAddress } from '../../contract/address.ts'
import { type AlertRule, type AlertSettings, type AlertsView, alertScope } from '../../contract/alert.ts'
import { Listeners } from '../../contract/listeners.ts'
import { quoted } from '../../contract/messages.ts'
import type { PositionClose } from '../../contract/position-close.ts'
import type { Cancel } from '../../contract/time.ts'
import type { WatchEntry, WatchState } from '../../contract/watch-list.ts'
import { CallError } from '../errors.ts'
import { createHeldAssets } from '../feed/index.ts'
import type { AlertMemory, StoredAlert } from '../storage/index.ts'
import { topicOf } from '../topics/index.ts'
import {
  createOrderWatch,
  createPositionCloseWatch,
  type EndingWatchOptions,
  fillsSeen,
  lookAtFills,
} from './account-watch.ts'
import { alertSet, isOfTerminal, isSameRule, isSwitchedOff } from './alert-set.ts'
import type { WatchContext } from './availability.ts'
import type { AlertLook } from './evaluate.ts'
import type { AlertInput, AlertsOptions, ReportAbout } from './interface.ts'
import { kindsOf, ruleIssue, ruleLabel, watchOf } from './kinds.ts'
import { createMarketWatch } from './market-watch.ts'
import { createNotifier } from './notifier.ts'
import { createSavedAlerts } from './saved-alerts.ts'

interface FillWatchOptions extends Pick<EndingWatchOptions, 'alerts' | 'take' | 'serverTime'> {
  /** The latest fills of the signed-in trader, newest first. */
  readonly newest: (limit: number) => readonly Fill[]
  readonly address: () => Address | null
}

const FILLS = 100

/** Returns the function that checks the fills; trading reads them whether or not an alert waits for one. */
function createFillWatch({ newest, address, alerts, take, serverTime }: FillWatchOptions): () => void {
  /** The first check after an alert was set only records the current state: nothing earlier fires it. */
  function lookOf(alert: StoredAlert, asset: string | null, fills: readonly Fill[]): AlertLook {
    if (alert.memory.seen !== null) return lookAtFills(asset, alert.memory, fills)
    const setAt = serverTime(alert.createdAt)
    const past = fills.filter(({ time }) => time <= setAt)
    const memory: AlertMemory = { ...alert.memory, ...fillsSeen(past, setAt), seen: 'read' }
    return lookAtFills(asset, memory, fills)
  }

  return function look(): void {
    const waiting = address() === null ? [] : alerts()
    if (waiting.length === 0) return
    const fills = newest(FILLS)
    for (const alert of waiting) if (alert.rule.kind === 'fill') take(alert, lookOf(alert, alert.rule.asset, fills))
  }
}

/** Interval of checks for conditions that no message reports (elapsed time, stale data), ms. */
const LOOK = 1_000
const MAX_ALERTS = 100
/** Topics whose changes may trigger an alert. */
const WATCHED: ReadonlySet<string> = new Set(['bucket', 'ticker', 'binary', 'outcomes'])

export type Alerts = ReturnType<typeof createAlerts>

export function createAlerts(options: AlertsOptions) {
  const { store, profile, facts, trading, clock, address, newId } = options
  const saved = createSavedAlerts({ ...options, onSaving })
  const listeners = new Listeners()
  let settings = store.readSettings()
  let cancels: Cancel[] = []

  const held = createHeldAssets((asset) => facts.need(asset))
  const serverTime = (at: number): number => at + facts.clockOffset()
  const notifies = (): boolean => settings.notifications
  const { keep, keepSoon } = saved
  const find = (id: string): StoredAlert | null => saved.all().find((alert) => alert.id === id) ?? null
  const notifier = createNotifier({ ...options, keep, keepSoon, find, notifies, serverTime, changed })
  const { take } = notifier
  const market = createMarketWatch({ ...options, alerts: saved, take })
  const onOf = (kind: AlertRule['kind']) => () => saved.watched().filter(({ rule }) => rule.kind === kind)
  const actions = () => (trading.topics.view({ kind: 'actions' }) as readonly ActionRecord[] | undefined) ?? []
  const orders = createOrderWatch({ ...options, actions, alerts: onOf('order_end'), take })
  const ends = createPositionCloseWatch({ newest: options.endings, alerts: onOf('position_end'), take, serverTime })
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

  /** A full disk is reported once when it begins and once when it is over: alerts fire all the same. */
  function onSaving(failure: Error | null): void {
    if (failure === null) {
      const [title, text] = ['Alerts can be saved again', 'Changes made in the meantime are saved too.']
      options.notices.add('info', title, text)
      notifier.report(title, text, { account: null })
      return
    }
    const title = 'Alerts cannot be saved'
    const text = `${quoted(failure.message)}. Alerts still work while Isotherm is running; after a restart, an alert may fire a second time. Check the disk.`
    options.notices.add('error', title, text)
    notifier.report(title, text, { account: null, isActing: true })
  }

  const kinds = (): AlertsView['kinds'] =>
    kindsOf({
      families: facts.families(),
      isSignedIn: address() !== null,
      hasTokenExpiry: options.tokenExpiresAt() !== null,
    })

  const contextNow = (): WatchContext => ({
    facts: market.facts(),
    families: facts.families(),
    address: address(),
    unreachable: options.unreachable(),
    isClockConfirmed: facts.isClockConfirmed(),
  })

  /** Why each enabled alert is not watched; null for every other. */
  function pauses(alerts: readonly StoredAlert[]): readonly (string | null)[] {
    const context = contextNow()
    return alerts.map((alert) => (alert.state === 'on' ? reasonOf(watchOf(alert, context)) : null))
  }

  /** Checks at every turn, and notifies windows when the available or watched alerts differ from before. */
  function lookAtTurns(): Cancel {
    let reported = ''
    return clock.every(LOOK, () => {
      market.look()
      orders.turn()
      ends.look()
      saved.saveRest()
      const now = JSON.stringify([kinds(), pauses(saved.all())])
      if (now === reported) return
      reported = now
      changed()
    })
  }

  function view(): AlertsView {
    const all = saved.all()
    const reasons = pauses(all)
    return {
      alerts: all.map(({ profile: _profile, memory: _memory, ...alert }, index) => ({
        ...alert,
        paused: reasons[index] ?? null,
      })),
      firings: notifier.firingsOf(all),
      settings,
      kinds: kinds(),
      notifications: options.notifications(),
    }
  }

  /** @throws CallError where an alert of another wallet would be changed. */
  function refuseOther(before: StoredAlert, input: AlertInput): void {
    const { rule, account } = before
    if (alertScope(rule.kind) === 'deployment' || account === null || account === address()) return
    if (isSwitchedOff(before, input)) return
    throw new CallError(
      'other_wallet',
      `Wallet ${shortAddress(account)} set this alert and is not signed in. Sign in with it to edit the alert. You can still turn it off or delete it.`,
    )
  }

  function refuse(rule: AlertRule): void {
    const feature = kinds()[rule.kind]
    const issue = feature.on ? ruleIssue(rule, facts) : feature.reason
    if (issue !== null) throw new CallError('alert_refused', issue, 'rule')
  }

  return {
    start(): void {
      if (cancels.length > 0) return
      cancels = [
        lookAtTurns(),
        trading.fills.onNew(lookAtFills),
        options.onIdentityChange(() => {
          changed()
          market.look()
          lookAtFills()
          orders.look()
        }),
        trading.topics.onChange(({ kind }) => {
          if (kind === 'account_version') orders.look()
          if (kind === 'actions') orders.turn()
        }),
        ...facts.sources.map((source) =>
          source.onChange(({ kind, asset }) => {
            if (kind === 'ticker' && asset !== null) market.came(asset)
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
    stop(): void {
      market.stop()
      notifier.settle()
      saved.saveRest()
      held.hold([])
      for (const cancel of cancels.splice(0)) cancel()
    },
    /**
     * Sets a new alert, or changes one, which resets its memory. One of another wallet can only be switched off.
     * @throws CallError
     */
    save({ id, ...input }: AlertInput): { readonly id: string } {
      const before = id === null ? null : find(id)
      if (before !== null) refuseOther(before, { id, ...input })
      if (id !== null && before === null) throw new CallError('unknown', 'Alert not found. It may have been deleted.')
      if (before === null && saved.size >= MAX_ALERTS) {
        throw new CallError('too_many', `At most ${MAX_ALERTS} alerts. Delete one first.`)
      }
      // An alert can be switched off regardless of its market's state.
      if (input.on || !isSameRule(before, input.rule)) refuse(input.rule)
      const { firstSight } = market
      const alert = alertSet(input, before, { now: clock.now(), newId, profile, address: address(), firstSight })
      saved.put(alert)
      notifier.forget(alert.id)
      changed()
      market.look()
      lookAtFills()
      orders.look()
      ends.look()
      return { id: alert.id }
    },
    /** Regardless of the wallet that it belongs to. */
    remove(id: string): void {
      if (find(id) === null) return
      saved.remove(id)
      notifier.forget(id)
      changed()
    },
    saveSettings(next: AlertSettings): void {
      store.saveSettings(next)
      settings = next
      changed()
    },
    /** A position ended: returns whether an alert reports it, so that nothing else needs to sound. */
    ended({ id }: Pick<PositionClose, 'id'>): boolean {
      ends.look()
      return ends.hasReported(id)
    },
    /** Reports something without an alert in the same way: a conditional order that triggered. */
    report: (title: string, text: string, report: ReportAbout = {}): void => notifier.report(title, text, report),
    /** Enabled alerts, oldest first, without the deployment's default one: nobody set it. */
    watchEntries(): readonly WatchEntry[] {
      const context = contextNow()
      return saved
        .all()
        .filter((alert) => alert.state === 'on' && !isOfTerminal(alert))
        .map((alert) => {
          const { id, rule, account } = alert
          const asset = 'asset' in rule ? rule.asset : null
          return { id, kind: 'alert', label: ruleLabel(rule, facts), asset, account, watch: watchOf(alert, context) }
        })
    },
    topics: topicOf('alerts', view, listeners.on),
  }
}

const reasonOf = (state: WatchState): string | null => (state.at === 'watched' ? null : state.reason)
