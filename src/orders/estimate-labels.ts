/** The lines of an estimate: what a prediction would do at the service's word, in the prices of the side that is bought. Pure. */
import type { Estimate } from '../../contract/action.ts'
import { multiply, type Price, toPlaces, trimZeros } from '../../contract/decimal.ts'
import type { Intent } from '../../contract/intent.ts'
import { fahrenheitOf, grouped, NONE } from '../format/index.ts'
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

function scalarLines({ average, worst, limit, targetMark }: Estimate): EstimateLine[] {
  return [
    line('Average price', average === null ? NOTHING : toPlaces(average, 4)),
    line('Worst price', worst ?? NONE),
    line('Signed limit', limit ?? UNSHOWN),
    ...(targetMark === null ? [] : [line('Target mark', targetMark, fahrenheitOf(targetMark))]),
  ]
}

function binaryLines(up: boolean, { average, worst, limit, contracts }: Estimate): EstimateLine[] {
  const own = (price: Price): Price => (up ? price : otherSide(price))
  // Orders are in prices of UP: whoever buys DOWN sees both.
  const note = (price: Price | null): string | null => (up || price === null ? null : `UP ${price}`)
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
