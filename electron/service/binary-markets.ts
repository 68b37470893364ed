/** Public reads of the binary family (docs/service/binary.md#reads). */
import type { Resolution } from '../../contract/market.ts'
import type { Millis } from '../../contract/time.ts'
import { binaryBucketOf, binaryMarketsOf, binaryStatusOf } from './adapters/binary.ts'
import { candleQuery, candlesOf } from './adapters/candles.ts'
import type { Routes } from './routes.ts'

export const binaryMarkets = (routes: Routes) => ({
  binaryMarkets: async () => binaryMarketsOf(await routes.read(routes.open('binaryMarkets'))),
  binaryStatus: async () => binaryStatusOf(await routes.read(routes.open('binaryStatus'))),
  binaryBucket: async () => binaryBucketOf(await routes.read(routes.open('binaryBucket'))),
  /** `/tv-mark/history`: the fair price of UP; candles oldest first (docs/service/market-data.md#candles). */
  binaryCandles: async (asset: string, resolution: Resolution, from: Millis, to: Millis) => {
    const route = routes.open('binaryHistory')
    return candlesOf(await routes.read(route, { query: candleQuery(asset, resolution, from, to) }), `GET ${route}`)
  },
})
