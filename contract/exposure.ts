/** The trader's exposure to an event of the calendar. Exact; unknown values stay null. Pure. */

import type { Order, Position } from './account.ts'
import type { ActiveUntil } from './active-until.ts'
import { type AlgoView, isAlgoFinal } from './algo.ts'
import { binaryResults } from './books/index.ts'
import type { CalendarEvent } from './calendar.ts'
import { type ConditionalView, isConditionalFinal } from './conditional.ts'
import {
  absolute,
  add,
  greater,
  knownSum,
  lesser,
  type Money,
  multiply,
  negate,
  signOf,
  subtract,
  ZERO,
} from './decimal.ts'
import { heldPrice } from './family-rules.ts'
import type { Family } from './market-ref.ts'
import type { OutcomeMarket } from './outcome.ts'
import { questionOf } from './outcome-names.ts'

/** Positions and orders as last read. */
interface HeldMarkets {
  readonly positions: readonly Position[]
  readonly orders: readonly Pick<Order, 'asset'>[]
  readonly exits: readonly Pick<ConditionalView, 'target' | 'state' | 'until'>[]
  readonly algos: readonly Pick<AlgoView, 'asset' | 'state' | 'until'>[]
}

export interface Exposure {
  readonly positions: readonly Position[]
  /** Value at the marks; size × price for shares and contracts. Null when a mark is unknown. */
  readonly value: Money | null
  /**
   * Worst and best result against the entry. Contracts and shares end at 0 or 1; a scalar position loses at most its margin, and its gain is
   * unbounded: null, as it is when the service omits the margin.
   */
  readonly worst: Money | null
  readonly best: Money | null
  /** Number of resting orders that end with the event. */
  readonly orders: number
  /** Number of active stops, targets, time exits and algo orders that cannot act after it. */
  readonly exits: number
  readonly algos: number
  /** The first time before the event after which one of those can no longer act; null when all can act until then. */
  readonly early: ActiveUntil | null
}

const NOTHING: Exposure = {
  positions: [],
  value: null,
  worst: null,
  best: null,
  orders: 0,
  exits: 0,
  algos: 0,
  early: null,
}

/** Whether any exposure exists. */
export const hasExposure = ({ positions, orders, exits, algos }: Exposure): boolean =>
  positions.length + orders + exits + algos > 0

export function exposureOf(event: CalendarEvent, held: HeldMarkets): Exposure {
  if (event.concerns.length === 0) return NOTHING
  const concerns = new Set(event.concerns)
  const positions = held.positions.filter(({ asset, size }) => concerns.has(asset) && signOf(size) !== 0)
  const orders = held.orders.filter(({ asset }) => concerns.has(asset)).length
  const exits = held.exits.filter(({ target, state }) => concerns.has(target.asset) && !isConditionalFinal(state))
  const algos = held.algos.filter(({ asset, state }) => concerns.has(asset) && !isAlgoFinal(state))
  if (positions.length + orders + exits.length + algos.length === 0) return NOTHING
  const ends = endsOf(event, positions)
  const untils = [...exits, ...algos].flatMap(({ until }) => (until === null ? [] : [until]))
  return {
    positions,
    value: sumOf(positions.map(worthOf)),
    ...ends,
    orders,
    exits: exits.length,
    algos: algos.length,
    early: untils
      .filter(({ at, because }) => because !== 'market' && at < event.ends)
      .reduce<ActiveUntil | null>((first, one) => (first === null || one.at < first.at ? one : first), null),
  }
}

/** A DOWN contract is worth 1 minus the price. */
function worthOf({ family, size, markPx }: Position): Money | null {
  if (markPx === null) return null
  return multiply(heldPrice({ family, size }, markPx), absolute(size))
}

type Ends = Pick<Exposure, 'worst' | 'best'>

function endsOf(event: CalendarEvent, positions: readonly Position[]): Ends {
  return positions.length === 0 ? { worst: null, best: null } : ENDS[event.family](positions, event)
}

/** Positions of contracts end independently of one another. */
const sumOfEach =
  (endsOfOne: (position: Position) => Ends) =>
  (positions: readonly Position[]): Ends => {
    const ends = positions.map(endsOfOne)
    return { worst: sumOf(ends.map(({ worst }) => worst)), best: sumOf(ends.map(({ best }) => best)) }
  }

const scalarEnds = ({ margin }: Position): Ends => ({ worst: margin === null ? null : negate(margin), best: null })

/** At 1 and 0 for UP: the loss is at most what was posted, or the reported margin: once it is used up the position is liquidated. */
function binaryEnds(position: Position): Ends {
  const { won, lost } = binaryResults(position)
  return { worst: position.margin === null ? lost : greater(lost, negate(position.margin)), best: won }
}

/** In an exclusive question exactly one outcome wins; other markets resolve independently. */
function outcomeEnds(markets: readonly OutcomeMarket[], positions: readonly Position[]): Ends {
  const cost = sumOf(positions.map(({ size, entryPx }) => multiply(entryPx, size))) ?? ZERO
  const sizeOf = (coin: string | undefined): Money =>
    (positions.find(({ asset }) => asset === coin)?.size ?? ZERO) as unknown as Money
  const held = markets.filter(({ sides }) => sides.some(({ coin }) => signOf(sizeOf(coin)) !== 0))
  const pays = ({ sides }: OutcomeMarket, index: number): Money =>
    sizeOf(sides.find((side) => side.index === index)?.coin)
  const question = held[0] === undefined ? null : questionOf(held[0])
  const isExclusive =
    question?.exclusive === true && question.outcomes.length > 1 && held.every(({ sides }) => sides.length === 2)
  if (isExclusive) {
    const payouts = question.outcomes.map((truth) =>
      held.reduce<Money>((sum, market) => add(sum, pays(market, market.outcomeId === truth ? 0 : 1)), ZERO),
    )
    return { worst: subtract(least(payouts), cost), best: subtract(most(payouts), cost) }
  }
  const each = held.map((market) => market.sides.map(({ index }) => pays(market, index)))
  const all = (pick: (payouts: readonly Money[]) => Money): Money =>
    each.reduce<Money>((sum, payouts) => add(sum, pick(payouts)), ZERO)
  return { worst: subtract(all(least), cost), best: subtract(all(most), cost) }
}

const ENDS: { readonly [F in Family]: (positions: readonly Position[], event: CalendarEvent) => Ends } = {
  scalar: sumOfEach(scalarEnds),
  binary: sumOfEach(binaryEnds),
  outcome: (positions, { markets }) => outcomeEnds(markets, positions),
}

const least = (all: readonly Money[]): Money => all.reduce((one, other) => lesser(one, other))
const most = (all: readonly Money[]): Money => all.reduce((one, other) => greater(one, other))

/** Null when one is unknown, or there are none. */
const sumOf = (all: readonly (Money | null)[]): Money | null => (all.length === 0 ? null : knownSum(all))
