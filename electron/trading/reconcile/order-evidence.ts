/** What a read shows of an action. Pure: from an order, a list of open orders or a history to the resulting event, or none. */

import type { Fill, Order } from '../../../contract/account.ts'
import type { KnownCode } from '../../../contract/action-code.ts'
import { add, compare, type Size, signOf, trimZeros, ZERO } from '../../../contract/decimal.ts'
import { isCoin } from '../../../contract/outcome.ts'
import { isWorse } from '../../../contract/protection.ts'
import { requestedOrderOf } from '../../../contract/requested-order.ts'
import type { Millis } from '../../../contract/time.ts'
import type { StoredAction } from '../../storage/index.ts'
import type { ActionEvent, Sighting } from '../actions/index.ts'

/** Where an order was read. */
type Place = 'open' | 'history'

/** When an order of an action can have been created, the service's time. */
export interface Window {
  readonly from: Millis
  /** When it was sent. */
  readonly left: Millis
  readonly to: Millis
}

/** Another action whose order is not known yet. */
export interface Rival {
  readonly action: StoredAction
  readonly window: Window
}

/** The order of an action: by its id, else by its client id, else as the only one that matches it, where no rival is more likely. */
export function orderOf(
  action: StoredAction,
  orders: readonly Order[],
  claimed: ReadonlySet<string>,
  window: Window,
  rivals: readonly Rival[],
): Order | null {
  const { oid, cloid } = action
  if (oid !== null) return orders.find((order) => order.oid === oid) ?? null
  if (cloid !== null) return orders.find((order) => order.cloid === cloid) ?? null
  const [order = null, ...more] = lookAlikes(action, orders, claimed, window)
  if (order === null || more.length > 0) return null
  const isOthers = rivals.some(
    (rival) =>
      isLikelier(rival.window, window, order) && lookAlikes(rival.action, [order], claimed, rival.window).length > 0,
  )
  return isOthers ? null : order
}

/** Of two identical requests, an order belongs to the one sent last before it appeared. */
const isLikelier = ({ left }: Window, than: Window, { time }: Order): boolean => left <= time && left > than.left

/**
 * Orders that match an action without ids, from when it was sent until it could no longer arrive, and that belong to no other action. Several matches
 * prove nothing: they cannot be distinguished.
 */
export function lookAlikes(
  action: StoredAction,
  orders: readonly Order[],
  claimed: ReadonlySet<string>,
  { from, to }: Window,
): readonly Order[] {
  if (action.oid !== null || action.cloid !== null) return []
  const isInTime = ({ time }: Order): boolean => time >= from && time <= to
  return orders.filter((order) => isInTime(order) && !claimed.has(order.oid) && looksLike(action, order))
}

function looksLike({ intent, prepared }: StoredAction, order: Order): boolean {
  const request = requestedOrderOf(intent, prepared)
  if (request === null || order.asset !== request.asset) return false
  /** An order with a client order id does not belong to a request without one. */
  if (intent.kind === 'place' && order.cloid !== null) return false
  if (order.side !== request.side) return false
  if (order.tif !== null && order.tif !== request.tif) return false
  /** Shares can only be sold from a holding, whether or not a service marks that as reducing. */
  if (!isCoin(request.asset) && order.reduceOnly !== request.reduceOnly) return false
  if (request.limit !== null && compare(order.price, request.limit) !== 0) return false
  if (request.worst !== null && isWorse(order.side, order.price, request.worst)) return false
  if (request.size === null) return true
  const more = compare(order.size, request.size)
  /** A close may be smaller by the time it arrives. */
  return more === 0 || (more < 0 && intent.kind === 'close' && request.reduceOnly)
}

/** The event for an order read in a given place; null when it shows nothing new or nothing certain. */
export function orderEvent(action: StoredAction, order: Order, place: Place): ActionEvent | null {
  const seen: Sighting = {
    oid: order.oid,
    cloid: order.cloid,
    filled: order.filled,
    detail: `${order.filled} of ${order.size} filled`,
  }
  if (action.filled !== null && compare(order.filled, action.filled) < 0) return null
  const whole = compare(order.filled, order.size) >= 0 && signOf(order.size) > 0
  if (whole) return { type: 'filled', ...seen }
  if (place === 'open') return openEvent(action, order, seen)
  switch (order.status) {
    case 'filled':
      return { type: 'filled', ...seen }
    case 'cancelled':
      return { type: 'cancelled', ...seen, detail: ended(order) }
    case 'expired':
      return { type: 'expired', ...seen, detail: ended(order) }
    case 'rejected':
      /** An order that traded was not refused, regardless of what ended the rest. */
      if (signOf(order.filled) > 0) return { type: 'cancelled', ...seen, detail: ended(order) }
      return { type: 'rejected', refusal: { code: 'rejected', message: order.statusText, field: null } }
    case 'partially_filled':
      return order.tif === 'IOC' ? { type: 'cancelled', ...seen, detail: `${seen.detail}, the rest canceled` } : null
    case 'resting':
    case 'unknown':
      return null
  }
}

function openEvent(action: StoredAction, order: Order, seen: Sighting): ActionEvent | null {
  const some = signOf(order.filled) > 0
  if (!some) return action.state === 'resting' ? null : { type: 'resting', ...seen, detail: `order ${order.oid}` }
  const more = action.state !== 'partly_filled' || action.filled === null || compare(order.filled, action.filled) > 0
  return more ? { type: 'partly_filled', ...seen } : null
}

/** How an order ended, by the service's own status, and how much of it traded. */
export const ended = (order: Order): string =>
  signOf(order.filled) > 0 ? `${order.statusText}; ${order.filled} of ${order.size} filled` : order.statusText

/** The event for an order's fills when neither list has the order yet: filled or partly filled, or nothing new. */
export function fillsEvent(action: StoredAction, size: Size | null, fills: readonly Fill[]): ActionEvent | null {
  if (action.oid === null || size === null) return null
  let filled: Size = ZERO
  for (const fill of fills) if (fill.oid === action.oid) filled = add(filled, fill.size)
  if (signOf(filled) === 0 || (action.filled !== null && compare(filled, action.filled) <= 0)) return null
  const seen: Sighting = { oid: action.oid, cloid: null, filled, detail: `${filled} of ${size} filled` }
  return { type: compare(filled, size) >= 0 ? 'filled' : 'partly_filled', ...seen }
}

/** Statuses that say no more than a fate does. */
const PLAIN = /^(?:cancell?ed|rejected|expired)$/i

/** The fate of an order that is no longer open: `Order 12 was canceled; 3 of 5 filled.` */
export function orderOutcome({ oid, status, statusText, ...sizes }: Order): string {
  const filled = `${trimZeros(sizes.filled)} of ${trimZeros(sizes.size)}`
  if (compare(sizes.filled, sizes.size) >= 0 || status === 'filled') return `Order ${oid} filled: ${filled}.`
  const cause = PLAIN.test(statusText) ? '' : ` (${statusText})`
  switch (status) {
    case 'cancelled':
      return `Order ${oid} was canceled${cause}; ${filled} filled.`
    case 'rejected':
      return `Order ${oid} was rejected${cause}; ${filled} filled.`
    case 'expired':
      return `Order ${oid} expired${cause}; ${filled} filled.`
    default:
      return `Order ${oid} has the status “${statusText}”; ${filled} filled.`
  }
}

export const rejected = (code: KnownCode, message: string): ActionEvent => ({
  type: 'rejected',
  refusal: { code, message, field: null },
})
