import { inBothUnits, plain } from '../../contract/testing/both-units.ts'
import { externalText } from './account-notices.ts'

const ASSET = 'NYCTMP1'
const ORDER = { oid: '7', side: 'buy', size: '150.0', filled: '0', asset: ASSET, price: '571.62' }

inBothUnits([
  [
    'an order of another client',
    () => externalText(plain({ kind: 'orders', orders: [ORDER] })).text.split('. ')[0],
    'buy 150 NYCTMP1 at 571.62 (order 7)',
    'buy 150 NYCTMP1 at 71.62 °F (order 7)',
  ],
  [
    'a fill of another client',
    () => externalText(plain({ kind: 'trades', trades: [{ ...ORDER, id: '7' }] })).text.split('. ')[0],
    'bought 150 NYCTMP1 at 571.62 (order 7)',
    'bought 150 NYCTMP1 at 71.62 °F (order 7)',
  ],
])
