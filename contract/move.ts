/**
 * Moves a resting order to another price or size. The service has no such request, so the order is canceled, its end and fills are read, and the rest
 * is placed again. A move has its own record.
 */

import { z } from 'zod'
import type { Order } from './account.ts'
import type { ActionRecord } from './action.ts'
import { ALGO_NAMES } from './algo.ts'
import { compare, type Price, type Size, signOf, subtract, ZERO } from './decimal.ts'
import { priceText, sizeText } from './intent.ts'
import { positive } from './messages.ts'
import { isCoin } from './outcome.ts'
import { BY_FORM, submittedBy } from './safety-locks.ts'
import type { StateTable } from './state-table.ts'
import type { Millis } from './time.ts'

/**
 * Request of a window.
 *
 * `size` is the total size wanted, including what has filled already, as in `Order.size`: a pure price move passes it on unchanged. Old and new order
 * together never trade more, except for what the old one traded before its end.
 */
export const moveRequest = z.strictObject({
  requestId: z.uuid(),
  asset: z.string().min(1).max(40),
  oid: z.string().min(1).max(64),
  price: priceText,
  size: sizeText,
  /** How it was submitted, as with `submit`. */
  by: submittedBy.default(BY_FORM),
})

export type MoveRequest = z.infer<typeof moveRequest>

/**
 * `cancelling`: the cancel was sent. `checking`: its result is unknown; reads will show it, and nothing is placed automatically any longer.
 * `reading`: the cancel is over; the order's end and fills are being read. `placing`: the new order was sent. `moved`: the new order was accepted.
 * `filled`: the total size had already filled. `kept`: the order was not canceled and rests as before. `stopped`: ended by Flatten, a cancel of the
 * same order or a sign-out. `not_replaced`: canceled without a replacement; the trader may retry, or leave it (`left`).
 */
export type MoveState =
  | 'cancelling'
  | 'checking'
  | 'reading'
  | 'placing'
  | 'moved'
  | 'filled'
  | 'kept'
  | 'stopped'
  | 'not_replaced'
  | 'left'

/** The states that may follow each state of a move. */
export const MOVE_TRANSITIONS: StateTable<MoveState> = {
  cancelling: ['checking', 'reading'],
  checking: ['reading'],
  reading: ['kept', 'filled', 'stopped', 'not_replaced', 'placing', 'moved'],
  placing: ['moved', 'stopped', 'not_replaced'],
  not_replaced: ['reading', 'left'],
  moved: [],
  filled: [],
  kept: [],
  stopped: [],
  left: [],
}

/** Final states of a move. */
export const FINAL_MOVE_STATES = ['moved', 'filled', 'kept', 'stopped', 'left'] as const satisfies readonly MoveState[]

export const isMoveFinal = (state: MoveState): boolean => (FINAL_MOVE_STATES as readonly MoveState[]).includes(state)

/** Whether a move is progressing by itself, without waiting for the trader. */
export const isMoveUnderWay = (state: MoveState): boolean => !isMoveFinal(state) && state !== 'not_replaced'

/** A move as windows show it. */
export interface MoveView {
  /** The `requestId` of the click. */
  readonly id: string
  /** The order at the time of the request. */
  readonly order: Order
  /** The request; the size is the total one (`moveRequest`). */
  readonly price: Price
  readonly size: Size
  readonly state: MoveState
  /** Times of the request and of the last change, by the service's clock. */
  readonly at: Millis
  readonly changedAt: Millis
  /** Ids of its cancel, and of each order that it tried to place, oldest first. */
  readonly cancelId: string
  readonly placeIds: readonly string[]
  /** Total fill of the old order, once its end was confirmed and its fills were read; null before. */
  readonly filled: Size | null
  /** Size of the newest order placed or attempted; null before. */
  readonly placed: Size | null
  /** Why it was not canceled, or not replaced. */
  readonly message: string | null
}

/** Size left to place: the total size minus what the old order traded. Never below zero. */
export function leftToPlace(wanted: Size, filled: Size): Size {
  return compare(wanted, filled) > 0 ? subtract(wanted, filled) : ZERO
}

/** Facts about an order to be moved. */
export interface MovableFacts {
  /** The action of this terminal that created it; null when unknown. */
  readonly made: Pick<ActionRecord, 'intent' | 'held'> | null
  /** Whether it is certain that this terminal did not create it. */
  readonly isExternal: boolean
  /** Why the profile cannot cancel, or null. */
  readonly cancelOff: string | null
}

/** Why an order cannot be moved at all, as a sentence for the trader, or null. */
export function moveOff(
  order: Pick<Order, 'asset' | 'cloid'>,
  { made, isExternal, cancelOff }: MovableFacts,
): string | null {
  if (cancelOff !== null) return cancelOff
  if (isExternal) {
    return 'Another client placed this order and may react to a cancel. Cancel it, then place a new one.'
  }
  if (made?.intent.kind === 'place' && made.intent.signer === 'wallet') {
    return 'Your wallet signed this order and would have to sign each move. Cancel it, then place a new one.'
  }
  if (made?.held?.what === ALGO_NAMES.slices) {
    return 'This order belongs to slices that follow the price. Stop them first, or cancel the order to pause them.'
  }
  if (isCoin(order.asset) && order.cloid === null) {
    return 'This order has no client order id; without one the venue cannot cancel an outcome order.'
  }
  return null
}

/** The problem of a move, given the order as it is now; null when there is none. */
export function moveIssue(
  order: Pick<Order, 'price' | 'size' | 'filled'>,
  wanted: { readonly price: Price; readonly size: Size },
): { readonly field: 'price' | 'size'; readonly message: string } | null {
  if (signOf(wanted.size) <= 0) return { field: 'size', message: positive('Size') }
  if (compare(wanted.size, order.filled) <= 0) {
    const message = `${order.filled} already filled; the total size must be larger. To drop the rest, cancel the order.`
    return { field: 'size', message }
  }
  if (compare(wanted.price, order.price) === 0 && compare(wanted.size, order.size) === 0) {
    return { field: 'price', message: 'Price and size are unchanged.' }
  }
  return null
}
