/** Scalar marks and temperatures: mark = 500 + °F (docs/service/buckets.md#mark). */
import { add, type Decimal, type Fahrenheit, type Price, padTo, placesOf, subtract } from './decimal.ts'

/** Offset between the scales, in either unit: one degree is one point of the mark. */
const OFFSET = '500' as Decimal

/** °F of a mark, at the mark's own precision: `568.00` → `68.00`. */
export const fahrenheitOfMark = (mark: Price): Fahrenheit =>
  padTo(subtract<Decimal>(mark, OFFSET), placesOf(mark)) as Fahrenheit

/** A mark as its temperature: `568.00` → `68.00 °F`. */
export const inDegrees = (mark: Price): string => `${fahrenheitOfMark(mark)} °F`

/** Mark of a temperature, at its own precision: `68.0` → `568.0`. */
export const markOfFahrenheit = (temperature: Fahrenheit): Price =>
  padTo(add<Decimal>(temperature, OFFSET), placesOf(temperature)) as Price
