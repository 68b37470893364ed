/** A service for the feed whose answers a test sets; it counts what was asked. */
import type { Book, Bucket, Candle, ScalarMarket, Ticker } from '../../../contract/market.ts'
import { millis } from '../../../contract/time.ts'
import type { FeedService } from '../market-data.ts'

export const bucketOf = (asset: string, start: number, minutes = 120, phaseText: string | null = null): Bucket => ({
  asset,
  start: millis(start),
  end: millis(start + minutes * 60_000),
  phaseText,
})

export const marketOf = (asset: string): ScalarMarket =>
  ({
    asset,
    assetId: asset === 'NYCTMP1' ? 0 : 1,
    status: 'active',
    statusText: 'active',
    sizeDecimals: 4,
    tickSize: '0.01',
    maxLeverage: 10,
    station: null,
  }) as unknown as ScalarMarket

export interface FakeService extends FeedService {
  current: Bucket | null
  next: Bucket | null
  /** Server time minus the test clock's, ms; null: the service tells no time. */
  offset: number | null
  failure: Error | null
  /** Calls by name. */
  readonly calls: Record<'bucket' | 'markets' | 'ticker' | 'book' | 'candles', number>
  candlesOf: (asset: string, from: number, to: number) => readonly Candle[]
  bookOf: (asset: string) => Book
  tickerOf: (asset: string) => Omit<Ticker, 'receivedAt' | 'stale'>
}

export function createFakeService(now: () => number): FakeService {
  const calls = { bucket: 0, markets: 0, ticker: 0, book: 0, candles: 0 }
  const answer = async <T>(name: keyof typeof calls, value: () => T): Promise<T> => {
    calls[name] += 1
    if (service.failure !== null) throw service.failure
    return value()
  }
  const service: FakeService = {
    current: null,
    next: null,
    offset: 0,
    failure: null,
    calls,
    candlesOf: () => [],
    bookOf: (asset) =>
      ({
        asset,
        time: millis(1),
        bids: [{ px: '569.9', sz: '1', n: 1 }],
        asks: [{ px: '570.1', sz: '1', n: 1 }],
      }) as unknown as Book,
    tickerOf: (asset) =>
      ({
        asset,
        mark: '570.0',
        temperature: '70.0',
        oracle: '570.0',
        mid: null,
        bid: null,
        ask: null,
        last: '569.9',
        volume24h: '10',
        openInterest: '5',
        prevDay: '568',
        status: 'active',
        time: null,
      }) as unknown as Omit<Ticker, 'receivedAt' | 'stale'>,
    bucket: () =>
      answer('bucket', () => ({
        current: service.current,
        next: service.next,
        serverTime: service.offset === null ? null : millis(now() + service.offset),
      })),
    markets: () => answer('markets', () => [marketOf('NYCTMP1'), marketOf('NYCTMP2')]),
    ticker: (asset) => answer('ticker', () => service.tickerOf(asset)),
    book: (asset) => answer('book', () => service.bookOf(asset)),
    candles: (asset, _resolution, from, to) => answer('candles', () => service.candlesOf(asset, from, to)),
  }
  return service
}
