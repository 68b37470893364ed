/** Candles as the chart library takes them. Prices become floats here: these are pixels in the making. */
import type { UTCTimestamp } from 'lightweight-charts'
import { compare, greater, lesser, type Price } from '../../../contract/decimal.ts'
import type { Candle } from '../../../contract/market.ts'

/** The library refuses what lies beyond it: about 9 × 10^13. */
const FARTHEST = Number.MAX_SAFE_INTEGER / 100
/** Where a price is drawn. */
const placeOf = (price: Price): number => Math.min(FARTHEST, Math.max(-FARTHEST, Number(price)))

const seconds = (ms: number): UTCTimestamp => (ms / 1000) as UTCTimestamp

interface LinePoint {
  readonly time: UTCTimestamp
  readonly value: number
}

/** A point of a line: the close. */
export const linePoint = ({ time, close }: Candle): LinePoint => ({ time: seconds(time), value: placeOf(close) })

interface CandlePoint {
  readonly time: UTCTimestamp
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly color?: string
  readonly wickColor?: string
}

/** A candle; one that closes where it opened is neither up nor down and takes the color `level`. */
export function candlePoint({ time, open, high, low, close }: Candle, level: string): CandlePoint {
  return {
    time: seconds(time),
    open: placeOf(open),
    high: placeOf(high),
    low: placeOf(low),
    close: placeOf(close),
    ...(compare(open, close) === 0 ? { color: level, wickColor: level } : {}),
  }
}

/** Lowest and highest price of the candles between two times (ms), as exact texts; null without any. */
export function extremes(
  candles: readonly Candle[],
  from: number,
  to: number,
): { readonly low: Price; readonly high: Price } | null {
  let found: { readonly low: Price; readonly high: Price } | null = null
  for (const { time, low, high } of candles) {
    if (time < from || time > to) continue
    found = found === null ? { low, high } : { low: lesser(found.low, low), high: greater(found.high, high) }
  }
  return found
}
