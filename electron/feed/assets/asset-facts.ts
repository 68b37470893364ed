/** What the families' own reads tell of an asset: which family it is of, how it is shown, whether it is its turn. */
import { isCoin } from '../../../contract/outcome.ts'
import type { BinaryWatch, LiveBucket, OutcomeWatch, ScalarMarkets } from '../markets/index.ts'
import { type AssetTerms, binaryTerms, outcomeTerms, scalarTerms } from './asset-terms.ts'

/** The market families that the deployment is known to offer. */
export interface Families {
  readonly scalar: boolean
  readonly binary: boolean
  readonly outcomes: boolean
}

interface AssetFactsOptions {
  readonly families: () => Families
  readonly scalar: Pick<ScalarMarkets, 'market'>
  readonly bucket: Pick<LiveBucket, 'asset' | 'names'>
  readonly binary: Pick<BinaryWatch, 'asset' | 'market'>
  readonly outcomes: Pick<OutcomeWatch, 'outcome'>
}

export class AssetFacts {
  readonly #options: AssetFactsOptions

  constructor(options: AssetFactsOptions) {
    this.#options = options
  }

  /** What metadata says of an asset, null while it says nothing. */
  terms(asset: string): AssetTerms | null {
    const { scalar, bucket, binary, outcomes } = this.#options
    const outcome = outcomes.outcome(asset)
    if (outcome !== null) return outcomeTerms(outcome.market)
    const scalarMarket = scalar.market(asset)
    if (scalarMarket !== null) return scalarTerms(scalarMarket)
    const binaryMarket = binary.market(asset)
    if (binaryMarket !== null) return binaryTerms(binaryMarket)
    // An asset that has a bucket of temperatures is a scalar one, whatever else is known of it.
    return bucket.names(asset) ? { family: 'scalar', pxPlaces: 0, szPlaces: 0, edge: null, status: 'unknown' } : null
  }

  /** Whether the service can be asked for the asset now: a coin only where it tells of its market. */
  isOffered(asset: string): boolean {
    const { families, outcomes } = this.#options
    return !isCoin(asset) || (families().outcomes && outcomes.outcome(asset) !== null)
  }

  /** The coin of the other side of an outcome market with two; null for every other asset. */
  otherSide(asset: string): string | null {
    const sides = this.#options.outcomes.outcome(asset)?.market.sides ?? []
    return sides.length === 2 ? (sides.find(({ coin }) => coin !== asset)?.coin ?? null) : null
  }

  /** The assets whose turn it is to trade. */
  live(): readonly string[] {
    const { bucket, binary } = this.#options
    return [bucket.asset, binary.asset].filter((asset) => asset !== null)
  }

  /** Assets without which nothing would show that the feed is alive: where no scalar one does, a binary one. */
  pulse(): ReadonlySet<string> {
    const { families, binary } = this.#options
    return new Set(binary.asset === null || families().scalar ? [] : [binary.asset])
  }
}
