/**
 * A complete set: one share of every outcome, of which exactly one pays, so it is worth 1 USDH in any case. Its cost and proceeds by the books of all
 * its outcomes at once, in both directions (docs/service/conversions.md#kinds). Pure.
 */

import {
  add,
  compare,
  type Decimal,
  type Money,
  multiply,
  ONE,
  type Price,
  signOf,
  subtract,
  whole,
  ZERO,
} from '../../contract/decimal.ts'
import type { Side } from '../../contract/market.ts'
import type { OutcomeMarket, OutcomeQuestion } from '../../contract/outcome.ts'
import { questionOf } from '../../contract/outcome-names.ts'
import { plural } from '../../contract/plural.ts'
import type { BookSides } from '../trade-forms/index.ts'
import { firstSet, type Leg, type SetWalk, walkSets } from './walk-sets.ts'

/** One share of a set. */
export interface SetMember {
  /** `72 to 74 °F`, or the side of a market with more than two. */
  readonly name: string
  readonly outcomeId: number
  readonly side: number
  readonly coin: string
  /** The other side of the same outcome, a share of which converts into a Yes of all others; null where there is none. */
  readonly no: { readonly side: number; readonly coin: string } | null
}

/** The members of a set, or why it cannot be calculated. */
export interface CompleteSet {
  readonly key: string
  readonly title: string
  /** How a set is created and redeemed: for an exclusive question by split and negate, for one market with several sides by split alone. */
  readonly kind: 'question' | 'sides'
  readonly members: readonly SetMember[]
  readonly expiry: number | null
  /** Decimals of a conversion and of an order in all its markets. */
  readonly sizePlaces: number
}

/** Of conversions; the interface does not report it, so the practice venue's is used (docs/service/conversions.md#kinds). */
const CONVERSION_PLACES = 2
const YES = 0
const NO = 1

/** The set of a question or of a market with more than two sides; null where a member is not published, or does not trade. */
export function completeSetOf(market: OutcomeMarket, listed: readonly OutcomeMarket[]): CompleteSet | null {
  if (market.expired || market.settling) return null
  const question = questionOf(market)
  if (market.sides.length > 2) return ofSides(market, question)
  if (question === null || question.exclusive !== true || question.outcomes.length < 2) return null
  const markets = question.outcomes.map((id) => listed.find(({ outcomeId }) => outcomeId === id))
  const members = markets.map((one) => (one === undefined ? null : memberOf(one)))
  if (members.some((member) => member === null)) return null
  return {
    key: `question/${question.id}`,
    title: question.title,
    kind: 'question',
    members: members.flatMap((member) => member ?? []),
    expiry: market.expiry,
    sizePlaces: placesFor(markets.flatMap((one) => one ?? [])),
  }
}

function ofSides(market: OutcomeMarket, question: OutcomeQuestion | null): CompleteSet {
  return {
    key: `outcome/${market.outcomeId}`,
    title: question?.title ?? market.name,
    kind: 'sides',
    members: market.sides.map(({ index, name, coin }) => ({
      name,
      outcomeId: market.outcomeId,
      side: index,
      coin,
      no: null,
    })),
    expiry: market.expiry,
    sizePlaces: placesFor([market]),
  }
}

function memberOf({ name, outcomeId, sides, expired, settling }: OutcomeMarket): SetMember | null {
  const [yes, no] = [sides.find(({ index }) => index === YES), sides.find(({ index }) => index === NO)]
  if (expired || settling || yes === undefined || no === undefined || sides.length !== 2) return null
  return { name, outcomeId, side: YES, coin: yes.coin, no: { side: NO, coin: no.coin } }
}

const placesFor = (markets: readonly OutcomeMarket[]): number =>
  Math.min(CONVERSION_PLACES, ...markets.map(({ sizeDecimals }) => sizeDecimals ?? CONVERSION_PLACES))

/** Why a question of several outcomes has no set; null where it has one or needs none. */
export function noSetReason(market: OutcomeMarket, listed: readonly OutcomeMarket[]): string | null {
  if (completeSetOf(market, listed) !== null) return null
  if (market.expired || market.settling) return 'It no longer trades.'
  const question = questionOf(market)
  if (question === null || !question.several) return 'Single outcome: its Yes and No share one book.'
  if (question.exclusive === null) return 'The venue does not report whether exactly one outcome wins.'
  if (!question.exclusive) return 'More than one outcome may win.'
  const missing = question.outcomes.filter((id) => !listed.some(({ outcomeId }) => outcomeId === id)).length
  if (question.outcomes.length < 2) return 'The venue does not report its outcomes.'
  const all = question.outcomes.length
  if (missing > 0) {
    return plural(
      missing,
      `1 of its ${all} outcomes is not listed.`,
      `${missing} of its ${all} outcomes are not listed.`,
    )
  }
  return 'Not all of its outcomes trade.'
}

/** The books of one member; null where missing or stale. */
export interface MemberBooks {
  readonly yes: BookSides | null
  readonly no: BookSides | null
}

/** One order of a route. */
export interface RouteLeg {
  /** Index of the member. */
  readonly member: number
  readonly of: 'yes' | 'no'
  readonly side: Side
}

/**
 * `buy_all`: a Yes of each is bought and merged. `sell_all`: a set is split, and a Yes of each sold. `negate`: the No of one outcome is bought and
 * converted into the Yes of all others, which are sold. `buy_noes`: a No of each is bought; one is negated, the others merged.
 */
export type RouteKind = 'buy_all' | 'sell_all' | 'negate' | 'buy_noes'

export interface Route {
  readonly kind: RouteKind
  readonly legs: readonly RouteLeg[]
  /** Immediate payout of a set by conversion, minus its input, USDH. */
  readonly pays: Money
}

export interface RouteResult {
  readonly route: Route
  /** The gain of the first set after fees at the best prices; null where a leg has no price. */
  readonly first: Money | null
  /** Null where no set gains. */
  readonly walk: SetWalk | null
  /** Required funds, USDH: the total paid before anything is returned. */
  readonly capital: Money | null
}

const SPLIT = '-1' as Money

/** Every route, those that buy a set first. */
export function routesOf({ members, kind }: Pick<CompleteSet, 'members' | 'kind'>): readonly Route[] {
  const every = (of: 'yes' | 'no', side: Side, but = -1): readonly RouteLeg[] =>
    members.flatMap((_, member) => (member === but ? [] : [{ member, of, side }]))
  const buy: Route = { kind: 'buy_all', legs: every('yes', 'buy'), pays: ONE as unknown as Money }
  const sell: Route = { kind: 'sell_all', legs: every('yes', 'sell'), pays: SPLIT }
  if (kind === 'sides') return [buy, sell]
  return [
    buy,
    sell,
    ...members.map(
      (_, member): Route => ({
        kind: 'negate',
        legs: [{ member, of: 'no', side: 'buy' }, ...every('yes', 'sell', member)],
        pays: ZERO,
      }),
    ),
    { kind: 'buy_noes', legs: every('no', 'buy'), pays: whole(members.length - 1) as unknown as Money },
  ]
}

/** The result of a route by the current books. @param books by member; null where any required one is missing */
export function walkRoute(
  route: Route,
  books: readonly MemberBooks[],
  terms: { readonly feeBps: Decimal; readonly sizePlaces: number },
): RouteResult | null {
  const legs: Leg[] = []
  for (const { member, of, side } of route.legs) {
    const book = books[member]?.[of]
    if (book == null) return null
    legs.push({ side, levels: side === 'buy' ? book.asks : book.bids, feeBps: terms.feeBps })
  }
  const walk = walkSets(legs, { pays: route.pays, sizePlaces: terms.sizePlaces })
  return { route, first: firstSet(legs, route), walk, capital: walk === null ? null : capitalOf(route, walk) }
}

function capitalOf({ kind, legs, pays }: Route, walk: SetWalk): Money {
  const bought = walk.legs.reduce(
    (sum, leg, at) => (legs[at]?.side === 'buy' ? add(add(sum, leg.value), leg.fee) : sum),
    ZERO as Money,
  )
  const split = kind === 'sell_all' ? multiply(pays as unknown as Price, walk.sets) : ZERO
  return subtract(bought, split as Money)
}

/** The better of two results: more profit, then less capital; the smaller shortfall where neither gains. */
function better(a: RouteResult, b: RouteResult): RouteResult {
  const gain = (one: RouteResult): Money => one.walk?.profit ?? ZERO
  const byProfit = compare(gain(b), gain(a))
  if (byProfit !== 0) return byProfit > 0 ? b : a
  if (a.capital !== null && b.capital !== null) return compare(b.capital, a.capital) < 0 ? b : a
  if (a.first === null || b.first === null) return a.first === null ? b : a
  return compare(b.first, a.first) > 0 ? b : a
}

/** The results of buying and of selling a set, each by its best route; null where its books are incomplete. */
export interface SetPrices {
  readonly buy: RouteResult | null
  readonly sell: RouteResult | null
}

export function priceSet(set: CompleteSet, books: readonly MemberBooks[], feeBps: Decimal): SetPrices {
  const results = routesOf(set).flatMap(
    (route) => walkRoute(route, books, { feeBps, sizePlaces: set.sizePlaces }) ?? [],
  )
  const best = (isBought: boolean): RouteResult | null =>
    results
      .filter(({ route }) => (route.kind === 'buy_all') === isBought)
      .reduce<RouteResult | null>((found, one) => (found === null ? one : better(found, one)), null)
  return { buy: best(true), sell: best(false) }
}

/** Whether it gains anything. */
export const gains = (result: RouteResult | null): boolean => result?.walk != null && signOf(result.walk.profit) > 0
