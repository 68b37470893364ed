/** What reads say of orders and of cancels, of every family: pure but for the counting of passes. */
import type { Fill, Order } from '../../../contract/account.ts'
import { compare, type Size } from '../../../contract/decimal.ts'
import type { CancelIntent } from '../../../contract/intent.ts'
import type { OutcomeOrderStatus } from '../../../contract/outcome.ts'
import type { Millis } from '../../../contract/time.ts'
import type { StoredAction } from '../../storage/index.ts'
import type { ActionEvent } from '../actions/index.ts'
import type { Absence } from './absence.ts'
import { fateOf, fillsEvent, lookAlikes, neverArrived, orderEvent, orderOf, rejected } from './observe.ts'
import type { HistoryRead } from './order-search.ts'

/** What one search for an order that is not open has to go by. */
interface OrderSearch {
  /** Service's time when the pass began. */
  readonly began: Millis
  /** Open orders of the action's family. */
  readonly open: readonly Order[]
  readonly fills: readonly Fill[]
  /** Ids of orders that are other actions'. */
  readonly others: ReadonlySet<string>
}

/** An order that is not open, searched for in the history. */
export function historyEvent(
  action: StoredAction,
  history: HistoryRead,
  { began, open, fills, others }: OrderSearch,
  absence: Absence,
): ActionEvent | null {
  const earliest = absence.earliest(action)
  const order = orderOf(action, history.orders, others, earliest)
  if (order !== null) return goneEvent(action, order, absence)
  const filled = fillsEvent(action, sizeOf(action), fills)
  if (filled !== null) return filled
  if (action.state !== 'unknown' || !history.complete) return null
  if (lookAlikes(action, [...open, ...history.orders], others, earliest).length > 0) return null
  return absentEvent(action, began, absence)
}

/** An order that is not open, asked for by its id; null is an order that the service does not know. */
export function statusEvent(
  action: StoredAction,
  answer: OutcomeOrderStatus | null,
  { began, fills }: Pick<OrderSearch, 'began' | 'fills'>,
  absence: Absence,
): ActionEvent | null {
  if (answer?.order != null) return goneEvent(action, answer.order, absence)
  const filled = fillsEvent(action, sizeOf(action), fills)
  if (filled !== null) return filled
  if (answer !== null && !MISSING.test(answer.statusText)) return wordEvent(action, answer.statusText)
  return action.state === 'unknown' ? absentEvent(action, began, absence) : null
}

function goneEvent(action: StoredAction, order: Order, absence: Absence): ActionEvent | null {
  const event = orderEvent(action, order, 'history')
  if (event !== null) return event
  /** Gone from the open orders and partly filled for good, once two passes agree: the rest was cancelled. */
  if (order.status !== 'partially_filled' || !absence.isAgreed(action)) return null
  const { oid, cloid, filled, size } = order
  return { type: 'cancelled', oid, cloid, filled, detail: `${filled} of ${size} filled, the rest is gone` }
}

const absentEvent = (action: StoredAction, began: Millis, absence: Absence): ActionEvent | null =>
  absence.isAbsent(action, began)
    ? neverArrived('The order never arrived: no read shows it, and what was signed has expired.')
    : null

/** Words with which a service says that it has no such order. */
const MISSING = /unknown|not.?found|missing|no.?such/i

/** A status without the order: its final words. */
function wordEvent(action: StoredAction, word: string): ActionEvent | null {
  const seen = { oid: action.oid, cloid: action.cloid, filled: null, detail: word }
  if (/^filled$/i.test(word)) return { type: 'filled', ...seen, filled: sizeOf(action) }
  if (/^cancell?ed$/i.test(word)) return { type: 'cancelled', ...seen }
  if (/^expired$/i.test(word)) return { type: 'expired', ...seen }
  return /^rejected$/i.test(word) ? rejected('rejected', word) : null
}

/** A cancel whose order is still open, once it can no longer arrive. */
export function stillOpenEvent(action: StoredAction, began: Millis, absence: Absence): ActionEvent | null {
  if (!absence.isAbsent(action, began)) return null
  return action.state === 'unknown'
    ? neverArrived('The cancel never arrived: the order is still open.')
    : rejected('still_open', 'The service took the cancel, but the order is still open.')
}

/** A cancel whose order is not open any more; `order` as it was read last, null where no read has it. */
export function cancelEvent(
  action: StoredAction,
  { oid }: CancelIntent,
  order: Order | null,
  began: Millis,
  absence: Absence,
): ActionEvent | null {
  if (order === null) {
    const certain = action.state === 'acknowledged' || absence.isAbsent(action, began)
    return certain ? { type: 'confirmed', detail: `Order ${oid} is no longer open.` } : null
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
  absence: Absence,
): ActionEvent | null {
  const order = answer?.order ?? null
  const word = order?.statusText ?? answer?.statusText ?? ''
  if (/^(resting|open)$/i.test(word)) return null
  if (order === null && /^filled$/i.test(word)) return rejected('already_filled', 'The order filled before the cancel.')
  return cancelEvent(action, intent, order, began, absence)
}

/** What an action asks for; a close leaves it to the service, and so does a binary prediction until it is prepared. */
function sizeOf({ intent, prepared }: StoredAction): Size | null {
  switch (intent.kind) {
    case 'place':
    case 'predict':
    case 'outcome_order':
      return intent.size
    case 'binary_predict':
      return prepared?.size ?? null
    default:
      return null
  }
}
