/** Public reads of the binary family (docs/service/binary.md#reads). */
import { binaryBucketOf, binaryMarketsOf, binaryStatusOf } from './adapters/binary.ts'
import type { Routes } from './routes.ts'

export const binaryMarkets = (routes: Routes) => ({
  binaryMarkets: async () => binaryMarketsOf(await routes.read(routes.open('binaryMarkets'))),
  binaryStatus: async () => binaryStatusOf(await routes.read(routes.open('binaryStatus'))),
  binaryBucket: async () => binaryBucketOf(await routes.read(routes.open('binaryBucket'))),
})
