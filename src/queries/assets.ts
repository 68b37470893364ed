/** Looks up an asset of any family by its name alone: its display name, and the decimals of its prices and sizes. Pure. */
import type { Family } from '../../contract/account.ts'
import type { BinaryMarket } from '../../contract/binary.ts'
import type { Price } from '../../contract/decimal.ts'
import type { ScalarMarket } from '../../contract/market.ts'
import { isCoin, type OutcomeMarket } from '../../contract/outcome.ts'

export interface AssetSpec {
  readonly asset: string
  readonly family: Family
  /** Display name: `NYCTMP1`, `Yes, Rain before midnight`. */
  readonly name: string
  /** The outcome market side that the coin represents; null for other assets, and for an unknown coin. */
  readonly side: string | null
  /** The market without the side. */
  readonly market: string
  /** Null while the market is unknown, or where the service does not report it. */
  readonly tickSize: Price | null
  readonly sizeDecimals: number | null
}

export interface Assets {
  readonly of: (asset: string) => AssetSpec
  readonly asset: (asset: string) => string
  readonly outcome: (outcomeId: number) => string
  readonly question: (questionId: number) => string
}

/**
 * The full name of an outcome market: its question, preceded by its own name where the question has several markets, so that the distinguishing part
 * stays visible where names are truncated.
 */
export function marketName(market: OutcomeMarket): string {
  const [question] = market.questions
  if (question === undefined) return market.name
  return question.several ? `${market.name}, ${question.title}` : question.title
}

/** Looks assets up in what has been read so far; an unknown asset is shown by its id. */
export function assetsOf(
  scalars: readonly ScalarMarket[],
  binaries: readonly BinaryMarket[],
  outcomes: readonly OutcomeMarket[],
): Assets {
  const specs = new Map<string, AssetSpec>()
  const questions = new Map<number, string>()
  const markets = new Map<number, string>()
  const plain = (family: Family, asset: string, tickSize: Price | null, sizeDecimals: number | null): AssetSpec => ({
    asset,
    family,
    name: asset,
    side: null,
    market: asset,
    tickSize,
    sizeDecimals,
  })
  for (const one of scalars) specs.set(one.asset, plain('scalar', one.asset, one.tickSize, one.sizeDecimals))
  for (const one of binaries) specs.set(one.asset, plain('binary', one.asset, one.tickSize, one.sizeDecimals))
  for (const one of outcomes) {
    const market = marketName(one)
    markets.set(one.outcomeId, market)
    for (const { id, title } of one.questions) questions.set(id, title)
    for (const { coin, name } of one.sides) {
      const { tickSize, sizeDecimals } = one
      const own = { asset: coin, family: 'outcome', name: `${name}, ${market}`, side: name, market } as const
      specs.set(coin, { ...own, tickSize, sizeDecimals })
    }
  }
  const of = (asset: string): AssetSpec =>
    specs.get(asset) ?? plain(isCoin(asset) ? 'outcome' : 'scalar', asset, null, null)
  return {
    of,
    asset: (asset) => of(asset).name,
    outcome: (outcomeId) => markets.get(outcomeId) ?? `outcome ${outcomeId}`,
    question: (questionId) => questions.get(questionId) ?? `question ${questionId}`,
  }
}
