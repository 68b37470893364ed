/** Checks orders, fills and ended positions for alerts that wait for them. */

import { type Fill, fillIdOf, type Order, type OrderStatus } from '../../contract/account.ts'
import type { ActionRecord } from '../../contract/action.ts'
import type { Address } from '../../contract/address.ts'
import type { AlertOrderEnd, AlertPositionEnd, AlertRule } from '../../contract/alert.ts'
import { signOf, trimZeros } from '../../contract/decimal.ts'
import { MESSAGES as COMMON } from '../../contract/messages.ts'
import type { PositionClose, PositionCloseKind } from '../../contract/position-close.ts'
import { priceLabel } from '../../contract/price-text.ts'
import type { Clock } from '../../contract/time.ts'
import type { Log } from '../log/index.ts'
import type { AlertMemory, StoredAlert } from '../storage/index.ts'
import type { AlertLook } from './evaluate.ts'
import type { AlertsOptions } from './interface.ts'

/** One message for all that is new; fills of the same millisecond are distinguished by their ids. */
export function lookAtFills(asset: string | null, memory: AlertMemory, fills: readonly Fill[]): AlertLook {
  const fresh = fills.filter(
    (fill) =>
      (asset === null || fill.asset === asset) &&
      (fill.time > memory.fillsUntil || (fill.time === memory.fillsUntil && !memory.fillsAt.includes(fillIdOf(fill)))),
  )
  const newest = fresh.reduce<Fill | null>((best, fill) => (best === null || fill.time > best.time ? fill : best), null)
  if (newest === null) return { memory, text: null }
  const fillsUntil = newest.time
  const there = fresh.filter(({ time }) => time === fillsUntil).map(fillIdOf)
  const kept = fillsUntil === memory.fillsUntil ? memory.fillsAt : []
  return {
    memory: { ...memory, fillsUntil, fillsAt: [...kept, ...there] },
    text: fillText(newest, fresh.length - 1),
  }
}

/** `Bought 5 NYCTMP1 at 571.80 (latest of 3 fills).` @param more other fills of the same look */
function fillText({ side, size, asset, price }: Fill, more: number): string {
  const what = `${trimZeros(size)} ${asset}`
  const at = priceLabel(price)
  if (more === 0) return side === 'buy' ? `Bought ${what} at ${at}.` : `Sold ${what} at ${at}.`
  return side === 'buy'
    ? `Bought ${what} at ${at} (latest of ${more + 1} fills).`
    : `Sold ${what} at ${at} (latest of ${more + 1} fills).`
}

/** What an alert that is set now must not report. */
export function fillsSeen(fills: readonly Fill[], now: number): Pick<AlertMemory, 'fillsUntil' | 'fillsAt'> {
  const fillsUntil = fills.reduce((latest, { time }) => Math.max(latest, time), 0)
  if (fills.length === 0) return { fillsUntil: now, fillsAt: [] }
  return { fillsUntil, fillsAt: fills.filter(({ time }) => time === fillsUntil).map(fillIdOf) }
}

export interface EndingWatchOptions {
  /** Of the signed-in trader, newest first. */
  readonly newest: (limit: number) => readonly PositionClose[]
  /** Enabled alerts of its kind. */
  readonly alerts: () => readonly StoredAlert[]
  /** Takes the result of a look at one of them. */
  readonly take: (alert: StoredAlert, look: AlertLook) => void
  /** Converts the terminal's time to the service's. */
  readonly serverTime: (at: number) => number
}

/** Number of ends that are checked and remembered. */
const NEWEST_ENDS = 100

const KINDS: { readonly [K in PositionCloseKind]: Exclude<AlertPositionEnd, 'any'> } = {
  settled: 'settled',
  stopped: 'stopped',
  liquidated: 'liquidated',
  closed_elsewhere: 'elsewhere',
  converted: 'elsewhere',
  unknown: 'elsewhere',
}

/** Checks the stored ends of positions for alerts that wait for them. */
export function createPositionCloseWatch({ newest, alerts, take, serverTime }: EndingWatchOptions) {
  const reported = new Set<string>()

  return {
    look(): void {
      const waiting = alerts()
      if (waiting.length === 0) return
      const ends = newest(NEWEST_ENDS)
      for (const alert of waiting) {
        const { rule, memory, createdAt } = alert
        if (rule.kind !== 'position_end') continue
        const fresh = ends.filter(({ id, at }) => memory.known?.includes(id) !== true && at >= serverTime(createdAt))
        if (memory.known !== undefined && fresh.length === 0) continue
        const meant = fresh.filter((ending) => isMeantEnd(rule, ending))
        for (const { id } of meant) reported.add(id)
        take(alert, {
          memory: { ...memory, known: ends.map(({ id }) => id) },
          text: meant.length === 0 ? null : meant.map(({ text: message }) => `${message}.`).join(' '),
          ...aboutOf(meant),
        })
      }
    },
    /** Whether an alert has reported an end in this run: nothing else needs to sound for it. */
    hasReported: (id: string): boolean => reported.has(id),
  }
}

/** The stop that ended a position has already sounded as it triggered. */
function aboutOf(ends: readonly PositionClose[]): Pick<AlertLook, 'about'> {
  const [one] = ends
  return one === undefined || ends.length > 1 ? {} : { about: { asset: one.asset, follows: one.kind === 'stopped' } }
}

const isMeantEnd = (
  { asset, end }: Extract<AlertRule, { readonly kind: 'position_end' }>,
  ending: PositionClose,
): boolean => (asset === null || asset === ending.asset) && (end === 'any' || KINDS[ending.kind] === end)

interface OrderWatchOptions extends Pick<EndingWatchOptions, 'alerts' | 'take'> {
  readonly trading: Pick<AlertsOptions['trading'], 'readOpenOrders' | 'readOrderHistory'>
  readonly actions: () => readonly ActionRecord[]
  readonly address: () => Address | null
  readonly clock: Pick<Clock, 'monotonic'>
  readonly log: Pick<Log, 'warn'>
}

type OrderEndRule = Extract<AlertRule, { readonly kind: 'order_end' }>

const HISTORY = { limit: 200, before: null } as const
/** Delay before a check is repeated, ms: one that failed, or that found no final state of an order that is no longer open. */
const AGAIN = 4_000
/** Checks for a final state that the history lacks become rarer, up to this interval, ms. */
const SELDOM = 300_000
/** Number of orders that one alert remembers. */
const MAX_ORDERS = 500
const RESTING: ReadonlySet<ActionRecord['state']> = new Set(['resting', 'partly_filled'])

/** How an order ended; null while it has not. */
const ENDS: { readonly [S in OrderStatus]: Exclude<AlertOrderEnd, 'any'> | null } = {
  resting: null,
  partially_filled: null,
  filled: 'filled',
  cancelled: 'cancelled',
  rejected: 'refused',
  expired: 'cancelled',
  unknown: null,
}

/** Watches the trader's resting orders for alerts that wait for their end. The history decides how each ended, never its absence. */
export function createOrderWatch(options: OrderWatchOptions) {
  const { trading, actions, address, alerts, take, clock, log } = options
  let isLooking = false
  let isAsked = false
  let againAt: number | null = null
  let wait = AGAIN

  const lookAgain = (): void => {
    againAt = clock.monotonic() + wait
    wait = Math.min(SELDOM, wait * 2)
  }

  /** The trader's orders may have changed. */
  function look(): void {
    isAsked = isLooking
    if (isLooking || address() === null || alerts().length === 0) return
    isLooking = true
    lookOnce()
      .then((isAll) => {
        againAt = null
        if (isAll) wait = AGAIN
        else lookAgain()
      })
      .catch((error: unknown) => {
        log.warn({ err: error }, 'ended orders could not be read')
        lookAgain()
      })
      .finally(() => {
        isLooking = false
        if (isAsked) look()
      })
      .catch(() => undefined)
  }

  /** False where an order is no longer open and the history lacks its end so far. */
  async function lookOnce(): Promise<boolean> {
    const who = address()
    const { orders } = await trading.readOpenOrders()
    const open = new Set(orders.map(({ oid }) => oid))
    const missing = alerts().some(({ memory }) => memory.known?.some((oid) => !open.has(oid)) === true)
    const history = missing ? await trading.readOrderHistory(HISTORY) : []
    if (address() !== who) return true
    const ended = new Map(history.filter(({ status }) => ENDS[status] !== null).map((order) => [order.oid, order]))
    let isAll = true
    for (const alert of alerts()) {
      const before = alert.memory.known
      // Orders that had ended when the alert was set are ignored.
      const known = before ?? []
      const over = known.flatMap((oid) => (open.has(oid) ? [] : (ended.get(oid) ?? [])))
      const left = known.filter((oid) => !over.some((order) => order.oid === oid))
      if (left.some((oid) => !open.has(oid))) isAll = false
      const next = [...new Set([...left, ...open])].slice(-MAX_ORDERS)
      const { rule } = alert
      const reported = rule.kind === 'order_end' ? over.filter((order) => isMeantOrder(rule, order, actions())) : []
      if (before !== undefined && next.join() === before.join() && reported.length === 0) continue
      take(alert, {
        memory: { ...alert.memory, known: next },
        text: reported.length === 0 ? null : reported.map(wordsOf).join(' '),
      })
    }
    return isAll
  }

  /** An order may rest and end between two reads: resting orders of this terminal are known at once. */
  function note(): void {
    for (const alert of alerts()) {
      const { known } = alert.memory
      if (known === undefined) continue
      const fresh = actions().flatMap(({ state, oid, createdAt, intent }) =>
        intent.kind !== 'cancel' &&
        RESTING.has(state) &&
        oid !== null &&
        createdAt >= alert.createdAt &&
        !known.includes(oid)
          ? [oid]
          : [],
      )
      if (fresh.length > 0)
        take(alert, { memory: { ...alert.memory, known: [...known, ...fresh].slice(-MAX_ORDERS) }, text: null })
    }
  }

  return {
    look,
    /** Repeats an unfinished check, and records the resting orders of this terminal. */
    turn(): void {
      if (address() === null || alerts().length === 0) return
      note()
      if (againAt !== null && againAt <= clock.monotonic()) look()
    },
  }
}

function isMeantOrder(
  { asset, end, includesManual }: OrderEndRule,
  order: Order,
  actions: readonly ActionRecord[],
): boolean {
  if (asset !== null && order.asset !== asset) return false
  const how = ENDS[order.status]
  if (end !== 'any' && how !== end) return false
  return how !== 'cancelled' || includesManual || !isByTrader(order, actions)
}

/** Whether the trader canceled it here: a cancel by automated orders is news. */
const isByTrader = ({ oid }: Order, actions: readonly ActionRecord[]): boolean =>
  actions.some(({ intent, held }) => intent.kind === 'cancel' && intent.oid === oid && held === undefined)

const TEXTS: Readonly<Record<Exclude<AlertOrderEnd, 'any'>, string>> = {
  filled: 'Filled',
  cancelled: 'Canceled',
  refused: COMMON.rejected,
}

/** `Canceled: buy 150 NYCTMP1 at 571.62, 20 filled.` */
function wordsOf({ status, side, size, filled, asset, price }: Order): string {
  const how = ENDS[status]
  const details = [
    `${side} ${trimZeros(size)} ${asset} at ${priceLabel(price)}`,
    ...(how !== 'filled' && signOf(filled) > 0 ? [`${trimZeros(filled)} filled`] : []),
  ]
  return `${how === null ? 'Ended' : TEXTS[how]}: ${details.join(', ')}.`
}
