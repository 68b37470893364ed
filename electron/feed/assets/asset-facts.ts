/** Facts about an asset from the families' own reads: its family, its display format, and whether it is its turn. */
import type { BinaryMarket } from '../../../contract/binary.ts'
import { type Price, placesOf } from '../../../contract/decimal.ts'
import type { MarketStatus, ScalarMarket } from '../../../contract/market.ts'
import type { Family } from '../../../contract/market-ref.ts'
import { isCoin, type OutcomeMarket } from '../../../contract/outcome.ts'
import type { BinaryWatch, LiveBucket, OutcomeWatch, ScalarMarkets } from '../markets/index.ts'

/** Metadata of an asset in any family: its display format and its state. */
export interface AssetTerms {
  /** Marks of scalar assets are temperatures; those of the others are probabilities. */
  readonly family: Family
  /** Decimals of prices and sizes; 0 where the service does not report them: values are then shown unchanged. */
  readonly pxPlaces: number
  readonly szPlaces: number
  /** Minimum distance of prices from 0 and 1; null where they are not probabilities, and where the service does not report it. */
  readonly edge: Price | null
  readonly status: MarketStatus
}

const places = (tick: Price | null): number => (tick === null ? 0 : placesOf(tick))

const scalarTerms = ({ tickSize, sizeDecimals, status }: ScalarMarket): AssetTerms => ({
  family: 'scalar',
  pxPlaces: placesOf(tickSize),
  szPlaces: sizeDecimals,
  edge: null,
  status,
})

const binaryTerms = ({ tickSize, sizeDecimals, status }: BinaryMarket): AssetTerms => ({
  family: 'binary',
  pxPlaces: places(tickSize),
  szPlaces: sizeDecimals ?? 0,
  edge: tickSize,
  status,
})

const outcomeTerms = ({ tickSize, sizeDecimals, expired, settling }: OutcomeMarket): AssetTerms => ({
  family: 'outcome',
  pxPlaces: places(tickSize),
  szPlaces: sizeDecimals ?? 0,
  edge: tickSize,
  status: expired ? 'settled' : settling ? 'settling' : 'active',
})

export const sameTerms = (a: AssetTerms | null, b: AssetTerms | null): boolean =>
  a === b ||
  (a !== null &&
    b !== null &&
    a.family === b.family &&
    a.pxPlaces === b.pxPlaces &&
    a.szPlaces === b.szPlaces &&
    a.edge === b.edge &&
    a.status === b.status)

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

  /** Metadata of an asset; null without any. */
  terms(asset: string): AssetTerms | null {
    const { scalar, bucket, binary, outcomes } = this.#options
    const outcome = outcomes.outcome(asset)
    if (outcome !== null) return outcomeTerms(outcome.market)
    const scalarMarket = scalar.market(asset)
    if (scalarMarket !== null) return scalarTerms(scalarMarket)
    const binaryMarket = binary.market(asset)
    if (binaryMarket !== null) return binaryTerms(binaryMarket)
    // An asset with a temperature bucket is a scalar one, even if other facts contradict it.
    return bucket.names(asset) ? { family: 'scalar', pxPlaces: 0, szPlaces: 0, edge: null, status: 'unknown' } : null
  }

  /** Whether the service can be asked for the asset now: a coin only where its market is listed. */
  isOffered(asset: string): boolean {
    const { families, outcomes } = this.#options
    return !isCoin(asset) || (families().outcomes && outcomes.outcome(asset) !== null)
  }

  /** The coin of the other side of a two-sided outcome market; null for every other asset. */
  otherSide(asset: string): string | null {
    const sides = this.#options.outcomes.outcome(asset)?.market.sides ?? []
    return sides.length === 2 ? (sides.find(({ coin }) => coin !== asset)?.coin ?? null) : null
  }

  /** The assets whose turn it is to trade. */
  live(): readonly string[] {
    const { bucket, binary } = this.#options
    return [bucket.asset, binary.asset].filter((asset) => asset !== null)
  }

  /** Assets that show whether the feed is alive: where no scalar one trades, a binary one. */
  pulse(): ReadonlySet<string> {
    const { families, binary } = this.#options
    return new Set(binary.asset === null || families().scalar ? [] : [binary.asset])
  }
}
