/** What reads say of orders and of cancels, of every family: pure but for the counting of passes. */
import type { Fill, Order } from '../../../contract/account.ts'
import { compare, type Size, signOf } from '../../../contract/decimal.ts'
import type { CancelIntent } from '../../../contract/intent.ts'
import { orderAskedFor } from '../../../contract/order-asked-for.ts'
import { isCoin, type OutcomeOrderStatus } from '../../../contract/outcome.ts'
import type { Millis } from '../../../contract/time.ts'
import type { HistoryRead } from '../../records/index.ts'
import type { StoredAction } from '../../storage/index.ts'
import type { ActionEvent } from '../actions/index.ts'
import {
  ended,
  fateOf,
  fillsEvent,
  lookAlikes,
  orderEvent,
  orderOf,
  type Rival,
  rejected,
  type Window,
} from './order-evidence.ts'
import { outcomeOf, type Words } from './outcome-table.ts'
import type { ProofOfAbsence } from './proof-of-absence.ts'

/** What one search for an order that is not open has to go by. */
interface OrderSearch {
  /** Service's time when the pass began. */
  readonly began: Millis
  /** Open orders of the action's family. */
  readonly open: readonly Order[]
  /** Fills since the action was sent; null when they could not be read, or not all of them. */
  readonly fills: readonly Fill[] | null
  /** Ids of orders that are other actions'. */
  readonly others: ReadonlySet<string>
  /** Other actions whose orders are searched for as well. */
  readonly rivals: readonly Rival[]
}

/** An order that is not open, searched for in the history. */
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
  /** Nothing is concluded from a read that may lack it: a part of the past, or a list that never had an order of its family. */
  if (!isUnseen(action) || hasFilled(action) || !history.complete || fills === null) return null
  if (isCoinOf(action) && !history.rows.some(({ asset }) => isCoin(asset))) return null
  if (lookAlikes(action, [...open, ...history.rows], others, window).length > 0) return null
  return outcomeOf(action, 'order', 'absent', { words: ABSENT, began }, absence)
}

/** Whether no read ever showed the action's order. */
const isUnseen = ({ state }: StoredAction): boolean => state === 'unknown' || state === 'acknowledged'
/** What has traded was there, whatever lists it now. */
const hasFilled = ({ filled }: StoredAction): boolean => filled !== null && signOf(filled) > 0
const isCoinOf = ({ intent }: StoredAction): boolean => 'asset' in intent && isCoin(intent.asset)

/** When the action's order can have come to be. */
export const windowOf = (
  action: StoredAction,
  absence: Pick<ProofOfAbsence, 'earliest' | 'left' | 'latest'>,
): Window => ({
  from: absence.earliest(action),
  left: absence.left(action),
  to: absence.latest(action),
})

/** An order that is not open, asked for by its id; null is an order that the service does not know. */
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
  return outcomeOf(action, 'order', 'absent', { words: ABSENT, began }, absence)
}

function goneEvent(action: StoredAction, order: Order, began: Millis, absence: ProofOfAbsence): ActionEvent | null {
  const event = orderEvent(action, order, 'history')
  if (event !== null) return event
  const { oid, cloid, filled, size, status } = order
  const seen = { oid, cloid, filled, word: order.statusText }
  if (status === 'unknown') {
    return outcomeOf(action, 'order', 'odd_word', { words: { cancelled: ended(order) }, began, seen }, absence)
  }
  if (status !== 'partially_filled') return null
  const words = { cancelled: `${filled} of ${size} filled, the rest is gone` }
  return outcomeOf(action, 'order', 'gone_in_part', { words, began, seen }, absence)
}

const ABSENT: Words = {
  never_arrived: 'The order never arrived: no read shows it, and what was signed has expired.',
  not_applied: 'The service took the order, but no read shows it, and what was signed has expired.',
}
const STILL_OPEN: Words = {
  never_arrived: 'The cancel never arrived: the order is still open.',
  still_open: 'The service took the cancel, but the order is still open.',
}

/** Words with which a service says that it has no such order. */
const MISSING = /unknown|not.?found|missing|no.?such/i

/** A status without the order: its final words. One that is not known ends the order once lists that were begun later lack it too. */
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
        { words: { cancelled: statusText }, began, seen: { ...seen, word: statusText } },
        absence,
      )
    case 'resting':
    case 'partially_filled':
      return null
  }
}

/** A cancel whose order is still open, once it can no longer arrive. */
export function stillOpenEvent(action: StoredAction, began: Millis, absence: ProofOfAbsence): ActionEvent | null {
  return outcomeOf(action, 'cancel', 'still_open', { words: STILL_OPEN, began }, absence)
}

/** A cancel whose order is not open any more; `order` as it was read last, null where no read has it. */
export function cancelEvent(
  action: StoredAction,
  { oid }: CancelIntent,
  order: Order | null,
  began: Millis,
  absence: ProofOfAbsence,
): ActionEvent | null {
  if (order === null) {
    /** One list may leave out what rests. */
    const words = { confirmed: `Order ${oid} is no longer open.` }
    return outcomeOf(action, 'cancel', 'gone', { words, began }, absence)
  }
  if (order.status === 'filled' || compare(order.filled, order.size) >= 0) {
    return rejected('already_filled', `The order filled before the cancel: ${fateOf(order)}.`)
  }
  return { type: 'confirmed', detail: `Order ${oid} ${fateOf(order)}` }
}

/** The same for an order that was asked for by its id, after the open orders were read: one that rests again waits for the next pass. */
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

/** What an action asks for; a close of everything and a binary prediction leave it to the service until they are prepared. */
const sizeOf = ({ intent, prepared }: StoredAction): Size | null => orderAskedFor(intent, prepared)?.size ?? null
