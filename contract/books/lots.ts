/**
 * Size and average cost of a position in one asset, exact. Amounts are bigints with fixed places, so that the only rounding is the cost share of a
 * partial close, which is truncated to the money unit towards zero, as the service does.
 */
import { type Decimal, toUnits } from '../decimal.ts'

/** Decimal places of prices and sizes; adapters round finer values of the service. Values have the places of both together. */
export const PLACES = 9
/** Decimal places of values: price times size. */
export const VALUE_PLACES = 2 * PLACES
/** One micro-unit of money, the smallest that the service books, as a value. */
const MICRO = 10n ** BigInt(VALUE_PLACES - 6)

/** A position; a null cost is unknown, such as that of a position from before the records begin. */
export interface Lots {
  /** Signed, in 10^−9. */
  readonly size: bigint
  /** Cost on its own side in 10^−18: the amount paid, or minus the amount received for a short. Negative only for scalar shorts. */
  readonly cost: bigint | null
  /** The posted part: less than the cost when a part is lent; the most that can be lost. */
  readonly posted: bigint | null
}

export const NOTHING: Lots = { size: 0n, cost: 0n, posted: 0n }

/** A price or size in units. @throws RangeError when it has more places than can be kept exactly. */
export const unitsOf = (value: Decimal): bigint => toUnits(value, PLACES)

/** Adds to a position, or opens one. */
export const opened = (lots: Lots, size: bigint, cost: bigint, posted: bigint): Lots => ({
  size: lots.size + size,
  cost: lots.cost === null ? null : lots.cost + cost,
  posted: lots.posted === null ? null : lots.posted + posted,
})

/** The closed part, and the remaining position. */
export interface Left {
  readonly left: Lots
  readonly cost: bigint | null
  readonly posted: bigint | null
}

/** Removes `amount` (unsigned) with its share of the cost. An excess over the position was held before the records begin: its cost is unknown. */
export function closed(lots: Lots, amount: bigint): Left {
  const held = magnitude(lots.size)
  if (amount > held) return { left: NOTHING, cost: null, posted: null }
  const part = (whole: bigint | null): bigint | null =>
    whole === null || amount === held ? whole : cut((whole * amount) / held)
  const cost = part(lots.cost)
  const posted = part(lots.posted)
  if (amount === held) return { left: NOTHING, cost, posted }
  const left: Lots = {
    size: lots.size > 0n ? lots.size - amount : lots.size + amount,
    cost: minus(lots.cost, cost),
    posted: minus(lots.posted, posted),
  }
  return { left, cost, posted }
}

/** Absolute value. */
export const magnitude = (value: bigint): bigint => (value < 0n ? -value : value)
/** Truncates to whole micro-units of money, towards zero. */
const cut = (value: bigint): bigint => (value / MICRO) * MICRO
/** Splits an amount into `count` parts that are as even as whole micro-units allow and add up to it. */
export function evenly(amount: bigint | null, count: number): (bigint | null)[] {
  let rest = amount
  return Array.from({ length: count }, (_, i) => {
    if (rest === null) return null
    const part = i === count - 1 ? rest : cut(rest / BigInt(count - i))
    rest -= part
    return part
  })
}
const minus = (a: bigint | null, b: bigint | null): bigint | null => (a === null || b === null ? null : a - b)
