/** The even grid of times that a chart stands on: distance on screen is time, also where there is no data. Pure. */

import type { UTCTimestamp } from 'lightweight-charts'
import type { Price } from '../../../contract/decimal.ts'
import type { Candle, Resolution } from '../../../contract/market.ts'
import { type Millis, millis } from '../../../contract/time.ts'
import type { Frame } from '../../markets/chart/index.ts'

/** A stretch of the grid without data: [from, to) in ms. */
export interface Gap {
  readonly from: number
  readonly to: number
}

/** What a live price did. `rebuild`: more than the end changed, so that everything is to be drawn again. */
export type TickEffect = 'none' | 'changed' | 'appended' | 'rebuild'

/** The prices of one market on an even grid of times, as every line of a chart is drawn from: a candle for each place that has data. */
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

export interface TimeGrid {
  /** First and last place, ms. */
  readonly first: number
  readonly last: number
  /** From one place to the next, ms. */
  readonly step: number
}

/** More places than this ahead of the newest price are not drawn. */
const MOST_AHEAD = 1500

/**
 * From the oldest price of all lines to the newest, and on to `until` (ms) where that is not far: the time that is left has its place too.
 * Null without any price.
 */
export function gridOf(stores: readonly PriceStore[], until: number | null): TimeGrid | null {
  let first = Number.POSITIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  let step = 0
  for (const { candles, resolution } of stores) {
    const [oldest, newest] = [candles[0], candles.at(-1)]
    if (oldest === undefined || newest === undefined) continue
    first = Math.min(first, oldest.time)
    last = Math.max(last, newest.time)
    step = resolution * 1000
  }
  if (step === 0) return null
  // A single price of long ago would ask for a place for each second since.
  first = Math.max(first, last - MOST_CANDLES * step)
  const ahead = until === null ? 0 : Math.floor((until - last) / step)
  return { first, last: ahead > 0 && ahead <= MOST_AHEAD ? last + ahead * step : last, step }
}

/** The place of a time on the grid, with its part; before the first it is negative. */
export const placeOf = ({ first, step }: TimeGrid, time: number): number => (time - first) / step

/** Every place, as the chart library takes them: without data. */
export function placesOf({ first, last, step }: TimeGrid): { readonly time: UTCTimestamp }[] {
  const places: { readonly time: UTCTimestamp }[] = []
  for (let time = first; time <= last; time += step) places.push({ time: (time / 1000) as UTCTimestamp })
  return places
}

interface Places {
  readonly from: number
  readonly to: number
}

/** Room after the newest price where all there is is shown, of the whole. */
const ROOM = 0.04

/** The places that show a stretch of time; `room`: the share of the width that stays free at its end. */
export function placesInView(grid: TimeGrid, { from, to }: Frame, room = 0): Places {
  const begin = from === null ? 0 : placeOf(grid, from)
  const last = placeOf(grid, to)
  const end = last + ((last - begin) * room) / (1 - room)
  return from === null ? { from: -0.5, to: end * (1 + ROOM) - 0.5 } : { from: begin - 0.5, to: end - 0.5 }
}

/** The times of places, ms, to whole ones outwards. */
export const timesIn = (
  { first, step }: TimeGrid,
  { from, to }: Places,
): { readonly since: number; readonly until: number } => ({
  since: first + Math.floor(from) * step,
  until: first + Math.ceil(to) * step,
})
