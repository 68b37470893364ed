import { inBothUnits, plain } from '../../contract/testing/both-units.ts'
import { lookAtFills } from './account-watch.ts'
import { lookAtLiquidations } from './approaching.ts'
import { NO_MEMORY } from './evaluate.ts'
import { lookAt, ruleTitle } from './kinds.ts'

const ASSET = 'NYCTMP1'
const ORDER = { oid: '7', side: 'buy', size: '150.0', filled: '0', asset: ASSET, price: '571.62' }
const POSITION = { family: 'scalar', name: ASSET, asset: ASSET, size: '40', entryPx: '571.00', liquidationPx: '569.00' }

inBothUnits([
  [
    'an alert of a fill',
    () => lookAtFills(null, NO_MEMORY, plain([{ ...ORDER, tid: '1', time: 1 }])).text,
    'Bought 150 NYCTMP1 at 571.62.',
    'Bought 150 NYCTMP1 at 71.62 °F.',
  ],
  [
    'an alert at a price',
    () => {
      const ticker = { mark: '572.00', temperature: '72.00', stale: false, receivedAt: 0 }
      const facts = { now: 1, ageOf: () => 0, ticker: () => ticker, bucket: null }
      return lookAt(
        plain({ kind: 'price', asset: ASSET, price: '571.50', direction: 'up' }),
        { ...NO_MEMORY, side: -1 },
        plain(facts),
      ).text
    },
    'NYCTMP1 rose to 571.5: the mark is 572.00 (72.00 °F).',
    'NYCTMP1 rose to 71.5 °F: the mark is 72.00 °F (572.00).',
  ],
  [
    'the title of its notification',
    () => ruleTitle(plain({ kind: 'price', asset: ASSET, price: '497.50', direction: 'down' })),
    'Mark falls to 497.5',
    'Mark falls to −2.5 °F',
  ],
  [
    'a liquidation that is near',
    () =>
      lookAtLiquidations(plain({ kind: 'liquidation', asset: null, by: 'distance', value: '1' }), NO_MEMORY, {
        positions: () => plain([POSITION]),
        mark: () => plain('569.50'),
      }).text,
    'NYCTMP1, long 40: 0.50 °F from liquidation at 569.00; mark 569.50.',
    'NYCTMP1, long 40: 0.50 °F from liquidation at 69.00 °F; mark 69.50 °F.',
  ],
])
