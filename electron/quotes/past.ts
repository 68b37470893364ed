/** What a history says of a market's last price and of its last day. Pure. */
import { type Price, padTo, placesOf } from '../../contract/decimal.ts'
import type { Candle } from '../../contract/market.ts'
import type { PricePoint } from '../../contract/outcome.ts'
import type { Quote } from '../../contract/quote.ts'
import type { Millis } from '../../contract/time.ts'

const DAY = 24 * 3_600_000
/** A sparkline shows no more. */
const MOST_POINTS = 48

/**
 * The newest point of a coin as a quote; null without any.
 * @param tick null where the service does not say it
 * @param serverNow the service's time; null until it is measured
 */
export function quoteOfHistory(
  asset: string,
  points: readonly PricePoint[],
  at: { readonly tick: Price | null; readonly serverNow: number; readonly receivedAt: Millis },
): Quote | null {
  const last = points.at(-1)
  if (last === undefined) return null
  const places = at.tick === null ? 0 : placesOf(at.tick)
  const written = (price: Price): Price => padTo(price, places) as Price
  const first = points.length > 1 ? points[0] : undefined
  const dayAgo = points.findLast(({ time }) => time <= at.serverNow - DAY) ?? first
  return {
    asset,
    mark: written(last.price),
    mid: null,
    bid: null,
    ask: null,
    last: null,
    prevDay: dayAgo === undefined ? null : written(dayAgo.price),
    volume24h: null,
    openInterest: null,
    depth: null,
    time: last.time,
    receivedAt: at.receivedAt,
    stale: false,
  }
}

/** The last day's points, thinned evenly where there are more than a sparkline shows; the newest is always there. */
export function trendOf(points: readonly PricePoint[], serverNow: number): readonly PricePoint[] {
  const inside = points.filter(({ time }) => time > serverNow - DAY)
  const step = Math.ceil(inside.length / MOST_POINTS)
  return step <= 1 ? inside : inside.filter((_, i) => (inside.length - 1 - i) % step === 0)
}

export const pointsOf = (candles: readonly Candle[]): readonly PricePoint[] =>
  candles.map(({ time, close }) => ({ time, price: close }))
