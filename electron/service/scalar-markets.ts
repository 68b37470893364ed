/** Public reads of the scalar family (docs/service/market-data.md). */
import { bookOf } from './adapters/book.ts'
import { bucketsOf } from './adapters/bucket.ts'
import { candleQuery, candlesOf } from './adapters/candles.ts'
import { marketsOf } from './adapters/market.ts'
import { tickerOf } from './adapters/ticker.ts'
import type { TradingService } from './interface.ts'
import type { Routes } from './routes.ts'

export const scalarMarkets = (
  routes: Routes,
): Pick<TradingService, 'markets' | 'bucket' | 'ticker' | 'book' | 'candles'> => ({
  markets: async () => marketsOf(await routes.read('/v1/markets')),
  bucket: async () => bucketsOf(await routes.read('/v1/bucket')),
  ticker: async (asset) => tickerOf(await routes.read('/v1/ticker', { query: { asset } }), asset),
  book: async (asset) => bookOf(await routes.read('/v1/book', { query: { asset } }), asset),
  candles: async (asset, resolution, from, to) => {
    const route = routes.open('history')
    return candlesOf(await routes.read(route, { query: candleQuery(asset, resolution, from, to) }), `GET ${route}`)
  },
})
