import { termsText } from './exit-rules.ts'
import { checkOrder } from './order-rules.ts'
import { closeProtectionIssue, worstIssue } from './protection.ts'
import { scaleIssue } from './scale.ts'
import { slicesIssue } from './slices.ts'
import { inBothUnits, plain } from './testing/both-units.ts'

const LONG = { side: 'buy', family: 'scalar', tickSize: '0.02' }
const STEPS = { tick: '0.02', sizeDecimals: 0 }

inBothUnits([
  [
    'a price off the tick',
    () =>
      checkOrder(
        plain({ side: 'buy', price: '571.63', size: '1', reduceOnly: false }),
        plain({ tickSize: '0.02', sizeDecimals: 0, leverage: 10, available: null, position: null }),
      )[0]?.message,
    'Price must be a multiple of 0.02; 571.63 is not.',
    'Price must be a multiple of 0.02; 71.63 °F is not.',
  ],
  [
    'a scale with too few prices',
    () =>
      scaleIssue(
        plain({ count: 10, from: '571.60', to: '571.66', total: '10', skew: 'even', ratio: '1' }),
        plain(STEPS),
      )?.message,
    'There are fewer than 10 prices from 571.60 to 571.66.',
    'There are fewer than 10 prices from 71.60 °F to 71.66 °F.',
  ],
  [
    'slices with a worst price off the tick',
    () => slicesIssue(plain({ total: '10', slices: 4, every: 30, worst: '571.63' }), plain(STEPS))?.message,
    'The worst price must be a multiple of 0.02; 571.63 is not.',
    'The worst price must be a multiple of 0.02; 71.63 °F is not.',
  ],
  [
    'a worst price off the tick',
    () => worstIssue(plain('571.63'), plain(LONG)),
    'The worst price must be a multiple of 0.02; 571.63 is not.',
    'The worst price must be a multiple of 0.02; 71.63 °F is not.',
  ],
  [
    'a bound inside the worst price',
    () => closeProtectionIssue(plain({ kind: 'worst', price: '571.62', bound: '571.60' }), plain(LONG)),
    'The bound of 571.60 lies inside the worst price of 571.62: nothing could widen to it.',
    'The bound of 71.60 °F lies inside the worst price of 71.62 °F: nothing could widen to it.',
  ],
  [
    'an exit plan under a name',
    () =>
      termsText(
        plain({ stop: { by: 'price', price: '570.50' }, targets: [], breakEven: null, trail: null, outBefore: null }),
      ),
    'stop at 570.5',
    'stop at 70.5 °F',
  ],
])
