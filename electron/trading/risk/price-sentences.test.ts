import { inBothUnits, plain } from '../../../contract/testing/both-units.ts'
import { bandRefusal } from './limits.ts'
import { selfCrossRefusal } from './self-cross.ts'

const ASSET = 'NYCTMP1'
const ORDER = { oid: '7', side: 'buy', size: '150.0', filled: '0', asset: ASSET, price: '571.62' }
const LIMITS = { priceBandDegrees: '5', priceBandCents: '20' }

inBothUnits([
  [
    'a price beyond the band',
    () =>
      bandRefusal(
        plain({ family: 'scalar', side: 'buy', price: '577.00', mark: '571.84', ways: 'both' }),
        plain(LIMITS),
      )?.message,
    '577.00 is 5.16 °F above the mark of 571.84. Your price band is 5 °F: no further than 576.84.',
    '77.00 °F is 5.16 °F above the mark of 71.84 °F. Your price band is 5 °F: no further than 76.84 °F.',
  ],
  [
    'an own order that would be met',
    () => selfCrossRefusal(plain(ORDER), plain({ asset: ASSET, side: 'sell', worst: '571.00' }), String).message,
    'This order could trade with your own order: buy 150 at 571.62. Cancel that one first, or change the price.',
    'This order could trade with your own order: buy 150 at 71.62 °F. Cancel that one first, or change the price.',
  ],
])
