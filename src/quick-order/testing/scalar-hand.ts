/** A scalar market at a price, for tests of quick orders. */
import { add, type Money, type Price, price, size } from '../../../contract/decimal.ts'
import type { ScalarInstrument } from '../../../contract/instrument.ts'
import type { ScalarMarket, Ticker } from '../../../contract/market.ts'
import { LIVE, refText } from '../../../contract/market-ref.ts'
import { quickOrderOf } from '../../markets/family/index.ts'

export const instrument: ScalarInstrument = {
  here: true,
  family: 'scalar',
  ref: LIVE,
  key: refText(LIVE),
  title: 'NYCTMP1',
  subtitle: null,
  asset: 'NYCTMP1',
  tick: price('0.01'),
  sizeDecimals: 4,
  entry: { takes: 'everything' },
  phase: { state: 'open', text: 'Trading' },
  start: null,
  entriesEnd: null,
  end: null,
  receivedAt: null,
  stale: false,
  station: null,
  maxLeverage: 10,
  twapWindow: 120_000,
}

const market = { asset: 'NYCTMP1', tickSize: price('0.01'), sizeDecimals: 4, maxLeverage: 10 } as ScalarMarket

/** The bid, an ask three ticks above it, and the mark two ticks above it. */
export function scalarQuickOrderAt(bid: Price, minimumValue: Money | null = null) {
  const quotes = {
    mark: add(bid, price('0.02')),
    temperature: null,
    bid,
    mid: add(bid, price('0.015')),
    ask: add(bid, price('0.03')),
  } satisfies Partial<Ticker>
  const hand = quickOrderOf({
    instrument,
    ticker: quotes,
    book: { bids: [{ px: quotes.bid, sz: size('5') }], asks: [{ px: quotes.ask, sz: size('5') }] },
    account: null,
    fees: null,
    market,
    leverage: 10,
    minimumValue,
  })
  return { quotes, hand }
}
