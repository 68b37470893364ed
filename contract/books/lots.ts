/**
 * What is held in one asset and what it cost: average cost, exact. Amounts are bigints of fixed places, so that nothing is rounded but the
 * share of the cost that leaves with a part, which is cut to the unit of the money towards zero, as the service does.
 */
import { type Decimal, toUnits } from '../decimal.ts'

/** Places of prices and of sizes here; adapters round what the service tells to more. Values have as many as both together. */
export const PLACES = 9
/** Places of values: price times size. */
export const VALUE_PLACES = 2 * PLACES
/** Values of one micro-unit of money, the smallest that the service books. */
const MICRO = 10n ** BigInt(VALUE_PLACES - 6)

/** A holding; null is a cost that is not known, as of what was held before the records begin. */
export interface Lots {
  /** Signed, 10^−9. */
  readonly size: bigint
  /** Of its own side, never negative but for shorts of scalar markets: what was paid, minus what was got for a short; 10^−18. */
  readonly cost: bigint | null
  /** What was put up of it: less than the cost where a part is lent; the most that can be lost. */
  readonly posted: bigint | null
}

/** Nothing held. */
export const NOTHING: Lots = { size: 0n, cost: 0n, posted: 0n }

/** A price or a size. @throws RangeError when it has more places than can be kept exactly. */
export const unitsOf = (value: Decimal): bigint => toUnits(value, PLACES)

/** Adds to what is held, or opens it. */
export const opened = (lots: Lots, size: bigint, cost: bigint, posted: bigint): Lots => ({
  size: lots.size + size,
  cost: lots.cost === null ? null : lots.cost + cost,
  posted: lots.posted === null ? null : lots.posted + posted,
})

/** What left, and what is left. */
export interface Left {
  readonly left: Lots
  readonly cost: bigint | null
  readonly posted: bigint | null
}

/** Takes `amount` (unsigned) away, with its part of the cost. More than is held was there before the records begin: its cost is not known. */
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

/** Without its sign. */
export const magnitude = (value: bigint): bigint => (value < 0n ? -value : value)
/** Cut to whole micro-units of money, towards zero. */
const cut = (value: bigint): bigint => (value / MICRO) * MICRO
/** `count` parts of an amount that are as even as whole micro-units allow, and together are all of it. */
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
