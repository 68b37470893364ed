/** Candles as the chart library takes them. Prices become floats here: these are pixels in the making. */
import type { UTCTimestamp } from 'lightweight-charts'
import { compare, greater, lesser, type Price } from '../../../contract/decimal.ts'
import type { Candle } from '../../../contract/market.ts'

/** A place of the even grid; null where there is no data. */
export interface Slot {
  readonly time: number
  readonly candle: Candle | null
}

const seconds = (ms: number): UTCTimestamp => (ms / 1000) as UTCTimestamp

/** Every place of the even grid, those without data too, so that distance on screen is time. `step` in ms. */
export function onGrid(candles: readonly Candle[], step: number): Slot[] {
  const slots: Slot[] = []
  for (const candle of candles) {
    const last = slots.at(-1)
    if (last !== undefined) {
      for (let time = last.time + step; time < candle.time; time += step) slots.push({ time, candle: null })
    }
    slots.push({ time: candle.time, candle })
  }
  return slots
}

/** A point of a line: the close. */
export const linePoint = ({ time, candle }: Slot): { time: UTCTimestamp; value?: number } =>
  candle === null ? { time: seconds(time) } : { time: seconds(time), value: Number(candle.close) }

interface CandlePoint {
  readonly time: UTCTimestamp
  readonly open?: number
  readonly high?: number
  readonly low?: number
  readonly close?: number
  readonly color?: string
  readonly wickColor?: string
}

/** A candle; one that closes where it opened is neither up nor down and takes the colour `level`. */
export function candlePoint({ time, candle }: Slot, level: string): CandlePoint {
  if (candle === null) return { time: seconds(time) }
  const { open, high, low, close } = candle
  return {
    time: seconds(time),
    open: Number(open),
    high: Number(high),
    low: Number(low),
    close: Number(close),
    ...(compare(open, close) === 0 ? { color: level, wickColor: level } : {}),
  }
}

/** Lowest and highest mark of the candles between two times (ms), as exact texts; null without any. */
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
