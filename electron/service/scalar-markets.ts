/** Public reads of the scalar family (docs/service/market-data.md). */
import type { Resolution } from '../../contract/market.ts'
import type { Millis } from '../../contract/time.ts'
import { bookOf } from './adapters/book.ts'
import { bucketsOf } from './adapters/bucket.ts'
import { candleQuery, candlesOf } from './adapters/candles.ts'
import { marketsOf } from './adapters/market.ts'
import { tickerOf } from './adapters/ticker.ts'
import type { Routes } from './routes.ts'

export const scalarMarkets = (routes: Routes) => ({
  markets: async () => marketsOf(await routes.read('/v1/markets')),
  bucket: async () => bucketsOf(await routes.read('/v1/bucket')),
  ticker: async (asset: string) => tickerOf(await routes.read('/v1/ticker', { query: { asset } }), asset),
  book: async (asset: string) => bookOf(await routes.read('/v1/book', { query: { asset } }), asset),
  /** `/tv/history`; candles oldest first. */
  candles: async (asset: string, resolution: Resolution, from: Millis, to: Millis) => {
    const route = routes.open('history')
    return candlesOf(await routes.read(route, { query: candleQuery(asset, resolution, from, to) }), `GET ${route}`)
  },
})
