/** The ladder of the scalar market: limit orders in contracts at marks, and what the position comes to if it settles at a row. Pure. */
import { greater, type Size, trimZeros, ZERO } from '../../../contract/decimal.ts'
import type { ScalarInstrument } from '../../../contract/instrument.ts'
import type { SizePreset } from '../../../contract/size-presets.ts'
import { scalarPrice } from '../../format/index.ts'
import { settledAt } from '../../positions/index.ts'
import type { LadderFacts, LadderOrder, LadderPress, MarketLadder } from '../ladder/index.ts'
import type { SizeRead } from '../sizing/index.ts'
import { maxSize } from './max-size.ts'
import { scalarSize } from './sizing.ts'

/** Of contracts, where the service does not say. */
const DECIMALS = 0

export function scalarLadder({ asset, sizeDecimals }: Pick<ScalarInstrument, 'asset' | 'sizeDecimals'>): MarketLadder {
  return {
    unit: 'contracts',
    sizeOf: (preset, press, facts) => sizeOf(preset, press, facts, sizeDecimals ?? DECIMALS),
    ways: ['GTC', 'ALO', 'IOC'],
    note: null,
    result: {
      title: 'If it settles here',
      explanation: 'What the position comes to if the market settles at this price, with what was realized on the way.',
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
    words: `${side === 'buy' ? 'Buy' : 'Sell'} ${trimZeros(size)} at ${scalarPrice(price)}`,
  }
}

function sizeOf(
  preset: SizePreset,
  { side, price }: Pick<LadderPress, 'side' | 'price'>,
  { position, isKnown, money, fees, leverage, bid, slack }: LadderFacts,
  sizeDecimals: number,
): SizeRead {
  const isSale = side === 'sell'
  const most = maxSize({
    side,
    // A sale may fill at the best bid, above its limit.
    price: isSale && bid !== null ? greater(price, bid) : price,
    available: money?.available ?? null,
    leverage,
    sizeDecimals,
    position: isKnown ? (position?.size ?? ZERO) : null,
    feeBps: fees === null ? null : greater(fees.makerBps, fees.takerBps),
    reduceOnly: false,
  })
  return scalarSize(
    { text: preset.amount, by: preset.by },
    {
      prices: { buy: isSale ? null : price, sell: isSale ? price : null },
      ...{ bid, most, sizeDecimals, fees, reduceOnly: false },
      stop: preset.by === 'risk' ? { distance: preset.stop, slack } : null,
    },
  )
}
