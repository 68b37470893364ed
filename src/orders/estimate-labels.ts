/** The lines of an estimate: what a prediction would do at the service's word, in the prices of the side that is bought. Pure. */
import type { Estimate } from '../../contract/action.ts'
import { multiply, type Price, padTo, placesOf, toPlaces, trimZeros } from '../../contract/decimal.ts'
import type { Intent } from '../../contract/intent.ts'
import { grouped, NONE, temperatureOf } from '../format/index.ts'
import { otherSide } from '../trade-forms/index.ts'

interface EstimateLine {
  readonly name: string
  readonly value: string
  /** A second reading of the value. */
  readonly note: string | null
}

/** Lines of an estimate, in the order in which they are read. */
export function estimateLines(intent: Intent, estimate: Estimate): readonly EstimateLine[] {
  return intent.kind === 'binary_predict' ? binaryLines(intent.direction === 'UP', estimate) : scalarLines(estimate)
}

const line = (name: string, value: string, note: string | null = null): EstimateLine => ({ name, value, note })
const NOTHING = 'nothing would fill'
const UNSHOWN = 'not shown by the service'

/** Decimals of marks where the service trims them: those of a hundredth of a °F. */
const MARK_PLACES = 2

/** The decimals of the finest of these prices, so that they stand under one another at one precision. */
const finest = (least: number, ...prices: readonly (Price | null)[]): number =>
  Math.max(least, ...prices.map((price) => (price === null ? 0 : placesOf(price))))

function scalarLines({ average, worst, limit, targetMark }: Estimate): EstimateLine[] {
  const places = finest(MARK_PLACES, worst, limit, targetMark)
  const inBoth = (name: string, mark: Price | null, otherwise: string): EstimateLine => {
    if (mark === null) return line(name, otherwise)
    const padded = padTo(mark, places)
    return line(name, padded, temperatureOf(padded))
  }
  return [
    line('Average price', average === null ? NOTHING : toPlaces(average, places + 2)),
    inBoth('Worst price', worst, NONE),
    inBoth('Signed limit', limit, UNSHOWN),
    ...(targetMark === null ? [] : [inBoth('Target mark', targetMark, NONE)]),
  ]
}

function binaryLines(up: boolean, { average, worst, limit, contracts }: Estimate): EstimateLine[] {
  const places = finest(0, worst, limit)
  const own = (price: Price): Price => padTo(up ? price : otherSide(price), places)
  // Orders are in prices of UP: whoever buys DOWN sees both.
  const note = (price: Price | null): string | null => (up || price === null ? null : `UP ${padTo(price, places)}`)
  const bound = limit ?? worst
  return [
    line('Average price', average === null ? NOTHING : toPlaces(own(average), 4), note(average)),
    line('Worst price', worst === null ? NONE : own(worst), note(worst)),
    line('Signed limit', limit === null ? UNSHOWN : own(limit), note(limit)),
    line('Contracts', contracts === null ? UNSHOWN : grouped(contracts), 'each pays 1 or 0'),
    ...(contracts === null || bound === null
      ? []
      : [
          line('Cost at worst', `${grouped(toPlaces(multiply(contracts, own(bound)), 2, 'up'))} USDC`),
          line('Pays if it wins', `${grouped(trimZeros(contracts))} USDC`),
        ]),
  ]
}
