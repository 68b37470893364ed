/** A service for the feed whose answers a test sets; it counts the requests. */
import type { BinaryBucket, BinaryMarket, BinaryStatus } from '../../../contract/binary.ts'
import type { Book, Bucket, Candle, ScalarMarket, Ticker } from '../../../contract/market.ts'
import type { OutcomeMarket } from '../../../contract/outcome.ts'
import { millis } from '../../../contract/time.ts'
import type { FeedService } from '../market-data.ts'

export const bucketOf = (asset: string, start: number, minutes = 120, phaseText: string | null = null): Bucket => ({
  asset,
  start: millis(start),
  end: millis(start + minutes * 60_000),
  phaseText,
})

const marketOf = (asset: string): ScalarMarket =>
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

export const binaryMarketOf = (asset: string, status: BinaryMarket['status'] = 'active'): BinaryMarket =>
  ({
    asset,
    assetId: asset === 'GBETA' ? 2 : 3,
    status,
    statusText: status,
    midpoint: '570.005',
    sizeDecimals: 2,
    tickSize: '0.001',
  }) as unknown as BinaryMarket

export const outcomeOf = (outcomeId: number, name: string, more: Partial<OutcomeMarket> = {}): OutcomeMarket =>
  ({
    outcomeId,
    name,
    sides: [
      { index: 0, name: 'Yes', coin: `#${outcomeId}0` },
      { index: 1, name: 'No', coin: `#${outcomeId}1` },
    ],
    questions: [{ id: outcomeId, title: name, rules: null, exclusive: false, outcomes: [outcomeId], several: false }],
    expiry: null,
    expired: false,
    settling: false,
    winner: null,
    sizeDecimals: 2,
    tickSize: '0.001',
    ...more,
  }) as unknown as OutcomeMarket

export interface FakeService extends FeedService {
  current: Bucket | null
  next: Bucket | null
  /** Server time minus the test clock's, ms; null: the service reports no time. */
  offset: number | null
  failure: Error | null
  /** Calls by name. */
  readonly calls: Record<keyof FeedService, number>
  /** Failures of single routes, besides `failure`, which applies to all. */
  readonly failures: Partial<Record<keyof FeedService, Error>>
  binary: { markets: readonly BinaryMarket[]; status: BinaryStatus; bucket: Omit<BinaryBucket, 'serverTime'> }
  outcomesNow: readonly OutcomeMarket[]
  candlesOf: (asset: string, from: number, to: number) => readonly Candle[]
  bookOf: (asset: string) => Book
  tickerOf: (asset: string) => Omit<Ticker, 'receivedAt' | 'stale'>
}

export function createFakeService(now: () => number): FakeService {
  const calls: FakeService['calls'] = {
    bucket: 0,
    markets: 0,
    ticker: 0,
    book: 0,
    candles: 0,
    binaryMarkets: 0,
    binaryStatus: 0,
    binaryBucket: 0,
    outcomes: 0,
  }
  const answer = async <T>(name: keyof typeof calls, value: () => T): Promise<T> => {
    calls[name] += 1
    const failure = service.failure ?? service.failures[name]
    if (failure !== undefined) throw failure
    return value()
  }
  const service: FakeService = {
    current: null,
    next: null,
    offset: 0,
    failure: null,
    calls,
    failures: {},
    binary: {
      markets: [],
      status: { paused: false, activeAsset: null, phase: 'unknown', phaseText: null, entryCutoff: null },
      bucket: { asset: null, start: null, end: null, phase: 'unknown', phaseText: null, midpoint: null },
    },
    outcomesNow: [],
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
    binaryMarkets: () => answer('binaryMarkets', () => service.binary.markets),
    binaryStatus: () => answer('binaryStatus', () => service.binary.status),
    binaryBucket: () =>
      answer('binaryBucket', () => ({
        ...service.binary.bucket,
        serverTime: service.offset === null ? null : millis(now() + service.offset),
      })),
    // Parsed again at every read, as over HTTP.
    outcomes: () => answer('outcomes', () => structuredClone(service.outcomesNow)),
    candles: (asset, _resolution, from, to) => answer('candles', () => service.candlesOf(asset, from, to)),
  }
  return service
}
