/** The rows of the panel: where they stand, and what moves them. The market never does. */
import { useCallback, useMemo, useRef, useState } from 'react'
import type { Price } from '../../../contract/decimal.ts'
import { useSteady } from '../../ui/index.ts'
import { type PriceRows, priceAt, type RowTerms, rowsAround, scrolled, withCount } from './price-rows.ts'

export interface Rows {
  /** Null until there is room, and a price to begin with. */
  readonly rows: PriceRows | null
  /** Brings the market to the middle; waits while the pointer is over the rows. */
  readonly centre: () => void
  /** Whether that waits for the pointer to leave. */
  readonly isWaiting: boolean
  /** Down by so many rows; below 0 up. */
  readonly scroll: (by: number) => void
  /** Where the market is now; the first price that is told places the rows. */
  readonly told: (price: Price) => void
  /** The pointer came over the rows, or left them. */
  readonly pointerIs: (inside: boolean) => void
}

interface Placed {
  readonly of: string
  readonly rows: PriceRows
}

/** @param of what the rows are of: another market, or the other side of it, is placed again; null while there is nothing to place */
export function useRows(of: string | null, terms: RowTerms | null): Rows {
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
  const told = useSteady((price: Price) => {
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
  return { rows, isWaiting, centre, scroll, told, pointerIs: useCallback((inside) => pointerIs(inside), [pointerIs]) }
}

/** The rows in the room that there is, and grouped as is chosen now: then the price in their middle stays there. */
function fitted(rows: PriceRows, terms: RowTerms): PriceRows {
  if (rows.step === terms.step) return withCount(rows, terms.count)
  const middle = priceAt(rows, Math.floor(rows.count / 2)) ?? priceAt(rows, rows.count - 1) ?? priceAt(rows, 0)
  return middle === null ? withCount(rows, terms.count) : rowsAround(middle, terms)
}
