/**
 * Liquidation estimate of an isolated position: the mark at which its equity (margin + size × mark − cost) no longer covers the maintenance margin,
 * taken as half the initial margin at the market's maximum leverage. The service's own liquidation price is authoritative.
 */
import type { Position } from '../../../contract/account.ts'
import {
  absolute,
  add,
  compare,
  type Decimal,
  divide,
  lesser,
  type Money,
  multiply,
  negate,
  type Price,
  padTo,
  placesOf,
  type Size,
  signOf,
  subtract,
  toPlaces,
  toStep,
  whole,
  ZERO,
} from '../../../contract/decimal.ts'
import type { Side } from '../../../contract/market.ts'
import { marginOf } from '../../../contract/order-rules.ts'
import { distanceText } from '../../../contract/protection.ts'
import { grouped } from '../../format/index.ts'
import { type EstimateFigure, type EstimateFigures, type EstimateRow, plain, rowsOf } from '../estimate.ts'
import type { PriceUnit } from './draft.ts'
import { inBoth } from './draft.ts'

/** An isolated position, real or hypothetical. */
export interface IsolatedPosition {
  /** Signed: positive long, negative short. */
  readonly size: Size
  readonly entry: Price
  readonly margin: Money
}

const PLACES = 18
const UNIT = '1' as Decimal

/** The position after a fill: the opposing part closes it in proportion, the rest opens at `price` and `leverage`. */
export function afterFill(
  held: IsolatedPosition | null,
  side: Side,
  size: Size,
  price: Price,
  leverage: number,
): IsolatedPosition | null {
  const signed = side === 'buy' ? size : negate(size)
  const before = held?.size ?? ZERO
  const total = add(before, signed)
  if (signOf(total) === 0) return null
  const against = held !== null && signOf(before) !== 0 && signOf(before) !== signOf(signed)
  const closing = against ? lesser(absolute(before), absolute(signed)) : ZERO
  const opening = subtract(size, closing)
  const keptSize = subtract(absolute(before), closing)
  const kept = signOf(keptSize) > 0 && held !== null
  const keptMargin = kept ? (divide(multiply(held.margin, keptSize), absolute(before), PLACES) as Money) : ZERO
  const newMargin = divide(multiply(price, opening), whole(leverage), PLACES)
  const cost = add(kept ? multiply(held.entry, keptSize) : ZERO, multiply(price, opening))
  return {
    size: total,
    entry: divide(cost, absolute(total), PLACES),
    margin: add(keptMargin, newMargin),
  }
}

/** The liquidation mark, rounded to the tick on the near side; null when no positive price liquidates. */
export function liquidationPrice(position: IsolatedPosition, maxLeverage: number, tick: Price): Price | null {
  const held = absolute(position.size)
  if (signOf(held) === 0) return null
  const parts = whole(2 * maxLeverage)
  const cost = multiply(position.entry, held)
  const long = signOf(position.size) > 0
  const numerator = multiply(long ? subtract(cost, position.margin) : add(cost, position.margin), parts)
  if (signOf(numerator) <= 0) return null
  const denominator = multiply(held, long ? subtract(parts, UNIT) : add(parts, UNIT))
  const exact = divide(numerator, denominator, PLACES)
  const rounded = toStep(exact, tick, long ? 'up' : 'down')
  return compare(rounded, ZERO) > 0 ? rounded : null
}

// The effect of another leverage on the open position: its margin, its liquidation price and its maximum loss.

/** Inputs of the change; null is unknown. */
interface LeverageFacts {
  readonly maxLeverage: number
  readonly tickSize: Price
  readonly mark: Price | null
  readonly available: Money | null
  readonly unit: PriceUnit
}

export interface LeverageChange {
  readonly rows: readonly EstimateRow[]
  readonly now: EstimateFigures
  readonly after: EstimateFigures
  /** Why the service is likely to refuse it, or a risk to note; null if none. */
  readonly warning: string | null
}

const ROWS = rowsOf({
  margin: {},
  liquidation: { title: 'Estimate. The venue decides.' },
  distance: {},
  lost: { title: 'An isolated position cannot lose more than its margin plus fees, USDC.' },
  free: {},
})

/** @param present the position's current leverage */
export function leverageChange(position: Position, present: number, to: number, facts: LeverageFacts): LeverageChange {
  const { tickSize, maxLeverage, available } = facts
  const { size, entryPx: entry } = position
  const value: Money = multiply(absolute(size), entry)
  const before = position.margin ?? marginOf(value, position.leverage ?? present)
  const after = marginOf(value, to)
  const free = available === null ? null : subtract(add(available, before), after)
  const liquidates = (margin: Money): Price | null => liquidationPrice({ size, entry, margin }, maxLeverage, tickSize)
  const liquidation = { now: position.liquidationPx ?? liquidates(before), after: liquidates(after) }
  const figures = (margin: Money, at: Price | null, left: Money | null): EstimateFigures => ({
    margin: plain(money(margin)),
    lost: plain(`− ${money(margin)}`),
    ...(at === null ? {} : { liquidation: inBoth(padTo(at, placesOf(tickSize)), facts.unit) }),
    ...(at === null || facts.mark === null ? {} : { distance: distance(size, at, facts.mark) }),
    ...(left === null ? {} : { free: plain(grouped(toPlaces(left, 2, 'down'))) }),
  })
  return {
    rows: ROWS,
    now: figures(before, liquidation.now, available),
    after: figures(after, liquidation.after, free),
    warning: warningOf(size, liquidation.after, free, facts.mark),
  }
}

const money = (value: Money): string => grouped(toPlaces(value, 2, 'up'))

/** Distance of the mark from the liquidation price; negative once the mark has passed it. */
const roomOf = (size: Size, at: Price, mark: Price): Price =>
  signOf(size) > 0 ? subtract(mark, at) : subtract(at, mark)

function distance(size: Size, at: Price, mark: Price): EstimateFigure {
  const room = roomOf(size, at, mark)
  if (signOf(room) <= 0) return { ...plain('passed'), tone: 'loss' }
  return plain(distanceText(padTo(room, Math.max(placesOf(at), placesOf(mark))), 'scalar'))
}

function warningOf(size: Size, at: Price | null, free: Money | null, mark: Price | null): string | null {
  if (at !== null && mark !== null && signOf(roomOf(size, at, mark)) <= 0) {
    return 'The position would be liquidated at once at this leverage. The venue will reject it.'
  }
  if (free !== null && compare(free, '0' as Money) < 0) {
    return `This takes ${money(absolute(free))} USDC more margin than available. The venue will reject it.`
  }
  return null
}
