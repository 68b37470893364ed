/** What the order that a plan waits for has come to, through every move of it. Pure. */
import { type ActionRecord, isFinal } from '../../contract/action.ts'
import {
  add,
  compare,
  type Decimal,
  divide,
  greater,
  lesser,
  type Money,
  multiply,
  type Price,
  type Size,
  signOf,
  ZERO,
} from '../../contract/decimal.ts'
import type { ExitSide } from '../../contract/exit-rules.ts'
import { isMoveFinal, isMoveUnderWay, type MoveView } from '../../contract/move.ts'
import type { EntryFill } from './plan-group.ts'

interface Around {
  readonly action: (id: string) => ActionRecord | null
  readonly moves: readonly Pick<MoveView, 'order' | 'placeIds' | 'state'>[]
  /** For fills whose price is not read yet: the price of the asset at its first fill, or what was known of the fills before. */
  readonly supposed: Price | null
  /** Of the position that the order makes. */
  readonly side: ExitSide
}

interface FollowedFill extends EntryFill {
  /** Whether nothing fills now: it is over, or waits for the trader to place it again after a move that did not. */
  readonly isStill: boolean
  readonly message: string | null
  /** Orders of it that may still fill. */
  readonly resting: readonly ActionRecord[]
  /** Ids of all of them. */
  readonly orders: readonly string[]
}

const PLACES = 12

/** Null while trading has not heard of the order. A moved order goes on in the one that took its place: its fills count together. */
export function entryFillOf(entry: string, { action, moves, supposed, side }: Around): FollowedFill | null {
  const first = action(entry)
  if (first === null) return null
  const chain: ActionRecord[] = [first]
  let isMoving = false
  let isHeldUp = false
  for (const made of chain) {
    for (const { order, placeIds, state } of moves) {
      if (made.oid === null || order.oid !== made.oid) continue
      if (isMoveUnderWay(state)) isMoving = true
      else if (!isMoveFinal(state)) isHeldUp = true
      for (const id of placeIds) {
        const placed = action(id)
        if (placed !== null && !chain.some((one) => one.id === id)) chain.push(placed)
      }
    }
  }
  const parts = chain.map((one) => partOf(one, { supposed, side }))
  const filled = parts.reduce<Size>((sum, part) => add(sum, part.filled), ZERO)
  return {
    filled,
    price: averageOf(parts.filter((part) => signOf(part.filled) > 0)) ?? parts[0]?.price ?? null,
    fee: feeOf(parts.filter((part) => signOf(part.filled) > 0)),
    isRead: parts.every((part) => part.isRead),
    isOver: !isMoving && !isHeldUp && chain.every(({ state }) => isFinal(state)),
    isStill: !isMoving && chain.every(({ state }) => isFinal(state)),
    message: chain.at(-1)?.message ?? null,
    orders: chain.map(({ id }) => id),
    resting: chain.filter(({ state }) => !isFinal(state)),
  }
}

interface Part {
  readonly filled: Size
  readonly price: Price | null
  readonly fee: Money | null
  /** Whether all of its fills were read. */
  readonly isRead: boolean
}

/**
 * An action's own fills. Until their price is read it is the one that leaves a stop the most room, of those it may be: a marketable order
 * names a worse price than it pays, and a stop counted from that could stand beyond the market at once.
 */
function partOf(
  { filled, execution, estimate, intent }: ActionRecord,
  { supposed, side }: Pick<Around, 'supposed' | 'side'>,
): Part {
  const size = filled ?? ZERO
  const isRead = signOf(size) === 0 || (execution != null && compare(execution.size, size) >= 0)
  const asked = intent.kind === 'place' ? intent.price : null
  const limit = intent.kind === 'outcome_order' && intent.mode.kind === 'limit' ? intent.mode.price : null
  const average = execution?.average ?? null
  const possible = [average ?? asked ?? limit ?? estimate?.average ?? null, supposed].filter((price) => price !== null)
  const furthest = side === 'long' ? lesser<Price> : greater<Price>
  return {
    filled: size,
    price:
      isRead && average !== null
        ? average
        : possible.reduce<Price | null>((one, other) => (one === null ? other : furthest(one, other)), null),
    fee: isRead ? (execution?.fee ?? null) : null,
    isRead,
  }
}

/** Over all fills; null where the price of a part is not known. */
function averageOf(parts: readonly Part[]): Price | null {
  const [first] = parts
  if (first === undefined || parts.some(({ price }) => price === null)) return null
  if (parts.length === 1) return first.price
  const size = parts.reduce<Size>((sum, part) => add(sum, part.filled), ZERO)
  const value = parts.reduce<Decimal>((sum, part) => add(sum, multiply(part.price ?? ZERO, part.filled)), ZERO)
  return divide(value, size, PLACES) as Decimal as Price
}

const feeOf = (parts: readonly Part[]): Money | null =>
  parts.length === 0 || parts.some(({ fee }) => fee === null)
    ? null
    : parts.reduce<Money>((sum, { fee }) => add(sum, fee ?? ZERO), ZERO)
