/** Views of a parent order: its progress by its children, what it may still send, and what of a scale may be placed. Pure. */
import { isFinal } from '../../../contract/action.ts'
import { cannotText } from '../../../contract/active-until.ts'
import { shortAddress } from '../../../contract/address.ts'
import { ALGO_NAMES, type AlgoChild, type AlgoView, type ScaleOrder, type ScaleTerms } from '../../../contract/algo.ts'
import {
  add,
  compare,
  type Decimal,
  divide,
  greater,
  type Money,
  multiply,
  type Price,
  placesOf,
  type Size,
  signOf,
  subtract,
  toPlaces,
  toStep,
  trimZeros,
  ZERO,
} from '../../../contract/decimal.ts'
import { lotOf } from '../../../contract/order-rules.ts'
import { plural } from '../../../contract/plural.ts'
import { priceLabel } from '../../../contract/price-text.ts'
import { type Millis, millis } from '../../../contract/time.ts'
import type { WatchEntry } from '../../../contract/watch-list.ts'
import type { StoredAlgo } from '../../storage/index.ts'
import { cameToNothing } from '../moves/index.ts'
import type { HeldRisk } from '../risk/index.ts'
import { cancelId, filledOf, leftOf, mostOfAll } from './children.ts'
import type { AlgoPorts } from './interface.ts'
import { stepsOf } from './market.ts'

type Log = Pick<AlgoPorts['actionLog'], 'get'>

export function viewOf(
  record: StoredAlgo,
  waits: string | null,
  { actionLog, until, cannot, facts }: AlgoPorts,
): AlgoView {
  const { profile: _profile, account: _account, ...rest } = record
  const { children, terms, state } = record
  const acts = state === 'working' || state === 'paused'
  const { sizeDecimals } = stepsOf(record.asset, facts)
  const left = terms.kind === 'scale' ? ordersLeft(record, terms, actionLog, sizeDecimals) : null
  return {
    ...rest,
    filled: children.reduce((sum: Size, child) => add(sum, filledOf(child, actionLog)), ZERO),
    average: averageOf(record, actionLog),
    nextAt: nextAtOf(record),
    placed: terms.kind === 'scale' ? terms.orders.length - (left?.length ?? 0) : record.begun,
    resting: restingOf(children, actionLog),
    resumesWith: state === 'paused' ? (left?.map(({ price, size }) => ({ price, size })) ?? null) : null,
    waits: state === 'working' ? (cannot() ?? waits) : null,
    until: acts ? until(record.ends) : null,
  }
}

/** Whether it is active: a pause was reported as it began, or is the trader's own. */
export function watchEntryOf(record: StoredAlgo, { cannot, isCurrent }: AlgoPorts): WatchEntry {
  const { id, account, asset, side, total, terms, state, message } = record
  const label = `${ALGO_NAMES[terms.kind]} on ${asset}: ${side} ${trimZeros(total)}`
  return { id, kind: 'algo', label, asset, account, watch: watchOf() }

  function watchOf(): WatchEntry['watch'] {
    if (state === 'paused')
      return {
        at: 'not_watched',
        reason: ['Paused.', ...(message === null ? [] : [message])].join(' '),
        isCertain: true,
        isKnown: true,
      }
    if (!isCurrent(account)) {
      const reason = `It belongs to wallet ${shortAddress(account)}, which is not signed in.`
      return { at: 'not_watched', reason, isCertain: true }
    }
    const why = cannot()
    return why === null ? { at: 'watched' } : { at: 'not_watched', reason: cannotText(why), isCertain: true }
  }
}

/** Price × size over what was executed. */
function averageOf({ children, terms }: StoredAlgo, actionLog: Log): Price | null {
  const fills = children.flatMap(({ id }) => {
    const execution = actionLog.get(id)?.execution ?? null
    return execution === null || signOf(execution.size) === 0 ? [] : [execution]
  })
  const size = fills.reduce((sum: Size, one) => add(sum, one.size), ZERO)
  if (signOf(size) === 0) return null
  const value = fills.reduce((sum: Money, one) => add(sum, multiply(one.average, one.size)), ZERO)
  const prices = terms.kind === 'scale' ? terms.orders.map(({ price }) => price) : [terms.worst]
  const places = Math.max(...prices.map(placesOf)) + 2
  return toPlaces(divide(value, size, places + 8) as Decimal as Price, places)
}

function nextAtOf({ terms, state, begun, begunAt }: StoredAlgo): Millis | null {
  if (terms.kind !== 'slices' || state !== 'working' || begun >= terms.slices || begunAt === null) return null
  return millis(begunAt + terms.every * 1_000)
}

function restingOf(children: readonly AlgoChild[], actionLog: Log): AlgoView['resting'] {
  const open = children.filter(({ id }) => {
    const state = actionLog.get(id)?.state
    return state === 'resting' || state === 'partly_filled'
  })
  const size = open.reduce(
    (sum: Size, child) => add(sum, greater(subtract(child.size, filledOf(child, actionLog)), ZERO)),
    ZERO,
  )
  return { orders: open.length, size }
}

/** What it may still send, at its worst prices; submitted children count by themselves. */
export function riskOf(record: StoredAlgo, actionLog: Log): HeldRisk['orders'] {
  const { asset, side, state, terms, reduceOnly } = record
  if (reduceOnly || (state !== 'working' && state !== 'paused')) return []
  if (terms.kind === 'scale') {
    return ordersLeft(record, terms, actionLog, null).map(({ price, size }) => ({ asset, side, price, size }))
  }
  const size = leftOf(record, mostOfAll(record.children, actionLog))
  return signOf(size) === 0 ? [] : [{ asset, side, price: terms.worst, size }]
}

/** Whether all of its children are over. */
export const allOver = ({ children }: StoredAlgo, actionLog: Log): boolean =>
  children.every(({ id }) => isFinal(actionLog.get(id)?.state ?? 'refused'))

/** The known fills of the total. */
export function filledText({ children, total }: StoredAlgo, actionLog: Log): string {
  const filled = children.reduce((sum: Size, child) => add(sum, filledOf(child, actionLog)), ZERO)
  return compare(filled, total) >= 0
    ? `All of ${trimZeros(total)} filled.`
    : `${trimZeros(filled)} of ${trimZeros(total)} filled.`
}

/** What is known to be still in the market although it was to be canceled. */
export function notBackText({ children, side }: Pick<StoredAlgo, 'children' | 'side'>, actionLog: Log): string {
  const open = children.filter(({ id }) => !isFinal(actionLog.get(id)?.state ?? 'refused'))
  if (open.length === 0) return 'Its fills could not be read completely. Check open orders and fills.'
  const named = open.map(({ price, size }) => `${side} ${trimZeros(size)} @ ${priceLabel(price)}`).join(', ')
  return plural(
    open.length,
    `Could not be canceled: ${named}. Cancel it in Open orders.`,
    `Could not be canceled: ${named}. Cancel them in Open orders.`,
  )
}

/** The rest of one order of the scale. */
export interface LeftOrder extends ScaleOrder {
  /** Its index in the list. */
  readonly part: number
}

/** Whether the terminal canceled it: one that the trader or the service canceled is not placed again. */
export function wasCanceledByTerminal({ id }: Pick<AlgoChild, 'id'>, actionLog: Log): boolean {
  const own = actionLog.get(id)
  if (own === null || !isFinal(own.state)) return false
  for (let number = 1; ; number++) {
    const cancel = actionLog.get(cancelId(id, number))
    if (cancel === null) return false
    if (cancel.state === 'done') return true
  }
}

/**
 * The rest of each order, in order. While it is paused this is the most that resuming would place: what was canceled and is not read yet counts with
 * its known fills. @param sizeDecimals null where the service does not report them
 */
export function ordersLeft(
  { children, state }: Pick<StoredAlgo, 'children' | 'state'>,
  { orders }: ScaleTerms,
  actionLog: Log,
  sizeDecimals: number | null,
): readonly LeftOrder[] {
  /** The part of an order that a child covers. */
  const counted = (child: AlgoChild): Size => {
    const action = actionLog.get(child.id)
    if (action !== null && !isFinal(action.state)) return child.size
    const isNothing = cameToNothing(action) && signOf(child.filled ?? ZERO) === 0
    if (isNothing && (child.filled !== null || state === 'paused')) return ZERO
    const isBack = child.takenBack === true || (state === 'paused' && wasCanceledByTerminal(child, actionLog))
    if (!isBack || (child.filled === null && state !== 'paused')) return child.size
    return filledOf(child, actionLog)
  }
  return orders.flatMap(({ price, size }, part) => {
    const own = children.filter((child) => child.part === part)
    const left = greater(
      own.reduce((rest: Size, child) => subtract(rest, counted(child)), size),
      ZERO,
    )
    // Fills may have finer steps than orders.
    const whole = compare(left, size) === 0 || sizeDecimals === null ? left : toStep(left, lotOf(sizeDecimals))
    return signOf(whole) === 0 ? [] : [{ part, price, size: compare(whole, size) === 0 ? size : trimZeros(whole) }]
  })
}
