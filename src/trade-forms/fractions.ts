/** The fractions of a size that percentage buttons fill in. Pure. */
import { percentOf, type Size, toStep, whole } from '../../contract/decimal.ts'
import { lotOf } from '../../contract/order-rules.ts'

/** Fractions that the forms offer, per cent. */
export const FRACTIONS = [25, 50, 75, 100] as const
type Fraction = (typeof FRACTIONS)[number]

/** A percentage of a size, rounded down to the lot. */
export const fractionOf = (max: Size, percent: Fraction, sizeDecimals: number): Size =>
  toStep(percentOf(max, whole(percent)), lotOf(sizeDecimals), 'down')
