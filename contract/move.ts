/**
 * Moving a resting order to another price or size: the service has no such thing, so the order is canceled, its end and its fills are read,
 * and what is still wanted is placed again. An action of its own with a record of its own.
 */
import { z } from 'zod'
import type { Order } from './account.ts'
import type { ActionRecord } from './action.ts'
import { ALGO_NAMES } from './algo.ts'
import { BY_FORM, submittedBy } from './catches.ts'
import { compare, type Price, type Size, signOf, subtract, ZERO } from './decimal.ts'
import { priceText, sizeText } from './intent.ts'
import { isCoin } from './outcome.ts'
import type { Millis } from './time.ts'

/**
 * What a window asks for.
 *
 * `size` is the whole size wanted, with what of the order has filled already, as in `Order.size`: who only moves the price passes it on as it
 * is. Old and new order together never trade more than it, but for what the old one had traded before its end.
 */
export const moveRequest = z.strictObject({
  requestId: z.uuid(),
  asset: z.string().min(1).max(40),
  oid: z.string().min(1).max(64),
  price: priceText,
  size: sizeText,
  /** By which hand it comes, as with `submit`. */
  by: submittedBy.default(BY_FORM),
})

export type MoveRequest = z.infer<typeof moveRequest>

/** Every state, in the order in which a move that goes well comes to them; the last six are final but for `not_replaced`. */
export const MOVE_STATES = [
  'cancelling',
  'checking',
  'reading',
  'placing',
  'moved',
  'filled',
  'kept',
  'stopped',
  'not_replaced',
  'left',
] as const

/**
 * `cancelling`: the cancel was handed over. `checking`: no answer said what became of it; reads will, and nothing is placed by itself any
 * more. `reading`: the cancel is over; the order's end and its fills are read. `placing`: what is left to place was handed over.
 * `moved`: the new order was taken. `filled`: all that was wanted had filled. `kept`: the order was not canceled and rests as it was.
 * `stopped`: Flatten, a cancel of the same order or a sign-out ended it. `not_replaced`: cancelled, and nothing stands in its place; the
 * trader may try again, or leaves it (`left`).
 */
export type MoveState = (typeof MOVE_STATES)[number]

/** The states after which nothing more happens to a move. */
export const FINAL_MOVE_STATES = ['moved', 'filled', 'kept', 'stopped', 'left'] as const satisfies readonly MoveState[]

/** Whether nothing more happens to a move in this state. */
export const isMoveFinal = (state: MoveState): boolean => (FINAL_MOVE_STATES as readonly MoveState[]).includes(state)

/** Whether a move is at work by itself: it waits for nobody. */
export const isMoveUnderWay = (state: MoveState): boolean => !isMoveFinal(state) && state !== 'not_replaced'

/** A move, as windows show it. */
export interface MoveView {
  /** The `requestId` of the press. */
  readonly id: string
  /** The order as it was when the move was asked for. */
  readonly order: Order
  /** What was asked for; the size is the whole one (`moveRequest`). */
  readonly price: Price
  readonly size: Size
  readonly state: MoveState
  /** When it was asked for and when it changed last, by the service's clock. */
  readonly at: Millis
  readonly changedAt: Millis
  /** Id of its cancel, and of each order that it tried to place, oldest first. */
  readonly cancelId: string
  readonly placeIds: readonly string[]
  /** What of the old order traded, once its end was confirmed and its fills were read; null before. */
  readonly filled: Size | null
  /** Size of the newest order that it placed, or tried to; null before. */
  readonly placed: Size | null
  /** What there is to say of it: why it was not canceled, or not replaced. */
  readonly message: string | null
}

/** What is left to place: of the whole size wanted, what the old order did not trade. Never below zero. */
export function leftToPlace(wanted: Size, filled: Size): Size {
  return compare(wanted, filled) > 0 ? subtract(wanted, filled) : ZERO
}

/** What is known of an order that somebody wants to move. */
export interface MovableFacts {
  /** The action of this terminal that made it; null where none is known. */
  readonly made: Pick<ActionRecord, 'intent' | 'held'> | null
  /** Whether it is certain that this terminal did not make it. */
  readonly isExternal: boolean
  /** Why the profile cannot cancel, or null. */
  readonly cancelOff: string | null
}

/** Why an order cannot be moved at all, in words for the trader, or null. */
export function moveOff(
  order: Pick<Order, 'asset' | 'cloid'>,
  { made, isExternal, cancelOff }: MovableFacts,
): string | null {
  if (cancelOff !== null) return cancelOff
  if (isExternal) {
    return 'Another client made this order and may answer its cancel with one of its own. Cancel it, and place a new one.'
  }
  if (made?.intent.kind === 'place' && made.intent.signer === 'wallet') {
    return 'Your own wallet signed this order, and each new one would ask it again. Cancel it, and place a new one.'
  }
  if (made?.held?.what === ALGO_NAMES.slices) {
    return 'Slices hold this order and have it follow the price. Stop them first, or cancel it: they pause then.'
  }
  if (isCoin(order.asset) && order.cloid === null) {
    return 'This order has no client order id, and outcome orders are canceled by it only.'
  }
  return null
}

/** What a move asks for that cannot be, by the order as it is now; null where there is nothing to say. */
export function moveIssue(
  order: Pick<Order, 'price' | 'size' | 'filled'>,
  wanted: { readonly price: Price; readonly size: Size },
): { readonly field: 'price' | 'size'; readonly message: string } | null {
  if (signOf(wanted.size) <= 0) return { field: 'size', message: 'Size must be greater than 0.' }
  if (compare(wanted.size, order.filled) <= 0) {
    const message = `${order.filled} of it have filled already; the whole size must be more than that. To end the rest, cancel it.`
    return { field: 'size', message }
  }
  if (compare(wanted.price, order.price) === 0 && compare(wanted.size, order.size) === 0) {
    return { field: 'price', message: 'Price and size are as they are; nothing is to be moved.' }
  }
  return null
}
