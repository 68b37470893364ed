/** A position as it is kept until it ends. Pure. */
import type { Order, Position } from '../../contract/account.ts'
import { compare, signOf, subtract } from '../../contract/decimal.ts'
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

/** Whether a position that a read shows is another one than was kept in its asset: of the other side, or of a later turn of the asset. */
export const isAnother = (before: HeldPosition, { size }: Position, end: Millis | null): boolean =>
  signOf(before.size) !== signOf(size) || (before.end !== null && end !== null && end > before.end)
