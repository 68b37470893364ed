/** The price of each row. The rows move only by command and by scrolling, never with the market. */

import { useMemo, useRef, useState } from 'react'
import { type Decimal, fromUnits, type Price, placesOf, toStep, toUnits } from '../../../contract/decimal.ts'
import type { Side } from '../../../contract/market.ts'
import { useSteady } from '../../ui/index.ts'

export interface PriceRows {
  /** Step between rows: the tick, or the grouping. */
  readonly step: Price
  /** Decimals of the market's prices. */
  readonly places: number
  readonly count: number
  /** Price of the top row, in steps from 0. */
  readonly top: number
  /** Prices rise downward: the market is viewed from DOWN, where a low price of UP is a high one. */
  readonly isTurned: boolean
  /** Upper price bound, exclusive like 0; null where 0 is the only bound. */
  readonly most: Price | null
}

export interface RowTerms extends Pick<PriceRows, 'step' | 'count' | 'isTurned' | 'most'> {
  readonly tick: Price
}

const perStep = (price: Decimal, step: Price): number =>
  Number(toUnits(toStep(price, step, 'half-up'), placesOf(step)) / toUnits(step, placesOf(step)))

/** Rows with the price in the middle one. */
export function rowsAround(price: Price, { tick, step, count, isTurned, most }: RowTerms): PriceRows {
  const places = Math.max(placesOf(tick), placesOf(step))
  const rows: PriceRows = { step, places, count, top: perStep(price, step), isTurned, most }
  return scrolled(rows, -Math.floor(count / 2))
}

/** The price of a row, with the market's decimals; null beyond the bounds. */
export function priceAt(rows: PriceRows, row: number): Price | null {
  const { step, places, most } = rows
  const at = stepsAt(rows, row)
  return at <= 0 || (most !== null && at >= perStep(most, step))
    ? null
    : (fromUnits(BigInt(at) * toUnits(step, places), places) as Price)
}

const stepsAt = ({ top, isTurned }: PriceRows, row: number): number => (isTurned ? top + row : top - row)

/**
 * A price in whole steps. A price between two rows is grouped as the book does it: a bid with the step below its price, an ask with the one above, so
 * that none looks better than it is.
 */
export const inSteps = (price: Price, step: Price, side: Side | 'nearest' = 'nearest'): number =>
  perStep(toStep(price, step, side === 'buy' ? 'down' : side === 'sell' ? 'up' : 'half-up'), step)

/** The row of a price in steps, possibly out of view: below 0 it is above the rows, from `count` on below. */
export const rowAt = ({ top, isTurned }: PriceRows, steps: number): number => (isTurned ? steps - top : top - steps)

/** The row that a price belongs to. */
export const rowOf = (rows: PriceRows, price: Price, side: Side | 'nearest' = 'nearest'): number =>
  rowAt(rows, inSteps(price, rows.step, side))

/** The rows scrolled down by this many rows (negative: up). At least one row shows a price. */
export function scrolled(rows: PriceRows, by: number): PriceRows {
  const { step, count, most, isTurned } = rows
  const last = most === null ? Number.MAX_SAFE_INTEGER : perStep(most, step) - 1
  const wanted = isTurned ? rows.top + by : rows.top - by
  const [least, greatest] = isTurned ? [2 - count, last] : [1, last + count - 1]
  return { ...rows, top: Math.min(greatest, Math.max(least, wanted)) }
}

/** The rows for another height: the middle row stays. */
export const withCount = (rows: PriceRows, count: number): PriceRows =>
  rows.count === count ? rows : scrolled({ ...rows, count }, Math.floor(rows.count / 2) - Math.floor(count / 2))

interface Placed {
  readonly of: string
  readonly rows: PriceRows
}

/**
 * The rows of the panel: their prices, and what moves them. The market never does.
 * @param of the subject of the rows: another market, or its other side, is placed again; null while there is nothing to place
 */
export function useRows(of: string | null, terms: RowTerms | null) {
  const [placed, place] = useState<Placed | null>(null)
  const [isWaiting, wait] = useState(false)
  const market = useRef<{ readonly of: string; readonly price: Price } | null>(null)
  const isInside = useRef(false)
  const rows = useMemo(
    () => (placed === null || placed.of !== of || terms === null ? null : fitted(placed.rows, terms)),
    [placed, of, terms],
  )
  const around = (price: Price): void => {
    if (of === null || terms === null) return
    wait(false)
    place({ of, rows: rowsAround(price, terms) })
  }
  const onPrice = useSteady((price: Price) => {
    if (of === null) return
    market.current = { of, price }
    if (rows === null) around(price)
  })
  const centre = useSteady(() => {
    if (market.current?.of !== of) return
    if (isInside.current) wait(true)
    else around(market.current.price)
  })
  const scroll = useSteady((by: number) => {
    if (rows !== null && of !== null) place({ of, rows: scrolled(rows, by) })
  })
  const pointerIs = useSteady((inside: boolean) => {
    isInside.current = inside
    if (!inside && isWaiting && market.current !== null) around(market.current.price)
  })
  return {
    /** Null until there is space, and an initial price. */
    rows,
    /** Whether centering waits for the pointer to leave. */
    isWaiting,
    /** Centers the market; waits while the pointer is over the rows. */
    centre,
    /** Scrolls down by this many rows; negative: up. */
    scroll,
    /** The current market price; the first one places the rows. */
    onPrice,
    /** The pointer entered the rows, or left them. */
    pointerIs,
  }
}

/** The rows for the current height and grouping: their middle price stays. */
function fitted(rows: PriceRows, terms: RowTerms): PriceRows {
  if (rows.step === terms.step) return withCount(rows, terms.count)
  const middle = priceAt(rows, Math.floor(rows.count / 2)) ?? priceAt(rows, rows.count - 1) ?? priceAt(rows, 0)
  return middle === null ? withCount(rows, terms.count) : rowsAround(middle, terms)
}
