/** What a limit order would do on arrival: walks the opposite side of the book as it is shown. An estimate: books move. */
import {
  add,
  compare,
  divide,
  lesser,
  type Money,
  multiply,
  type Price,
  type Size,
  signOf,
  subtract,
  ZERO,
} from '../../contract/decimal.ts'
import type { BookRow, Side } from '../../contract/market.ts'

/** The part of a book view that a walk reads, best levels first. */
export interface BookSides {
  readonly bids: readonly Pick<BookRow, 'px' | 'sz'>[]
  readonly asks: readonly Pick<BookRow, 'px' | 'sz'>[]
}

export interface Walk {
  /** What fills at once. */
  readonly filled: Size
  /** Value of what fills at once, USDC. */
  readonly value: Money
  /** Average and worst price of what fills at once; null when nothing does. */
  readonly average: Price | null
  readonly worst: Price | null
  /** Levels touched. */
  readonly levels: number
  /** What does not fill at once: rests (GTC), is canceled (IOC). */
  readonly rest: Size
  /** Whether the price reaches past the last level shown, so that more may fill than is counted here. */
  readonly beyondShown: boolean
  /** Place that the rest takes among its own side's levels: `level` 1 is the best. */
  readonly queue: { readonly level: number; readonly of: number; readonly joins: boolean } | null
}

const AVERAGE_PLACES = 12

/** Whether a limit at `price` trades with a resting order at `against`. */
const reaches = (side: Side, price: Price, against: Price): boolean =>
  side === 'buy' ? compare(price, against) >= 0 : compare(price, against) <= 0

/** Walks the book for a limit order of `size` at `price`. Both must be positive. */
export function walkBook(side: Side, price: Price, size: Size, book: BookSides): Walk {
  const opposite = side === 'buy' ? book.asks : book.bids
  let rest = size
  let value: Money = ZERO
  let filled: Size = ZERO
  let worst: Price | null = null
  let levels = 0
  for (const { px, sz } of opposite) {
    if (signOf(rest) <= 0 || !reaches(side, price, px)) break
    if (signOf(sz) <= 0) continue
    const take = lesser(rest, sz)
    value = add(value, multiply(px, take))
    filled = add(filled, take)
    rest = subtract(rest, take)
    worst = px
    levels += 1
  }
  const last = opposite.at(-1)
  const some = signOf(filled) > 0
  return {
    filled,
    value,
    average: some ? divide(value, filled, AVERAGE_PLACES) : null,
    worst,
    levels,
    rest: rest,
    beyondShown: signOf(rest) > 0 && last !== undefined && reaches(side, price, last.px),
    queue: signOf(rest) > 0 ? queuePlace(side, price, book) : null,
  }
}

/** Whether an order that does not wait would come to nothing at all: no press of it looks as if something would. */
export const fillsNothing = (walk: Pick<Walk, 'filled'> | null, waits: boolean): boolean =>
  !waits && walk !== null && signOf(walk.filled) === 0

function queuePlace(side: Side, price: Price, book: BookSides): NonNullable<Walk['queue']> {
  const own = side === 'buy' ? book.bids : book.asks
  let better = 0
  let joins = false
  for (const { px } of own) {
    const order = compare(px, price)
    if (order === 0) joins = true
    if (side === 'buy' ? order > 0 : order < 0) better += 1
  }
  return { level: better + 1, of: joins ? own.length : own.length + 1, joins }
}
