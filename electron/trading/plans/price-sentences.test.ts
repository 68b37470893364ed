import { inBothUnits, plain } from '../../../contract/testing/both-units.ts'
import { beyondWorst } from './prices.ts'

inBothUnits([
  [
    'a worst price that the market left behind',
    () => {
      const refused = beyondWorst(
        plain('571.62'),
        plain({ side: 'buy', prices: { bid: null, ask: '572.00', mid: null, mark: null } }),
      )
      return refused.ok ? null : refused.error.message
    },
    'The best price is now 572.00, beyond your worst price of 571.62.',
    'The best price is now 72.00 °F, beyond your worst price of 71.62 °F.',
  ],
])
