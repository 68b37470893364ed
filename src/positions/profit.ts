/** The value of a position at a mark, by exact arithmetic on the service's data, and its opening time. Pure. */
import type { Fill, Position } from '../../contract/account.ts'
import { unrealised } from '../../contract/books/index.ts'
import {
  absolute,
  add,
  type Decimal,
  divide,
  type Money,
  multiply,
  negate,
  type Price,
  padTo,
  placesOf,
  type Size,
  signOf,
  subtract,
  toPlaces,
  trimZeros,
  ZERO,
} from '../../contract/decimal.ts'
import { heldPrice } from '../../contract/family-rules.ts'
import { marginOf } from '../../contract/order-rules.ts'
import { atPlaces, grouped } from '../format/index.ts'

type Held = Pick<Position, 'family' | 'size' | 'entryPx' | 'margin' | 'leverage' | 'realizedPnl'>

/** Value of the position at a mark, USDC (USDH for shares): its own price × |size|. */
export const valueAt = (position: Held, mark: Price): Money =>
  multiply(heldPrice(position, mark), absolute(position.size))

/** Profit in percent of the margin at stake, to two decimals; null when nothing is at stake. */
export function returnPercent(position: Held, profit: Money): Decimal | null {
  const entryValue = multiply(position.entryPx, absolute(position.size))
  const stake = position.margin ?? marginOf(entryValue, position.leverage ?? 1)
  return signOf(stake) <= 0 ? null : divide(multiply(profit, '100' as Decimal), stake, 2)
}

/** The total result of the position when it settles at a mark: the open part, and what was realized before. */
export const settledAt = (position: Held, mark: Price): Money =>
  add(unrealised(position, mark), position.realizedPnl ?? ZERO)

/** An average entry may have more decimals than the market: it is shown with one decimal more than the tick. */
export const entryText = (entry: Price, places: number): string =>
  placesOf(trimZeros(entry)) <= places ? atPlaces(trimZeros(entry), places) : grouped(toPlaces(entry, places + 1))

/**
 * A liquidation price with the market's decimals, from the view of the held side: additional decimals of the service are rounded towards the mark, so
 * that it is never shown further away than it is. `above`: the mark is above it.
 */
export function liquidationAt(price: Price, places: number, above: boolean): Price {
  const exact = trimZeros(price)
  return placesOf(exact) <= places ? padTo(exact, places) : toPlaces(exact, places, above ? 'up' : 'down')
}

/** The opening time of a position from the trader's own fills: service time, ms, or as a sentence why it is unknown. */
export type HeldSince = { readonly at: number } | { readonly at: null; readonly because: string }

/** Fills as read, newest first, and the requested number; null while they were not read. */
export interface FillsRead {
  readonly fills: readonly Fill[]
  readonly limit: number
}

/**
 * Walks back from the position through the fills of its asset to the one before which it was flat, or on the other side. A position without an
 * opening fill (a conversion, a deposit of shares) has no known opening time.
 */
export function heldSince({ asset, size }: Pick<Position, 'asset' | 'size'>, read: FillsRead | null): HeldSince {
  if (read === null) return { at: null, because: 'Fills not loaded yet.' }
  const way = signOf(size)
  let left: Size = size
  for (const fill of read.fills) {
    if (fill.asset !== asset) continue
    const added = fill.side === 'buy' ? fill.size : (negate(fill.size) as Size)
    left = subtract<Decimal>(left, added) as Size
    if (signOf(left) !== way) return { at: fill.time }
  }
  if (read.fills.length >= read.limit) {
    return { at: null, because: `Opened before your last ${read.limit} fills, the most that are loaded.` }
  }
  return { at: null, because: 'Your fills do not explain the full position.' }
}
