/** Figures of the model in words: statistics, cut to what they are worth, and never a price. Pure. */

import type { Fahrenheit } from '../../../contract/decimal.ts'
import { type Distribution, quantileOf } from '../../../contract/settlement/index.ts'
import { temperatureText } from '../../format/index.ts'

const OFFSET = 500
const PLACES = 2

/** A model's mark as a temperature. */
export const degreesOf = (mark: number, hasUnit = true): string => {
  const text = temperatureText((mark - OFFSET).toFixed(PLACES).replace(/^-(0\.?0*)$/, '$1') as Fahrenheit)
  return hasUnit ? text : text.replace(/\s*°[FC]$/, '')
}
/** The same as a mark. */
export const markOf = (mark: number): string => mark.toFixed(PLACES)

/** A probability in per cent: to a tenth near the ends, where a tenth is much. */
export function chanceText(p: number): string {
  if (p < 0.001) return '< 0.1 %'
  if (p > 0.999) return '> 99.9 %'
  return `${(p * 100).toFixed(p < 0.1 || p > 0.9 ? 1 : 0)} %`
}

/** The bands that are drawn, the widest first, each with what lies outside of it on either side. */
const BANDS = [
  { name: '95 %', tail: 0.025 },
  { name: '80 %', tail: 0.1 },
  { name: '50 %', tail: 0.25 },
] as const

export const bandsOf = (distribution: Distribution) =>
  BANDS.map(({ name, tail }) => ({
    name,
    low: quantileOf(distribution, tail),
    high: quantileOf(distribution, 1 - tail),
  })).reverse()
