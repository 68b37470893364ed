/** Changes of a temperature, and shares, in words. */
import { type Decimal, fromFloat, signOf } from '../../../contract/decimal.ts'
import { MINUS } from '../../../contract/grouped.ts'
import { degreesText } from '../../format/index.ts'

const NBSP = '\u00a0'

/** `+ 0.42 °F`, `− 1.00 °F`, `0.00 °F`, in the chosen unit. */
export function signedDegrees(change: Decimal): string {
  const sign = signOf(change)
  // Every digit as it is: a distance has as many places as its marks.
  const words = degreesText((change.startsWith('-') ? change.slice(1) : change) as Decimal)
  return sign === 0 ? words : `${sign > 0 ? '+' : MINUS}${NBSP}${words}`
}

/** A statistic, to a hundredth. */
export const rounded = (value: number): Decimal => fromFloat(Math.round(value * 100) / 100, 2)

/** A statistic as a change. */
export const changeText = (value: number): string => signedDegrees(rounded(value))

/** `54 %` */
export const shareText = (share: number): string => `${Math.round(share * 100)}${NBSP}%`
