/**
 * The interface between the chart and market families: the source of history, the lines and moments, and how long a market trades. The chart depends
 * on it and knows no family.
 */
import type { Collateral } from '../../../contract/collateral.ts'
import type { Price, Size } from '../../../contract/decimal.ts'
import type { Instrument } from '../../../contract/instrument.ts'
import { RESOLUTIONS, type Resolution, type Settlement, type Side, type Ticker } from '../../../contract/market.ts'
import type { MarketRef } from '../../../contract/market-ref.ts'
import type { PriceView } from '../axis/index.ts'

/** Source of past prices: candles of a mark, or single prices minutes apart, each of which held until the next. */
type PriceSource =
  | { readonly kind: 'candles'; readonly family: 'scalar' | 'binary'; readonly asset: string }
  | { readonly kind: 'points'; readonly coin: string }

/** The prices of one market as a line of a chart. */
export interface ChartedLine {
  /** The key of its ticker, orders and fills. */
  readonly asset: string
  /** At the line's end and in lists: `NYCTMP1`, `Yes, 75 °F or less`. */
  readonly name: string
  readonly source: PriceSource
}

/** The kind of price that a chart shows. */
export type PriceName = 'mark' | 'price'

/** A price that is fixed for the life of the market: `Price to beat`. */
export interface FixedLine {
  readonly price: Price
  readonly name: string
  /** The sides that win above and below it; null where it decides nothing. */
  readonly decides: { readonly above: string; readonly below: string } | null
  /** Where the deciding price is. @param distance `1.72 °F` */
  readonly texts: {
    readonly at: string
    readonly above: (distance: string) => string
    readonly below: (distance: string) => string
  }
}

/** One view of a market. */
export interface ChartLook {
  readonly id: string
  /** On the switch: `Mark`, `Price of UP`. */
  readonly label: string
  /** The market whose prices are drawn; null for this market itself. */
  readonly drawn: MarketRef | null
  readonly fixed: readonly FixedLine[]
}

/** A moment, ms, with an optional label. */
export interface Boundary {
  readonly time: number
  readonly text: string
}

/** A time span, ms. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

/** Moments in the market's life, and the spans over which settlements are averaged. */
export interface ChartTimes {
  readonly boundaries: readonly Boundary[]
  readonly windows: readonly Stretch[]
}

/** An order, and a fill, with its size and side or market. */
export const ORDER_TEXTS: Readonly<Record<Side, (what: string) => string>> = {
  buy: (what) => `Buy ${what}`,
  sell: (what) => `Sell ${what}`,
}
export const FILL_TEXTS: Readonly<Record<Side, (what: string) => string>> = {
  buy: (what) => `Bought ${what}`,
  sell: (what) => `Sold ${what}`,
}

/** Labels of the trader's positions, orders and fills, seen from the chosen side. */
export interface ChartText {
  /** `Long 450`, `UP 12`, `60 Yes` for a signed size. */
  readonly held: (size: Size) => string
  /** `Buy 150`, `Sell 12 DOWN` */
  readonly order: (side: Side, size: string) => string
  /** `Bought 150`, `Sold 12 DOWN` */
  readonly fill: (side: Side, size: string) => string
  /** The currency of fees. */
  readonly money: Collateral
}

/** Data from the rest of the terminal that a chart shows. */
export interface ChartFacts {
  readonly settlements: readonly Settlement[]
  /** Service time when the market was opened in the chart, ms. */
  readonly now: number
}

/** The time ranges of a chart; `life` is the time in which the market trades. */
export const RANGE_IDS = ['15m', '1h', '2h', 'life', '6h', '1d', '7d', 'all'] as const
export type RangeId = (typeof RANGE_IDS)[number]

/** Everything a chart shows of a market. */
export interface MarketChart {
  /** Null while no instrument is resolved, or its tick is unknown. */
  readonly line: ChartedLine | null
  /** The ticker's price that extends the line. */
  readonly live: (ticker: Pick<Ticker, 'mark' | 'mid' | 'last'>) => Price | null
  /** Name of the line's price: `mark`, `price`. */
  readonly priceName: PriceName
  /** The first is the default; a single entry offers no choice. */
  readonly looks: readonly [ChartLook, ...ChartLook[]]
  /** Related markets to overlay, selected from all instruments; null where there are none. */
  readonly others: ((all: readonly Instrument[]) => readonly ChartedLine[]) | null
  readonly times: ChartTimes
  /** The time in which it trades; null where the service does not report it. */
  readonly life: (Stretch & { readonly name: string }) | null
  /** The default range. */
  readonly range: RangeId
  readonly text: (view: PriceView) => ChartText
}

// The time ranges of a chart, and the candle lengths that go with them.

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Part of a market's life before the newest price that is shown at least. */
const TAIL = 0.25

const SPANS: Readonly<Record<Exclude<RangeId, 'life' | 'all'>, number>> = {
  '15m': 15 * MINUTE,
  '1h': HOUR,
  '2h': 2 * HOUR,
  '6h': 6 * HOUR,
  '1d': DAY,
  '7d': 7 * DAY,
}

/** Maximum data points in view before switching to longer candles; steps are thin, and their timing matters. */
const MAX_IN_VIEW: Readonly<Record<PriceSource['kind'], number>> = { candles: 360, points: 1500 }
/** Maximum data points when the trader picks the length. */
const MAX_BY_HAND = 5000
/** Fraction of the view kept free at the newest end for order and position labels. */
const ROOM = 0.06

/** The visible range, ms; `from` is null for the whole history. `isFollowing` is whether it moves along with the newest price. */
export interface Frame {
  readonly from: number | null
  readonly to: number
  readonly isFollowing: boolean
}

/**
 * The frame of a range.
 * @param life null while unknown: `life` is then the last hour
 * @param now service time, ms
 */
export function frameOf(range: RangeId, life: Stretch | null, now: number): Frame {
  const newest = life === null ? now : Math.min(now, Math.max(life.to, life.from))
  if (range === 'life' && life !== null) {
    const room = (life.to - life.from) * ROOM
    // At its start it shows what came before, instead of a frame without prices.
    const tail = newest - (life.to - life.from) * TAIL
    return { from: Math.min(life.from - room / 3, tail), to: life.to + room, isFollowing: false }
  }
  if (range === 'all') return { from: null, to: newest, isFollowing: true }
  const span = SPANS[range === 'life' ? '1h' : range]
  return { from: newest - span, to: newest + span * ROOM, isFollowing: true }
}

/** Length of a range, ms; null for the whole history. */
function spanOf(range: RangeId, life: Stretch | null): number | null {
  if (range === 'all') return null
  if (range === 'life') return life === null ? HOUR : life.to - life.from
  return SPANS[range]
}

const longest: Resolution = RESOLUTIONS.at(-1) ?? 900

/** The default candle length of a range, s. */
function natural(range: RangeId, life: Stretch | null, kind: PriceSource['kind']): Resolution {
  const span = spanOf(range, life)
  if (span === null) return longest
  return RESOLUTIONS.find((length) => span / (length * 1000) <= MAX_IN_VIEW[kind]) ?? longest
}

/** The chosen length where the range can be drawn in it, else the range's default. */
export function resolutionIn(
  chosen: Resolution | null,
  range: RangeId,
  life: Stretch | null,
  kind: PriceSource['kind'],
): Resolution {
  const span = spanOf(range, life)
  const isPossible = chosen !== null && kind === 'candles' && span !== null && span <= longestAt(chosen)
  return isPossible ? chosen : natural(range, life, kind)
}

/** The longest span drawn at once with candles of a length, ms. */
const longestAt = (length: Resolution): number => length * 1000 * MAX_BY_HAND

/** Parses a saved range; null for anything else. */
export const rangeFrom = (kept: unknown): RangeId | null => RANGE_IDS.find((id) => id === kept) ?? null
