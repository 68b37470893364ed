import { inBothUnits, plain } from '../../../contract/testing/both-units.ts'
import { notBackText } from './views.ts'

inBothUnits([
  [
    'orders of a scale that stay in the market',
    () =>
      notBackText(
        plain({ children: [{ id: 'a', price: '571.62', size: '2.0' }], side: 'buy' }),
        plain({ get: () => ({ state: 'working' }) }),
      ),
    'Could not be canceled: buy 2 @ 571.62. Cancel it in Open orders.',
    'Could not be canceled: buy 2 @ 71.62 °F. Cancel it in Open orders.',
  ],
])
