/** The regular grid of times of a chart: distance on screen is time, also where there is no data. Pure. */

import type { UTCTimestamp } from 'lightweight-charts'
import { greater, lesser, type Price } from '../../../contract/decimal.ts'
import type { Candle, Resolution } from '../../../contract/market.ts'
import { type Millis, millis } from '../../../contract/time.ts'
import type { Frame } from '../../markets/chart/index.ts'

/** A part of the grid without data: [from, to) in ms. */
export interface Gap {
  readonly from: number
  readonly to: number
}

/** The effect of a live price. `rebuild`: more than the end changed, so everything must be redrawn. */
export type TickEffect = 'none' | 'changed' | 'appended' | 'rebuild'

/** The candles to draw again after live prices: the one before a new one may have changed too since the last drawing. */
export const changedBy = (effect: TickEffect, { candles }: Pick<PriceStore, 'candles'>): readonly Candle[] =>
  candles.slice(effect === 'appended' ? -2 : -1)

/** The prices of one market on a regular grid of times, the source of every line of a chart: a candle for each place that has data. */
export interface PriceStore {
  readonly resolution: Resolution
  /** Oldest first. */
  readonly candles: readonly Candle[]
  readonly last: Candle | undefined
  /** Adds a live price at a server time (ms). Prices of the past change nothing. */
  tick(time: number, price: Price): TickEffect
  /** Gaps in the data that are too long to be a late message. */
  gaps(): readonly Gap[]
}

/** Maximum number of candles kept: a window that stays open for days would otherwise grow every second. */
export const MAX_CANDLES = 20_000

/** Start of the candle that contains a time. */
export const candleStart = (time: number, resolution: Resolution): Millis =>
  millis(Math.floor(time / (resolution * 1000)) * resolution * 1000)

/** Joins two lists in order of time, one per time: where both have one, the newer list wins. */
export function joinedByTime<Item extends { readonly time: number }>(
  older: readonly Item[],
  newer: readonly Item[],
): Item[] {
  const byTime = new Map<number, Item>()
  for (const item of [...older, ...newer]) byTime.set(item.time, item)
  return [...byTime.values()].sort((a, b) => a.time - b.time)
}

/** A candle of a single price. */
export const flat = (time: number, price: Price): Candle => ({
  time: millis(time),
  open: price,
  high: price,
  low: price,
  close: price,
})

/** The candle extended by a price. */
export const joined = (candle: Candle, price: Price): Candle => ({
  ...candle,
  high: greater(candle.high, price),
  low: lesser(candle.low, price),
  close: price,
})

/** The candle that starts at a time, among sorted candles; undefined if there is none. */
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
  /** Length of a place, ms. */
  readonly step: number
}

/** Maximum number of places drawn ahead of the newest price. */
const MAX_AHEAD = 1500

/**
 * From the oldest price of all lines to the newest, extended to `until` (ms) where that is near, so that the remaining time has its place too. Null
 * without any price.
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
  // A single very old price would require a place for every second since.
  first = Math.max(first, last - MAX_CANDLES * step)
  const ahead = until === null ? 0 : Math.floor((until - last) / step)
  return { first, last: ahead > 0 && ahead <= MAX_AHEAD ? last + ahead * step : last, step }
}

/** The fractional place of a time on the grid; negative before the first. */
export const placeOf = ({ first, step }: TimeGrid, time: number): number => (time - first) / step

/** Every place in the chart library's format, without data. */
export function placesOf({ first, last, step }: TimeGrid): { readonly time: UTCTimestamp }[] {
  const places: { readonly time: UTCTimestamp }[] = []
  for (let time = first; time <= last; time += step) places.push({ time: (time / 1000) as UTCTimestamp })
  return places
}

interface Places {
  readonly from: number
  readonly to: number
}

/** Free space after the newest price in the view of the whole history, as a fraction. */
const ROOM = 0.04

/** The places that show a time range; `room`: the fraction of the width kept free at its end. */
export function placesInView(grid: TimeGrid, { from, to }: Frame, room = 0): Places {
  const begin = from === null ? 0 : placeOf(grid, from)
  const last = placeOf(grid, to)
  const end = last + ((last - begin) * room) / (1 - room)
  return from === null ? { from: -0.5, to: end * (1 + ROOM) - 0.5 } : { from: begin - 0.5, to: end - 0.5 }
}

/** The times of places, ms, rounded outward to whole places. */
export const timesIn = (
  { first, step }: TimeGrid,
  { from, to }: Places,
): { readonly since: number; readonly until: number } => ({
  since: first + Math.floor(from) * step,
  until: first + Math.ceil(to) * step,
})
