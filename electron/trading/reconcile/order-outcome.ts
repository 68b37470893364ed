/** Evidence of reads for orders and cancels, in every family. Pure except for counting passes. */
import type { Fill, Order } from '../../../contract/account.ts'
import { compare, type Size, signOf } from '../../../contract/decimal.ts'
import type { CancelIntent } from '../../../contract/intent.ts'
import { isCoin, type OutcomeOrderStatus } from '../../../contract/outcome.ts'
import { requestedOrderOf } from '../../../contract/requested-order.ts'
import type { Millis } from '../../../contract/time.ts'
import type { HistoryRead } from '../../records/index.ts'
import type { StoredAction } from '../../storage/index.ts'
import type { ActionEvent } from '../actions/index.ts'
import {
  ended,
  fillsEvent,
  lookAlikes,
  orderEvent,
  orderOf,
  orderOutcome,
  type Rival,
  rejected,
  type Window,
} from './order-evidence.ts'
import { type OutcomeMessages, outcomeOf } from './outcome-table.ts'
import type { ProofOfAbsence } from './proof-of-absence.ts'

/** Inputs of one search for an order that is not open. */
interface OrderSearch {
  /** The service's time when the pass began. */
  readonly began: Millis
  /** Open orders of the action's family. */
  readonly open: readonly Order[]
  /** Fills since the action was sent; null when they could not be read completely. */
  readonly fills: readonly Fill[] | null
  /** Ids of orders that belong to other actions. */
  readonly others: ReadonlySet<string>
  /** Other actions whose orders are also searched for. */
  readonly rivals: readonly Rival[]
}

/** The event for an order that is not open, from the history. */
export function historyEvent(
  action: StoredAction,
  history: HistoryRead,
  { began, open, fills, others, rivals }: OrderSearch,
  absence: ProofOfAbsence,
): ActionEvent | null {
  const window = windowOf(action, absence)
  const order = orderOf(action, history.rows, others, window, rivals)
  if (order !== null) return goneEvent(action, order, began, absence)
  const filled = fillsEvent(action, sizeOf(action), fills ?? [])
  if (filled !== null) return filled
  /** A read that may lack it proves nothing: an incomplete history, or a list that never had an order of its family. */
  if (!isUnseen(action) || hasFilled(action) || !history.complete || fills === null) return null
  if (isCoinOf(action) && !history.rows.some(({ asset }) => isCoin(asset))) return null
  if (lookAlikes(action, [...open, ...history.rows], others, window).length > 0) return null
  return outcomeOf(action, 'order', 'absent', { text: ABSENT, began }, absence)
}

/** Whether no read ever showed the action's order. */
const isUnseen = ({ state }: StoredAction): boolean => state === 'unknown' || state === 'acknowledged'
/** An order that has traded did exist, even if no list shows it now. */
const hasFilled = ({ filled }: StoredAction): boolean => filled !== null && signOf(filled) > 0
const isCoinOf = ({ intent }: StoredAction): boolean => 'asset' in intent && isCoin(intent.asset)

/** When the action's order can have been created. */
export const windowOf = (
  action: StoredAction,
  absence: Pick<ProofOfAbsence, 'earliest' | 'left' | 'latest'>,
): Window => ({
  from: absence.earliest(action),
  left: absence.left(action),
  to: absence.latest(action),
})

/** The event for an order that is not open, by its status; null stands for an order unknown to the service. */
export function statusEvent(
  action: StoredAction,
  answer: OutcomeOrderStatus | null,
  { began, fills }: Pick<OrderSearch, 'began' | 'fills'>,
  absence: ProofOfAbsence,
): ActionEvent | null {
  if (answer?.order != null) return goneEvent(action, answer.order, began, absence)
  const filled = fillsEvent(action, sizeOf(action), fills ?? [])
  if (filled !== null) return filled
  if (answer !== null && !MISSING.test(answer.statusText)) return wordEvent(action, answer, began, absence)
  if (hasFilled(action) || fills === null) return null
  return outcomeOf(action, 'order', 'absent', { text: ABSENT, began }, absence)
}

function goneEvent(action: StoredAction, order: Order, began: Millis, absence: ProofOfAbsence): ActionEvent | null {
  const event = orderEvent(action, order, 'history')
  if (event !== null) return event
  const { oid, cloid, filled, size, status } = order
  const seen = { oid, cloid, filled, word: order.statusText }
  if (status === 'unknown') {
    return outcomeOf(action, 'order', 'odd_word', { text: { cancelled: ended(order) }, began, seen }, absence)
  }
  if (status !== 'partially_filled') return null
  const message = { cancelled: `${filled} of ${size} filled, the rest is gone` }
  return outcomeOf(action, 'order', 'gone_in_part', { text: message, began, seen }, absence)
}

const ABSENT: OutcomeMessages = {
  never_arrived: 'The order never arrived: the venue does not list it, and its signature has expired.',
  not_applied: 'The venue accepted the order but does not list it, and its signature has expired.',
}
const STILL_OPEN: OutcomeMessages = {
  never_arrived: 'The cancel never arrived: the order is still open.',
  still_open: 'The venue accepted the cancel, but the order is still open.',
}

/** Phrases with which a service says that it has no such order. */
const MISSING = /unknown|not.?found|missing|no.?such/i

/** The event for a status without the order: its final status text. An unknown status ends the order once lists begun later lack it too. */
function wordEvent(
  action: StoredAction,
  { status, statusText }: OutcomeOrderStatus,
  began: Millis,
  absence: ProofOfAbsence,
): ActionEvent | null {
  const seen = { oid: action.oid, cloid: action.cloid, filled: null, detail: statusText }
  switch (status) {
    case 'filled':
      return { type: 'filled', ...seen, filled: sizeOf(action) }
    case 'cancelled':
    case 'expired':
      return { type: status, ...seen }
    case 'rejected':
      return hasFilled(action) ? { type: 'cancelled', ...seen } : rejected('rejected', statusText)
    case 'unknown':
      return outcomeOf(
        action,
        'order',
        'odd_word',
        { text: { cancelled: statusText }, began, seen: { ...seen, word: statusText } },
        absence,
      )
    case 'resting':
    case 'partially_filled':
      return null
  }
}

/** The event for a cancel whose order is still open, once the cancel can no longer arrive. */
export function stillOpenEvent(action: StoredAction, began: Millis, absence: ProofOfAbsence): ActionEvent | null {
  return outcomeOf(action, 'cancel', 'still_open', { text: STILL_OPEN, began }, absence)
}

/** The event for a cancel whose order is no longer open; `order` as last read, null where no read has it. */
export function cancelEvent(
  action: StoredAction,
  { oid }: CancelIntent,
  order: Order | null,
  began: Millis,
  absence: ProofOfAbsence,
): ActionEvent | null {
  if (order === null) {
    /** A single list may omit what rests. */
    const message = { confirmed: `Order ${oid} is no longer open.` }
    return outcomeOf(action, 'cancel', 'gone', { text: message, began }, absence)
  }
  if (order.status === 'filled' || compare(order.filled, order.size) >= 0) {
    return rejected('already_filled', `The cancel came too late. ${orderOutcome(order)}`)
  }
  return { type: 'confirmed', detail: orderOutcome(order) }
}

/** Like `cancelEvent`, for an order whose status was read after the open orders: one that rests again waits for the next pass. */
export function cancelStatusEvent(
  action: StoredAction,
  intent: CancelIntent,
  answer: OutcomeOrderStatus | null,
  began: Millis,
  absence: ProofOfAbsence,
): ActionEvent | null {
  const order = answer?.order ?? null
  const status = order?.status ?? answer?.status
  if (status === 'resting') return null
  if (order === null && status === 'filled') return rejected('already_filled', 'The order filled before the cancel.')
  return cancelEvent(action, intent, order, began, absence)
}

/** The requested size; a close of everything and a binary prediction leave it to the service until they are prepared. */
const sizeOf = ({ intent, prepared }: StoredAction): Size | null => requestedOrderOf(intent, prepared)?.size ?? null
