/**
 * Shares that hedge one another (docs/service/conversions.md#kinds): a share of every side of a market, or a Yes of every outcome of an exclusive question,
 * is a set, and a set is worth exactly 1 USDH whatever happens. Pure.
 */
import type { Position } from './account.ts'
import { add, lesser, type Money, multiply, ONE, type Price, type Size, signOf, subtract, ZERO } from './decimal.ts'
import type { OutcomeMarket, OutcomeQuestion } from './outcome.ts'

/** The same number of shares of several coins, one of which pays. */
export interface ShareSet {
  readonly kind: 'market' | 'question'
  /** Id of the outcome market, or of the question. */
  readonly of: number
  /** Exactly one of these pays. */
  readonly coins: readonly string[]
  readonly count: Size
  /** What the shares cost by their average entries, USDH. */
  readonly cost: Money
  /** What they pay in the end, or merged, USDH: 1 a set. */
  readonly worth: Money
  /** Worth less cost: nothing that happens changes it. */
  readonly result: Money
}

export interface ShareSets {
  readonly sets: readonly ShareSet[]
  /** Of each coin, how many shares are in sets. */
  readonly inSets: ReadonlyMap<string, Size>
}

type Shares = Pick<Position, 'family' | 'asset' | 'size' | 'entryPx'>
/** What of a market tells its sets. */
export type SetMarket = Pick<OutcomeMarket, 'outcomeId' | 'sides' | 'expired'> & {
  readonly questions: readonly Pick<OutcomeQuestion, 'id' | 'exclusive' | 'outcomes'>[]
}

/** Whole markets first, then of what is left whole questions: no share is counted twice. */
export function shareSetsOf(positions: readonly Shares[], markets: readonly SetMarket[]): ShareSets {
  const held = positions.filter(({ family, size }) => family === 'outcome' && signOf(size) > 0)
  const entries = new Map(held.map(({ asset, entryPx }) => [asset, entryPx]))
  const left = new Map(held.map(({ asset, size }) => [asset, size]))
  const inSets = new Map<string, Size>()
  const sets: ShareSet[] = []

  const take = (kind: ShareSet['kind'], of: number, coins: readonly string[]): void => {
    const sizes = coins.map((coin) => left.get(coin) ?? ZERO)
    const count = sizes.reduce<Size | null>((least, size) => (least === null ? size : lesser(least, size)), null)
    if (count === null || coins.length < 2 || signOf(count) <= 0) return
    for (const coin of coins) {
      left.set(coin, subtract(left.get(coin) ?? ZERO, count))
      inSets.set(coin, add(inSets.get(coin) ?? ZERO, count))
    }
    const each = coins.reduce<Price>((sum, coin) => add(sum, entries.get(coin) ?? ZERO), ZERO)
    const cost = multiply(each, count)
    const worth = multiply(ONE, count)
    sets.push({ kind, of, coins, count, cost, worth, result: subtract(worth, cost) })
  }

  for (const { outcomeId, sides, expired } of markets) {
    if (!expired)
      take(
        'market',
        outcomeId,
        sides.map(({ coin }) => coin),
      )
  }
  for (const { id, outcomes } of exclusiveOf(markets)) {
    const yes = outcomes.map((outcomeId) => yesOf(markets, outcomeId))
    if (yes.every((coin) => coin !== null)) take('question', id, yes)
  }
  return { sets, inSets }
}

/** Questions of which exactly one outcome comes true, each once; those whose outcomes are not told are none. */
function exclusiveOf(markets: readonly SetMarket[]): readonly Pick<OutcomeQuestion, 'id' | 'outcomes'>[] {
  const found = new Map<number, Pick<OutcomeQuestion, 'id' | 'outcomes'>>()
  for (const { questions } of markets)
    for (const { id, exclusive, outcomes } of questions)
      if (exclusive === true && outcomes.length > 1) found.set(id, { id, outcomes })
  return [...found.values()]
}

/** The side that pays when the outcome comes true; null where the market is over, or not known. */
function yesOf(markets: readonly SetMarket[], outcomeId: number): string | null {
  const market = markets.find((one) => one.outcomeId === outcomeId)
  if (market === undefined || market.expired || market.sides.length !== 2) return null
  return market.sides.find(({ index }) => index === 0)?.coin ?? null
}

/** What of a position is in no set, as a position: what its price decides. */
export const looseOf = <One extends Pick<Position, 'asset' | 'size'>>(position: One, { inSets }: ShareSets): One => {
  const sets = inSets.get(position.asset)
  return sets === undefined ? position : { ...position, size: subtract(position.size, sets) }
}
