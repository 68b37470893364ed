/** The ladder of the scalar market: limit orders in contracts at marks, and what the position comes to if it settles at a row. Pure. */
import { type Decimal, type Size, trimZeros } from '../../../contract/decimal.ts'
import type { ScalarInstrument } from '../../../contract/instrument.ts'
import { settledAt } from '../../positions/index.ts'
import type { LadderOrder, LadderPress, MarketLadder } from '../ladder/index.ts'

const PRESETS = ['10', '50', '150', '500'] as const satisfies readonly string[]

export function scalarLadder({ asset, sizeDecimals }: Pick<ScalarInstrument, 'asset' | 'sizeDecimals'>): MarketLadder {
  return {
    sizes: { unit: 'contracts', presets: PRESETS as unknown as readonly [Decimal, ...Decimal[]], places: sizeDecimals },
    ways: ['GTC', 'ALO', 'IOC'],
    note: null,
    result: {
      title: 'If it settles here',
      explanation: 'What the position comes to if the market settles at this price, with what was realised on the way.',
    },
    staysPut: null,
    orderOf: (press) => orderOf(asset, press),
    resultAt: (price, position) => settledAt(position, price),
    pays: () => null,
  }
}

function orderOf(asset: string | null, { side, price, size, tif }: LadderPress): LadderOrder {
  if (asset === null) return { refusal: 'Nothing is live here now.' }
  return {
    intent: { kind: 'place', asset, side, price, size: size as Size, tif, reduceOnly: false },
    words: `${side === 'buy' ? 'Buy' : 'Sell'} ${trimZeros(size)} at ${price}`,
  }
}
