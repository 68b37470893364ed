/** A position as it is kept until it ends. Pure. */
import type { Order, Position } from '../../contract/account.ts'
import { compare, signOf, subtract } from '../../contract/decimal.ts'
import type { MarketTurn } from '../../contract/market-end.ts'
import type { Millis } from '../../contract/time.ts'
import type { HeldPosition } from '../storage/index.ts'

/** What is known of it beside the position itself. */
interface Around {
  /** When it was read, the service's time. */
  readonly now: Millis
  readonly end: Millis | null
  readonly name: string
  /** The trader's open orders; null where they could not be read. */
  readonly orders: readonly Order[] | null
}

/** @param before the same position as it was kept last; null for one that is new. */
export function heldNow(
  position: Position,
  before: HeldPosition | null,
  { now, end, name, orders }: Around,
): HeldPosition {
  const { family, asset, size, entryPx, liquidationPx } = position
  const isAsItWas = before !== null && compare(before.size, size) === 0 && compare(before.entryPx, entryPx) === 0
  return {
    family,
    asset,
    size,
    entryPx,
    liquidationPx,
    since: isAsItWas ? before.since : now,
    name: name === asset ? (before?.name ?? name) : name,
    end: end ?? before?.end ?? null,
    isReached: before !== null && before.liquidationPx === liquidationPx && before.isReached,
    orders: orders === null ? (before?.orders ?? []) : openIn(orders, asset),
  }
}

const openIn = (orders: readonly Order[], asset: string): HeldPosition['orders'] =>
  orders
    .filter((order) => order.asset === asset)
    .map(({ oid, side, price, size, filled }) => ({ oid, side, price, size: subtract(size, filled) }))

/** By how much a turn may begin before the end of the one before it as the terminal knows that, ms. */
const NEAR = 2_000

/**
 * Whether a position that a read shows is another one than was kept in its asset: of the other side, or of a later turn of the asset. A turn whose end
 * has been moved is no later one, and none comes before the end of the one before.
 * @param now the service's time, ms
 */
export function isAnother(before: HeldPosition, { size }: Position, turn: MarketTurn | null, now: Millis): boolean {
  if (signOf(before.size) !== signOf(size)) return true
  if (before.family === 'outcome' || before.end === null || turn === null) return false
  return turn.end > before.end && (turn.start ?? now) >= before.end - NEAR && now >= before.end - NEAR
}
