/**
 * Two contracts of the same hour that cannot both lose by the settlement temperature: together they pay at least 1. The cost of the pair, through the
 * depth of both books and all fees, shows what could be traded. Pure.
 */

import { BINARY_LEVERAGE } from '../../contract/binary.ts'
import { add, compare, type Decimal, divide, type Fahrenheit, type Money, ONE, whole } from '../../contract/decimal.ts'
import { FAMILY_RULES, tradesShares } from '../../contract/family-rules.ts'
import { moneyUnit } from '../format/index.ts'
import { type BookSides, otherSide } from '../trade-forms/index.ts'
import { coverAll } from './claim.ts'
import type { Contract, Hour, HourMarket } from './same-hour.ts'
import { firstSet, type Leg, type SetWalk, walkSets } from './walk-sets.ts'

interface PairLeg {
  readonly market: HourMarket
  readonly contract: Contract
}

export interface Pair {
  readonly legs: readonly [PairLeg, PairLeg]
  /** The remaining risks of holding both. */
  readonly risks: readonly Risk[]
}

export type Risk =
  /** An average and a reading may be on opposite sides of the thresholds: then both lose. */
  | 'basis'
  /** Both lose at exactly this temperature, or the winner there is unspecified. */
  | 'edge'
  /** One leg can be liquidated before settlement. */
  | 'liquidation'
  /** Paid in USDC and in USDH. */
  | 'collateral'
  /** Two orders: the second may find prices other than those shown. */
  | 'legging'

/** Every pair that pays at least 1 where both settle on the same temperature. */
export function pairsOf({ markets }: Pick<Hour, 'markets'>): readonly Pair[] {
  const compared = markets.filter(({ apart }) => apart === null)
  return compared.flatMap((first, at) =>
    compared.slice(at + 1).flatMap((second) => [...pairsBetween(first, second), ...pairsBetween(second, first)]),
  )
}

/** Only those where `above` has the upper open part of the axis. */
function pairsBetween(above: HourMarket, below: HourMarket): readonly Pair[] {
  return above.sides.flatMap((high) =>
    below.sides.flatMap((low) => {
      if (high.claim?.low == null || low.claim?.high == null) return []
      const covers = coverAll(low.claim, high.claim)
      const meets = compare(low.claim.high, high.claim.low) === 0
      if (!covers && !meets) return []
      return [
        {
          legs: [
            { market: above, contract: high },
            { market: below, contract: low },
          ],
          risks: risksOf(above, below, covers),
        },
      ]
    }),
  )
}

function risksOf(a: HourMarket, b: HourMarket, covers: boolean): readonly Risk[] {
  return [
    ...(a.measure === b.measure ? [] : (['basis'] as const)),
    ...(covers ? [] : (['edge'] as const)),
    ...([a, b].some(isMargined) ? (['liquidation'] as const) : []),
    ...(moneyUnit(a.family) === moneyUnit(b.family) ? [] : (['collateral'] as const)),
    'legging',
  ]
}

const isMargined = ({ family }: HourMarket): boolean => FAMILY_RULES[family].isMargined

/** The offers of a contract, best first: for the mirrored side the bids at 1 − price. */
export const offersOf = ({ isMirrored }: Pick<Contract, 'isMirrored'>, book: BookSides): Leg['levels'] =>
  isMirrored ? book.bids.map(({ px, sz }) => ({ px: otherSide(px), sz })) : book.asks

/** The bids of a contract, best first. */
export const takersOf = ({ isMirrored }: Pick<Contract, 'isMirrored'>, book: BookSides): Leg['levels'] =>
  isMirrored ? book.asks.map(({ px, sz }) => ({ px: otherSide(px), sz })) : book.bids

export interface PairResult {
  readonly pair: Pair
  /** The gain of the first one after fees; negative is the shortfall. Null where a side has no price. */
  readonly first: Money | null
  readonly walk: SetWalk | null
  /** Margin of contracts, the full cost of shares, and the fees. */
  readonly capital: Money | null
}

interface PairTerms {
  /** For binary contracts, in basis points of their cost. The service reports no fee of shares. */
  readonly binaryBps: Decimal
  /** Fresh books by asset; null for a missing or stale one. */
  readonly book: (asset: string) => BookSides | null
}

const NO_FEE = '0' as Decimal
const USUAL_PLACES = 2
const MARGIN_PLACES = 18

/** Null where a book is missing. */
export function walkPair(pair: Pair, { binaryBps, book }: PairTerms): PairResult | null {
  const legs: Leg[] = []
  for (const { market, contract } of pair.legs) {
    const sides = book(contract.asset)
    if (sides === null) return null
    const feeBps = tradesShares(market.family) ? NO_FEE : binaryBps
    legs.push({ side: 'buy', levels: offersOf(contract, sides), feeBps })
  }
  const sizePlaces = Math.min(...pair.legs.map(({ market }) => market.sizeDecimals ?? USUAL_PLACES))
  const pays = ONE as unknown as Money
  const walk = walkSets(legs, { pays, sizePlaces })
  return { pair, first: firstSet(legs, { pays }), walk, capital: walk === null ? null : capitalOf(pair, walk) }
}

const capitalOf = ({ legs }: Pair, walk: SetWalk): Money =>
  walk.legs.reduce((sum, { value, fee }, at) => {
    const market = legs[at]?.market
    const tied =
      market !== undefined && isMargined(market) ? divide(value, whole(BINARY_LEVERAGE), MARGIN_PLACES) : value
    return add(add(sum, tied), fee)
  }, '0' as Money)

/** Gaining ones first, the largest gain first; then the smallest shortfall. */
export function byGain(a: PairResult, b: PairResult): number {
  const gain = ({ walk }: PairResult): Money => walk?.profit ?? ('0' as Money)
  const more = compare(gain(b), gain(a))
  if (more !== 0) return more
  if (a.first === null || b.first === null) return a.first === null ? (b.first === null ? 0 : 1) : -1
  return compare(b.first, a.first)
}

/** The temperatures between which both legs may lose where one settles on an average and the other on a reading. */
export const basisBetween = ({ legs }: Pair): readonly [from: Fahrenheit, to: Fahrenheit] | null => {
  const [high, low] = [legs[0].contract.claim?.low ?? null, legs[1].contract.claim?.high ?? null]
  return high === null || low === null ? null : [high, low]
}
