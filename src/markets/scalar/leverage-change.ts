/** What another leverage makes of the position that is held: its margin, its liquidation price and the most that it can lose. Pure. */
import type { Position } from '../../../contract/account.ts'
import {
  absolute,
  add,
  compare,
  type Money,
  multiply,
  type Price,
  padTo,
  placesOf,
  type Size,
  signOf,
  subtract,
  toPlaces,
} from '../../../contract/decimal.ts'
import { marginOf } from '../../../contract/order-rules.ts'
import { distanceText } from '../../../contract/protection.ts'
import { grouped } from '../../format/index.ts'
import { type EstimateFigure, type EstimateFigures, type EstimateRow, plain, rowsOf } from '../estimate/index.ts'
import type { PriceUnit } from './draft.ts'
import { liquidationPrice } from './liquidation.ts'
import { inBoth } from './price-figure.ts'

/** What the change is worked out from; null is what is not known. */
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
  /** Why the service will hardly take it, or what to look at; null where there is nothing. */
  readonly warning: string | null
}

const ROWS = rowsOf({
  margin: {},
  liquidation: { title: 'Estimate; the service has the last word.' },
  distance: {},
  lost: { title: 'An isolated position loses no more than its margin, USDC, fees apart.' },
  free: {},
})

/** @param present the leverage that the position has */
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

/** How far the mark may go; negative once it has passed the price. */
const roomOf = (size: Size, at: Price, mark: Price): Price =>
  signOf(size) > 0 ? subtract(mark, at) : subtract(at, mark)

function distance(size: Size, at: Price, mark: Price): EstimateFigure {
  const room = roomOf(size, at, mark)
  if (signOf(room) <= 0) return { ...plain('passed'), tone: 'loss' }
  return plain(distanceText(padTo(room, Math.max(placesOf(at), placesOf(mark))), 'scalar'))
}

function warningOf(size: Size, at: Price | null, free: Money | null, mark: Price | null): string | null {
  if (at !== null && mark !== null && signOf(roomOf(size, at, mark)) <= 0) {
    return 'The position would be liquidated at once at this leverage: the service refuses it.'
  }
  if (free !== null && compare(free, '0' as Money) < 0) {
    return `This takes ${money(absolute(free))} USDC more margin than is available: the service refuses it.`
  }
  return null
}
