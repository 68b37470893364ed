/**
 * Prices and sizes of a row, reduced to the decimals that the terminal keeps exactly (docs/service/reading-the-wire.md#tolerance): sizes are cut
 * towards zero, prices rounded half away from zero. A row with a rounded figure is marked.
 */
import type { Rounded } from '../../../contract/account.ts'
import { BOOK_PLACES } from '../../../contract/books/index.ts'
import { type Decimal, type Price, placesOf, type Rounding, type Size, toPlaces } from '../../../contract/decimal.ts'
import type { Wire } from '../wire.ts'

export type StoredDecimals = ReturnType<typeof storedDecimals>

export function storedDecimals() {
  let isRounded = false
  function kept<D extends Decimal>(value: D, rounding: Rounding): D {
    if (placesOf(value) <= BOOK_PLACES) return value
    isRounded ||= /[1-9]/.test(value.slice(BOOK_PLACES - placesOf(value)))
    return toPlaces(value, BOOK_PLACES, rounding)
  }
  return {
    price: (wire: Wire): Price => kept(wire.decimal<Price>(), 'half-up'),
    size: (wire: Wire): Size => kept(wire.decimal<Size>(), 'down'),
    /** The mark of the row, once all its figures were read. */
    mark: (): Rounded => (isRounded ? { rounded: true } : {}),
  }
}
