/** Which prices and sizes a depth chart spans: in quiet steps, so that nothing slides while the market moves a little. Pure. */
import { niceEnd } from './nice.ts'

/** The span of the axes, as numbers that only place pixels. */
export interface DepthWindow {
  readonly centre: number
  readonly half: number
  /** Least and highest price: the half on both sides of the center, where prices go so far. */
  readonly low: number
  readonly high: number
  /** Top of the size axis. */
  readonly top: number
}

/** A level as the chart places it. */
export interface Place {
  /** The price as it is seen. */
  readonly at: number
  /** Size from the best level up to this one. */
  readonly total: number
}

export interface Places {
  /** Best first. */
  readonly bids: readonly Place[]
  readonly asks: readonly Place[]
}

interface Limits {
  readonly tick: number
  readonly bounds: { readonly least: number; readonly most: number } | null
  /** Part of the known depth that is shown: 1 for all of it. */
  readonly zoom: number
}

/** The middle may lie this far from the center, as a part of the half, before the window follows it. */
const DRIFT = 0.2
/** Below this part of itself, a span is too wide for what it shows. */
const TOO_WIDE = 0.6
/** The highest step does not touch the top. */
const HEADROOM = 1.08

/** A span that holds `wanted`: the one before as long as it does and is not far too wide. */
const steady = (wanted: number, before: number | undefined): number =>
  before !== undefined && wanted <= before && wanted > before * TOO_WIDE ? before : niceEnd(wanted)

function middleOf({ bids: [bid], asks: [ask] }: Places): number | null {
  if (bid === undefined || ask === undefined) return bid?.at ?? ask?.at ?? null
  return (bid.at + ask.at) / 2
}

/** The window for a book, near the one before and the same object where nothing changes; null for a book without a level. */
export function windowFor(places: Places, limits: Limits, before: DepthWindow | null): DepthWindow | null {
  const middle = middleOf(places)
  if (middle === null) return null
  const { tick, bounds, zoom } = limits
  const reach = [places.bids.at(-1), places.asks.at(-1)].map((last) => Math.abs((last?.at ?? middle) - middle))
  const half = steady(Math.max(tick, Math.max(...reach) * zoom), before?.half)
  const stays = half === before?.half && Math.abs(middle - before.centre) <= half * DRIFT
  const centre = stays ? before.centre : Math.round(middle / tick) * tick
  const low = Math.max(bounds?.least ?? -Infinity, centre - half)
  const high = Math.min(bounds?.most ?? Infinity, centre + half)
  let most = 0
  for (const { at, total } of [...places.bids, ...places.asks])
    if (at >= low && at <= high && total > most) most = total
  const top = steady(most * HEADROOM, before?.top)
  if (before !== null && stays && low === before.low && high === before.high && top === before.top) return before
  return { centre, half, low, high, top }
}
