/**
 * Shares of outcome markets. A set, one share of every side of a market or one Yes of every outcome of an exclusive question, is worth exactly 1 USDH
 * regardless of the result (docs/service/conversions.md#kinds). Fee rates come from the last fills, because the service publishes none, and an
 * opening may be free while a sale and the settlement are not (docs/service/outcomes.md#fees). Pure.
 */
import type { Fill, Position } from './account.ts'
import {
  add,
  BASIS_POINTS,
  type Decimal,
  divide,
  lesser,
  type Money,
  multiply,
  ONE,
  type Price,
  type Size,
  signOf,
  subtract,
  ZERO,
} from './decimal.ts'
import { tradesShares } from './family-rules.ts'
import { isCoin, type OutcomeMarket, type OutcomeQuestion } from './outcome.ts'

/** Equal numbers of shares of several coins, exactly one of which pays. */
export interface ShareSet {
  readonly kind: 'market' | 'question'
  /** Id of the outcome market, or of the question. */
  readonly of: number
  /** Exactly one of these pays. */
  readonly coins: readonly string[]
  readonly count: Size
  /** Cost of the shares by their average entries, USDH. */
  readonly cost: Money
  /** Payout at the end, or on merging, USDH: 1 per set. */
  readonly worth: Money
  /** Worth minus cost: fixed regardless of the result. */
  readonly result: Money
}

export interface ShareSets {
  readonly sets: readonly ShareSet[]
  /** Number of shares in sets, by coin. */
  readonly inSets: ReadonlyMap<string, Size>
}

type Shares = Pick<Position, 'family' | 'asset' | 'size' | 'entryPx'>
/** The fields of a market that determine share sets. */
export type SetMarket = Pick<OutcomeMarket, 'outcomeId' | 'sides' | 'expired'> & {
  readonly questions: readonly Pick<OutcomeQuestion, 'id' | 'exclusive' | 'outcomes'>[]
}

/** Sets held: complete markets first, then complete questions from the remaining shares, so no share counts twice. */
export function shareSetsOf(positions: readonly Shares[], markets: readonly SetMarket[]): ShareSets {
  const held = positions.filter(({ family, size }) => tradesShares(family) && signOf(size) > 0)
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

/** Questions with exactly one winning outcome, each once; those without listed outcomes are skipped. */
function exclusiveOf(markets: readonly SetMarket[]): readonly Pick<OutcomeQuestion, 'id' | 'outcomes'>[] {
  const found = new Map<number, Pick<OutcomeQuestion, 'id' | 'outcomes'>>()
  for (const { questions } of markets)
    for (const { id, exclusive, outcomes } of questions)
      if (exclusive === true && outcomes.length > 1) found.set(id, { id, outcomes })
  return [...found.values()]
}

/** The side that pays when the outcome wins; null when the market is over, or unknown. */
function yesOf(markets: readonly SetMarket[], outcomeId: number): string | null {
  const market = markets.find((one) => one.outcomeId === outcomeId)
  if (market === undefined || market.expired || market.sides.length !== 2) return null
  return market.sides.find(({ index }) => index === 0)?.coin ?? null
}

/** The part of a position outside sets, as a position: its value depends on the price. */
export const looseOf = <One extends Pick<Position, 'asset' | 'size'>>(position: One, { inSets }: ShareSets): One => {
  const sets = inSets.get(position.asset)
  return sets === undefined ? position : looseBy(position, sets)
}

/** A position without the shares of it that are in sets. The service's figures cover the whole position, so the rest has none. */
export const looseBy = <One extends Pick<Position, 'size'>>(position: One, sets: Size): One => ({
  ...position,
  ...{ size: subtract(position.size, sets), margin: null, unrealizedPnl: null },
})

/** In basis points of the value; null before the first fill with a known fee. */
export interface ShareFees {
  readonly buy: Decimal | null
  readonly sell: Decimal | null
  /** Fee of a settlement, basis points of the payout. */
  readonly settled: Decimal | null
}

const RATE_PLACES = 4
const MONEY_PLACES = 6

/** Fee rates, each from the newest fill with a known fee. @param fills newest first */
export function shareFeesOf(fills: readonly Fill[]): ShareFees {
  const rates: { -readonly [K in keyof ShareFees]: Decimal | null } = { buy: null, sell: null, settled: null }
  for (const { asset, cause, side, price, size, fee } of fills) {
    if (!isCoin(asset) || cause === 'liquidation' || fee === null) continue
    const value = multiply(price, size)
    const kind = cause === 'settlement' ? 'settled' : side
    if (rates[kind] !== null || signOf(value) === 0) continue
    rates[kind] = divide(multiply(fee, BASIS_POINTS), value, RATE_PLACES)
  }
  return rates
}

/** The fee on a value, to the micro-unit. */
export const shareFee = (value: Money, bps: Decimal): Money => divide(multiply(value, bps), BASIS_POINTS, MONEY_PLACES)
