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
    'Fewer than 10 ticks between 571.60 and 571.66. Use fewer orders or a wider range.',
    'Fewer than 10 ticks between 71.60 °F and 71.66 °F. Use fewer orders or a wider range.',
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
    'The final price of 571.60 is better than the first, 571.62: the close cannot widen to it.',
    'The final price of 71.60 °F is better than the first, 71.62 °F: the close cannot widen to it.',
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
