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

/** One turn of a market. */
export interface MarketTurn {
  /** Null where the service does not say it, and of outcomes, which have one turn. */
  readonly start: Millis | null
  readonly end: Millis
}

/** The turn of the market of an asset, by the service's time; null where that is not known. */
export function marketTurn({ asset, family }: Pick<Position, 'asset' | 'family'>, markets: Markets): MarketTurn | null {
  if (family === 'outcome') {
    const expiry = markets.outcome(asset)?.market.expiry ?? null
    return expiry === null ? null : { start: null, end: expiry }
  }
  const bucket = family === 'scalar' ? markets.bucket()?.current : markets.binary()?.bucket
  if (bucket == null || bucket.asset !== asset || bucket.end === null) return null
  return { start: bucket.start, end: bucket.end }
}

/** When the market of an asset ends, the service's time; null where that is not known. */
export const marketEnd = (position: Pick<Position, 'asset' | 'family'>, markets: Markets): Millis | null =>
  marketTurn(position, markets)?.end ?? null
