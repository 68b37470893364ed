/** Since when a position is held, as the trader's own fills tell it. Pure. */
import type { Fill, Position } from '../../contract/account.ts'
import { type Decimal, negate, type Size, signOf, subtract } from '../../contract/decimal.ts'

/** The service's time, ms; or, in a sentence, why nothing tells it. */
export type HeldSince = { readonly at: number } | { readonly at: null; readonly because: string }

/** Fills as they were read, newest first, and how many were asked for; null while they were not read. */
export interface FillsRead {
  readonly fills: readonly Fill[]
  readonly limit: number
}

/**
 * Back from what is held through the fills of its asset to the one before which nothing was held, or the other side. What came without a
 * fill (a conversion, a deposit of shares) has no beginning that fills could tell.
 */
export function heldSince({ asset, size }: Pick<Position, 'asset' | 'size'>, read: FillsRead | null): HeldSince {
  if (read === null) return { at: null, because: 'Your fills are not read yet.' }
  const way = signOf(size)
  let left: Size = size
  for (const fill of read.fills) {
    if (fill.asset !== asset) continue
    const added = fill.side === 'buy' ? fill.size : (negate(fill.size) as Size)
    left = subtract<Decimal>(left, added) as Size
    if (signOf(left) !== way) return { at: fill.time }
  }
  if (read.fills.length >= read.limit) {
    return { at: null, because: `Opened before your last ${read.limit} fills, which is as far as is read.` }
  }
  return { at: null, because: 'No fill of yours tells when all of it came: some came in another way.' }
}
