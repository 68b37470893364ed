/** How long more is waited for before an end is told. */
import type { Judged } from './ending-of.ts'

/** Reads this far apart that both lack a position prove that it is gone, ms. */
export const APART = 3_000
/** Fills may be listed this long after a position is gone, ms. */
export const LATE = 10_000
/** A settlement price may be known this long after its market ended, ms. */
export const PRICE_LATE = 45_000
/** Fills that cannot be read are waited for so long, ms. */
export const GIVE_UP = 60_000

/** How long what was found is waited over before it is told, ms: more may come. */
export function waitFor({ end, isExplained }: Judged): number {
  if (isExplained) return 0
  if (end === 'by_hand') return APART
  if (end.kind === 'settled') return end.price === null ? PRICE_LATE : APART
  return LATE
}
