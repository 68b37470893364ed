/** Price steps the book can be grouped by: multiples of the market's tick. */
import { type Decimal, multiply, type Price } from '../../contract/decimal.ts'

export const MULTIPLES = [1, 5, 10, 50, 100] as const
export type Multiple = (typeof MULTIPLES)[number]

/** What was kept of the choice; every price by itself for anything else. */
export const multipleFrom = (kept: unknown): Multiple => MULTIPLES.find((one) => one === kept) ?? 1

/** The step as text: what the choice shows. */
export const stepText = (tick: Price, multiple: Multiple): Price => multiply(tick, String(multiple) as Decimal)

/** The step as the book topic wants it: null leaves prices as they come. */
export const stepOf = (tick: Price | null, multiple: Multiple): Price | null =>
  tick === null || multiple === 1 ? null : stepText(tick, multiple)
