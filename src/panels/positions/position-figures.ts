/** The figures of a position at a mark, and their formats. Pure. */

import type { Position } from '../../../contract/account.ts'
import { profitOf } from '../../../contract/books/index.ts'
import {
  absolute,
  type Decimal,
  type Money,
  type Price,
  padTo,
  placesOf,
  type Size,
  signOf,
  toPlaces,
  trimZeros,
} from '../../../contract/decimal.ts'
import { heldPrice, isOtherSide, quotedPrice, sideHeld, sideTitle } from '../../../contract/family-rules.ts'
import { MESSAGES as COMMON } from '../../../contract/messages.ts'
import { looseBy } from '../../../contract/shares.ts'
import { grouped, NONE, priceText, signed } from '../../format/index.ts'
import { endOf, type PositionEnd } from '../../markets/family/index.ts'
import { liquidationAt, returnPercent, valueAt } from '../../positions/index.ts'
import type { AssetSpec } from '../../queries/index.ts'

export interface PositionFigures {
  /** Decimals of its prices and of its size. */
  readonly places: number
  readonly sizePlaces: number
  /** Prices from the view of the position's side. */
  readonly entryPx: Price
  readonly markPx: Price | null
  readonly liquidationPx: Price | null
  /** As the service calculated it. */
  readonly exactLiquidation: Price | null
  readonly value: Money | null
  readonly profit: Money | null
  /** In percent of the margin. */
  readonly percent: Decimal | null
  readonly end: PositionEnd
}

/**
 * @param settleMark its current settlement mark
 * @param inSets how many of its shares are in sets, whose result no price changes: unrealized P&L is that of the others
 */
export function figuresOf(
  position: Position,
  spec: Pick<AssetSpec, 'tickSize' | 'sizeDecimals'>,
  mark: Price | null,
  settleMark: Price | null,
  inSets: Size | null = null,
): PositionFigures {
  const { size, entryPx } = position
  const places = spec.tickSize === null ? placesOf(trimZeros(entryPx)) : placesOf(spec.tickSize)
  const held = (price: Price | null): Price | null => (price === null ? null : heldPrice(position, price))
  const exactLiquidation = held(position.liquidationPx)
  // The value of DOWN contracts also falls towards their liquidation.
  const falling = signOf(size) > 0 || isOtherSide(position.family, 'short')
  const loose = inSets === null ? position : looseBy(position, inSets)
  const profit = profitOf(loose, mark)
  return {
    places,
    sizePlaces: spec.sizeDecimals ?? placesOf(size),
    entryPx: heldPrice(position, entryPx),
    markPx: held(mark),
    liquidationPx: exactLiquidation === null ? null : liquidationAt(exactLiquidation, places, falling),
    exactLiquidation,
    value: mark === null ? null : toPlaces(valueAt(position, mark), 2),
    profit: profit === null ? null : toPlaces(profit, 2),
    percent: profit === null || signOf(loose.size) === 0 ? null : returnPercent(loose, profit),
    end: endOf(position, settleMark),
  }
}

/** The price of UP behind a price of DOWN, for reference. */
export const ofUp = (position: Position, price: Price | null): string | undefined =>
  price !== null && isOtherSide(position.family, sideHeld(position)) ? quotedPrice(position.family, price) : undefined

/** The final result of the position as text. */
export function endText(end: PositionEnd): string {
  switch (end.by) {
    case 'mark':
      return end.result === null ? NONE : signed(end.result)
    case 'side':
      return `${signed(end.won)} or ${signed(end.lost)}`
    case 'payout':
      return `pays ${grouped(end.pays)} or 0`
  }
}

/** How much of a position other clients opened, or closed. */
export const externalText = (external: Decimal, size: Decimal): string =>
  `${grouped(trimZeros(absolute(external)))} ${signOf(external) === signOf(size) ? 'by another client' : COMMON.closedByOther}`

/** A price with the market's decimals, in the preferred unit. */
export const priceOf = ({ family }: Pick<Position, 'family'>, price: Price | null, places: number): string =>
  priceText(family, price === null ? null : padTo(price, places))

/** The entry, which may be between two ticks. */
export function entryOf({ family }: Pick<Position, 'family'>, entry: Price, places: number): string {
  const exact = trimZeros(entry)
  return priceText(family, placesOf(exact) <= places ? padTo(exact, places) : toPlaces(entry, places + 1))
}

/** `Long`, `DOWN`, or the side of an outcome market. */
export function sideOf({ family, size }: Pick<Position, 'family' | 'size'>, { side }: Pick<AssetSpec, 'side'>): string {
  return side ?? sideTitle(family, sideHeld({ size }))
}
