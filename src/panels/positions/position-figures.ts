/** What a position comes to at a mark, and how its figures are written. Pure. */
import type { Position } from '../../../contract/account.ts'
import { binaryResults, profitOf } from '../../../contract/books/index.ts'
import {
  absolute,
  type Decimal,
  type Money,
  type Price,
  padTo,
  placesOf,
  type Size,
  signOf,
  subtract,
  toPlaces,
  trimZeros,
} from '../../../contract/decimal.ts'
import { atPlaces, grouped, NONE, scalarPrice, scalarPriceBeside, signed } from '../../format/index.ts'
import { entryText, heldPrice, liquidationAt, returnPercent, settledAt, valueAt } from '../../positions/index.ts'
import type { AssetSpec } from '../../queries/index.ts'

export interface PositionFigures {
  /** Decimals of its prices and of its size. */
  readonly places: number
  readonly sizePlaces: number
  /** Prices as whoever holds the position sees them. */
  readonly entryPx: Price
  readonly markPx: Price | null
  readonly liquidationPx: Price | null
  /** As the service worked it out. */
  readonly exactLiquidation: Price | null
  readonly value: Money | null
  readonly profit: Money | null
  /** In per cent of the margin. */
  readonly percent: Decimal | null
  /** At a settlement now, with what was realised on the way; null where nothing settles at a mark, and while no estimate runs. */
  readonly settled: Money | null
  /** What was realised on the way, for who wonders about `settled`; null where that is nothing. */
  readonly realised: Money | null
}

/**
 * @param settleMark what it would settle at now
 * @param inSets how many of its shares are in sets, whose result no price changes: what is unrealised is that of the others
 */
export function figuresOf(
  position: Position,
  spec: Pick<AssetSpec, 'tickSize' | 'sizeDecimals'>,
  mark: Price | null,
  settleMark: Price | null,
  inSets: Size | null = null,
): PositionFigures {
  const { family, size, entryPx } = position
  const places = spec.tickSize === null ? placesOf(trimZeros(entryPx)) : placesOf(spec.tickSize)
  const held = (price: Price | null): Price | null => (price === null ? null : heldPrice(position, price))
  const exactLiquidation = held(position.liquidationPx)
  // What DOWN contracts are worth falls towards their liquidation as well.
  const falling = signOf(size) > 0 || family === 'binary'
  const loose = inSets === null ? position : { ...position, size: subtract(size, inSets) }
  // The service's own figure is of all of it.
  const profit = profitOf(inSets === null ? position : { ...loose, unrealizedPnl: null }, mark)
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
    settled: family !== 'scalar' || settleMark === null ? null : toPlaces(settledAt(position, settleMark), 2),
    realised: realisedOf(position),
  }
}

function realisedOf({ family, realizedPnl }: Position): Money | null {
  if (family !== 'scalar' || realizedPnl === null || signOf(realizedPnl) === 0) return null
  return toPlaces(realizedPnl, 2)
}

/** The price of UP behind a price of DOWN, for who wants it. */
export const ofUp = ({ family, size }: Position, price: Price | null): string | undefined =>
  family === 'binary' && signOf(size) < 0 && price !== null ? `UP ${price}` : undefined

/** What the position comes to when it is over, in words. */
export function resultText(position: Position, settled: Money | null): string {
  if (position.family === 'scalar') return settled === null ? NONE : signed(settled)
  if (position.family === 'outcome') return `pays ${grouped(toPlaces(absolute(position.size), 2))} or 0`
  const { won, lost } = binaryResults(position)
  return `${signed(toPlaces(won, 2))} or ${signed(toPlaces(lost, 2))}`
}

/** How much of a position others made, or took from it. */
export const foreignText = (foreign: Decimal, size: Decimal): string =>
  `${grouped(trimZeros(absolute(foreign)))} ${signOf(foreign) === signOf(size) ? 'not from here' : 'closed elsewhere'}`

/** A price as the trader has prices of its family: of temperature markets in the unit that stands first. */
export function priceText({ family }: Pick<Position, 'family'>, price: Price | null, places: number): string {
  if (price === null) return NONE
  return family === 'scalar' ? scalarPrice(padTo(price, places)) : atPlaces(price, places)
}

/** The entry, which may lie between two ticks. */
export function entryOf({ family }: Pick<Position, 'family'>, entry: Price, places: number): string {
  const exact = trimZeros(entry)
  if (family !== 'scalar') return entryText(entry, places)
  return scalarPrice(placesOf(exact) <= places ? padTo(exact, places) : toPlaces(entry, places + 1))
}

/** The same in the other unit, for who wants it; undefined where there is none. */
export const besideOf = ({ family }: Pick<Position, 'family'>, price: Price | null): string | undefined =>
  family === 'scalar' && price !== null ? scalarPriceBeside(price) : undefined
