/** Shared figures of the forms: fractions of a size, the price of the other direction, and the figures shown at the click. */

import { useCallback } from 'react'
import { ONE, type Price, percentOf, type Size, subtract, toStep, whole } from '../../contract/decimal.ts'
import type { ShownFigures } from '../../contract/intent.ts'
import type { BookView } from '../../contract/market.ts'
import { lotOf } from '../../contract/order-rules.ts'
import { useMarketData } from '../market-data/index.ts'

interface OnScreen extends Partial<Pick<ShownFigures, 'average' | 'worst' | 'fee' | 'mark' | 'mid'>> {
  /** The book of the estimate. */
  readonly book?: Pick<BookView, 'receivedAt'> | null | undefined
}

/** Collects the currently shown figures of an order, to be sent with its intent. */
export function useShown(): (figures: OnScreen) => ShownFigures {
  const { clock } = useMarketData()
  return useCallback(
    ({ average, worst, fee, mark, mid, book }) => ({
      average: average ?? null,
      worst: worst ?? null,
      fee: fee ?? null,
      mark: mark ?? null,
      mid: mid ?? null,
      bookAge: book == null ? null : Math.max(0, Math.round(clock.now() - book.receivedAt)),
    }),
    [clock],
  )
}

/** Fractions offered by the forms, percent. */
export const FRACTIONS = [25, 50, 75, 100] as const
type Fraction = (typeof FRACTIONS)[number]

/** A percentage of a size, rounded down to the lot. */
export const fractionOf = (max: Size, percent: Fraction, sizeDecimals: number): Size =>
  toStep(percentOf(max, whole(percent)), lotOf(sizeDecimals), 'down')

/** Cost of a contract of the other direction: 1 − price. Binary prices are those of UP. */
export const otherSide = (price: Price): Price => subtract(ONE, price)
