/** When markets end, as far as is known now. */
import type { Position } from './account.ts'
import type { BinaryView } from './binary.ts'
import type { BucketView } from './market.ts'
import type { OutcomeMarket } from './outcome.ts'
import type { Millis } from './time.ts'

/** What is known of markets; null is what has not been received. */
interface Markets {
  bucket(): Pick<BucketView, 'current'> | null
  binary(): Pick<BinaryView, 'bucket'> | null
  outcome(coin: string): { readonly market: Pick<OutcomeMarket, 'expiry'> } | null
}

/** When the market of an asset ends, the service's time; null where that is not known. */
export function marketEnd({ asset, family }: Pick<Position, 'asset' | 'family'>, markets: Markets): Millis | null {
  if (family === 'outcome') return markets.outcome(asset)?.market.expiry ?? null
  const bucket = family === 'scalar' ? markets.bucket()?.current : markets.binary()?.bucket
  return bucket == null || bucket.asset !== asset ? null : bucket.end
}
