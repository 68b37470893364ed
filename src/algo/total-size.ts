/**
 * The total of a scale or slices as typed: in contracts, by its total value, or by a fraction of the account's maximum. The result never exceeds what
 * was typed. Risk is not available: neither sets a stop to calculate a loss from. Pure.
 */

import type { ScaleOrder } from '../../contract/algo.ts'
import {
  compare,
  type Decimal,
  divide,
  greater,
  lesser,
  type Money,
  ONE,
  type Price,
  parseTyped,
  percentOf,
  placesOf,
  type Size,
  signOf,
  subtract,
  toPlaces,
  toStep,
} from '../../contract/decimal.ts'
import { FAMILY_RULES } from '../../contract/family-rules.ts'
import type { Side } from '../../contract/market.ts'
import { MESSAGES as COMMON } from '../../contract/messages.ts'
import { lotOf } from '../../contract/order-rules.ts'
import { type ScaleShape, scaleIssue, scaleOrders, sumOfOrders } from '../../contract/scale.ts'
import type { SizeUnit } from '../../contract/size-presets.ts'
import { lotsIn, type SizeRead, sizeRead, typedAmount } from '../markets/sizing.ts'
import type { AlgoDraft, AlgoKind, AlgoMarket } from './read-algo.ts'

export const TOTAL_UNITS: readonly SizeUnit[] = ['contracts', 'money', 'percent']

/** The inputs of totals in units other than contracts. */
export interface TotalFacts {
  /** The maximum order of a side at a price; null while unknown. */
  readonly most: (side: Side, price: Price, reduceOnly: boolean) => Size | null
  /** The best bid: a sale of contracts may fill there, above its own price. */
  readonly bid: Price | null
}

const NO_PRICE = { state: 'lacks', text: 'Enter the prices first.' } as const
/** A sample total whose orders show the distribution, in lots. */
const SAMPLE_LOTS = 1_000_000n
const LOTS = 40
const PLACES = 24

/** Null where it is typed in contracts or shares: then it is sent as is. */
export function totalRead(kind: AlgoKind, draft: AlgoDraft, market: AlgoMarket, facts: TotalFacts): SizeRead | null {
  const { total: text, totalBy: by, side, reduceOnly } = draft
  if (by === 'contracts') return null
  if (by === 'risk') {
    return { state: 'wrong', text: 'Scales and slices have no stop, so risk sizes do not apply.' }
  }
  const amount = typedAmount({ text, by })
  if (typeof amount !== 'string') return amount
  const lot = lotOf(market.sizeDecimals ?? 0)
  const spread = spreadOf(kind, draft, market)
  if (spread === null) return NO_PRICE
  const dear = (total: Size): readonly ScaleOrder[] =>
    spread(total).map((one) =>
      facts.bid !== null && isDearer(draft, market) ? { ...one, price: greater(one.price, facts.bid) } : one,
    )
  const averageAt = (total: Size): Price | null => {
    const sum = sumOfOrders(dear(total))
    return sum === null
      ? null
      : toPlaces(divide(sum.value, sum.total, PLACES) as Decimal as Price, placesOf(sum.average) + 4, 'up')
  }
  const sample = toStep(multiplyLots(lot), lot)
  const average = averageAt(sample)
  if (average === null || signOf(average) <= 0) return NO_PRICE
  const least = `${lot} ${FAMILY_RULES[market.family].contracts}`
  if (by === 'money') {
    const worth = (total: Size): Money | null => sumOfOrders(dear(total))?.value ?? null
    let total = lotsIn(amount, average, lot)
    // Sizes are distributed in whole lots: the resulting excess is removed again.
    for (let step = 0; step < LOTS; step++) {
      const value = worth(total)
      if (value === null || compare(value, amount) <= 0) break
      total = toStep(subtract(total, lot), lot)
    }
    return sizeRead(total, least)
  }
  const partAt = (price: Price): Size | null => {
    const most = facts.most(side, price, FAMILY_RULES[market.family].hasTerms && reduceOnly)
    return most === null ? null : toStep(percentOf(most, amount), lot, 'down')
  }
  const part = partAt(average)
  if (part === null) return { state: 'lacks', text: COMMON.accountNotLoaded }
  const again = partAt(averageAt(part) ?? average)
  return sizeRead(again === null ? part : lesser(part, again), least)
}

const multiplyLots = (lot: Size): Size => {
  const places = placesOf(lot)
  return (
    places === 0
      ? String(SAMPLE_LOTS)
      : toPlaces(divide(SAMPLE_LOTS.toString() as Decimal, `1${'0'.repeat(places)}` as Decimal, places), places)
  ) as Size
}

/** A sale of contracts that may trade at once fills no lower than the bid, and ties up that value. */
const isDearer = ({ side, tif }: AlgoDraft, { family }: AlgoMarket): boolean =>
  FAMILY_RULES[family].isMargined && side === 'sell' && tif !== 'ALO'

/** The orders of a total; null while the prices are missing or invalid. */
function spreadOf(
  kind: AlgoKind,
  draft: AlgoDraft,
  market: AlgoMarket,
): ((total: Size) => readonly ScaleOrder[]) | null {
  if (kind === 'slices') {
    const worst = parseTyped(draft.worst) as Price | null
    return worst === null || signOf(worst) <= 0 ? null : (size) => [{ price: worst, size }]
  }
  const { side, skew } = draft
  const [from, to, count, ratio] = [draft.from, draft.to, draft.count, draft.ratio].map((text) => parseTyped(text))
  if (from == null || to == null || count == null || (skew !== 'even' && ratio == null)) return null
  const shapeOf = (total: Size): ScaleShape => ({
    ...{ side, skew, total, count: Number(count), ratio: skew === 'even' ? ONE : (ratio ?? ONE) },
    ...{ from: from as Price, to: to as Price },
  })
  const issue = scaleIssue(shapeOf(multiplyLots(lotOf(market.sizeDecimals ?? 0))), market)
  return issue === null ? (total) => scaleOrders(shapeOf(total), market) : null
}
