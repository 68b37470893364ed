/** The prices of one market on an even grid of times, as every line of a chart is drawn from: a candle for each place that has data. */
import type { Price } from '../../../contract/decimal.ts'
import type { Candle, Resolution } from '../../../contract/market.ts'
import { type Millis, millis } from '../../../contract/time.ts'

/** A stretch of the grid without data: [from, to) in ms. */
export interface Gap {
  readonly from: number
  readonly to: number
}

/** What a live price did. `rebuild`: more than the end changed, so that everything is to be drawn again. */
export type TickEffect = 'none' | 'changed' | 'appended' | 'rebuild'

export interface PriceStore {
  readonly resolution: Resolution
  /** Oldest first. */
  readonly candles: readonly Candle[]
  readonly last: Candle | undefined
  /** Takes in a live price at a server time (ms). Prices of the past change nothing. */
  tick(time: number, price: Price): TickEffect
  /** Holes in the data that are too long to be a late message. */
  gaps(): readonly Gap[]
  /** The candle of a time, by its start. */
  at(start: number): Candle | undefined
}

/** More than this are not kept: a window that stays open for days would grow with each second. */
export const MOST_CANDLES = 20_000

/** Start of the candle that a time falls in. */
export const candleStart = (time: number, resolution: Resolution): Millis =>
  millis(Math.floor(time / (resolution * 1000)) * resolution * 1000)

/** The candle that starts at a time, among candles in order; undefined without one. */
export function candleAt(candles: readonly Candle[], start: number): Candle | undefined {
  let low = 0
  let high = candles.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const candle = candles[middle]
    if (candle === undefined || candle.time === start) return candle
    if (candle.time < start) low = middle + 1
    else high = middle - 1
  }
  return undefined
}
