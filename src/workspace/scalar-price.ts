/** The price field of the scalar form, in marks or in °F. Pure. */
import { type Fahrenheit, isDecimalText, type Price } from '../../contract/decimal.ts'
import { fahrenheitOfMark, markOfFahrenheit } from '../../contract/mark.ts'
import type { PriceUnit } from '../markets/scalar/index.ts'
import type { ScalarDraft } from './panel-drafts.ts'

/** Fills the price from a mark, in the unit the form is in. */
export const markFilled = ({ unit }: Pick<ScalarDraft, 'unit'>, mark: Price): Pick<ScalarDraft, 'price'> => ({
  price: unit === 'mark' ? mark : fahrenheitOfMark(mark),
})

/** Changes the unit; a price that reads as a number is turned over exactly, anything else stays as typed. */
export const unitChanged = (
  { price, unit }: Pick<ScalarDraft, 'price' | 'unit'>,
  to: PriceUnit,
): Pick<ScalarDraft, 'price' | 'unit'> => ({
  unit: to,
  price:
    unit === to || !isDecimalText(price)
      ? price
      : to === 'f'
        ? fahrenheitOfMark(price as Price)
        : markOfFahrenheit(price as Fahrenheit),
})
