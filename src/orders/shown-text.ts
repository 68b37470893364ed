/** What the window showed of an order when it was sent, in one line. */

import { type Decimal, type Price, placesOf, toPlaces, trimZeros } from '../../contract/decimal.ts'
import type { ShownFigures } from '../../contract/intent.ts'
import { grouped, priceLabel } from '../format/index.ts'

/** More say nothing to a trader: an average has as many as its division gave. */
const MOST_PLACES = 6

/** `average 53.19, mark 53.10; the book was 0.2 s old`; null when nothing was shown. */
export function shownText({ bookAge, ...prices }: ShownFigures): string | null {
  const named = [
    ['average', prices.average],
    ['worst', prices.worst],
    ['fee', prices.fee],
    ['mark', prices.mark],
    ['middle', prices.mid],
  ] as const
  const words = named
    .flatMap(([name, value]) =>
      value === null ? [] : [`${name} ${name === 'fee' ? grouped(short(value)) : priceLabel(short(value) as Price)}`],
    )
    .join(', ')
  const age = bookAge === null ? '' : `the book was ${toTenths(bookAge)} s old`
  return [words, age].filter((part) => part !== '').join('; ') || null
}

function short(value: Decimal): Decimal {
  const trimmed = trimZeros(value)
  return placesOf(trimmed) > MOST_PLACES ? toPlaces(value, MOST_PLACES) : trimmed
}

const toTenths = (ms: number): string => (Math.round(ms / 100) / 10).toFixed(1)
