/** Price steps the book can be grouped by: multiples of the market's tick. */
import { type Decimal, multiply, type Price } from '../../../contract/decimal.ts'

export const MULTIPLES = [1, 5, 10, 50, 100] as const
export type Multiple = (typeof MULTIPLES)[number]

/** The step as text: what the choice shows. */
export const stepText = (tick: Price, multiple: Multiple): Price => multiply(tick, String(multiple) as Decimal)

/** The step as the book topic wants it: null leaves prices as they come. */
export const stepOf = (tick: Price | undefined, multiple: Multiple): Price | null =>
  tick === undefined || multiple === 1 ? null : stepText(tick, multiple)
