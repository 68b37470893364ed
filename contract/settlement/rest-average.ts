/** What the rest of the final window must average for a settlement to come to a level. Exact. */
import { fromUnits, type Price, placesOf, toUnits } from '../decimal.ts'

/** What has been seen of the final window. */
export interface SeenOfWindow {
  /** The average so far. */
  readonly mark: Price
  /** ms that it stands for. */
  readonly seenMs: number
  /** Length of the window, ms. */
  readonly windowMs: number
}

/**
 * The average of the rest at which the settlement comes to `level`, rounded up to the finer places of the two: with that it is reached.
 * Null once nothing is left.
 */
export function restMustAverage(level: Price, { mark, seenMs, windowMs }: SeenOfWindow): Price | null {
  const rest = BigInt(windowMs - seenMs)
  if (rest <= 0n) return null
  const places = Math.max(placesOf(level), placesOf(mark))
  const wanted = toUnits(level, places) * BigInt(windowMs)
  const seen = toUnits(mark, places) * BigInt(seenMs)
  return fromUnits(ceiling(wanted - seen, rest), places) as Price
}

/** a ÷ b towards the greater, for b > 0: division of bigints cuts towards zero. */
const ceiling = (a: bigint, b: bigint): bigint => a / b + (a > 0n && a % b !== 0n ? 1n : 0n)
