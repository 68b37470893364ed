/**
 * The interface between the chart and the families of markets: where the history comes from, what the lines and moments are, how long a
 * market trades. The chart asks it and knows no family.
 */
import type { Collateral } from '../../../contract/collateral.ts'
import type { Price, Size } from '../../../contract/decimal.ts'
import type { Instrument } from '../../../contract/instrument.ts'
import { RESOLUTIONS, type Resolution, type Settlement, type Side, type Ticker } from '../../../contract/market.ts'
import type { MarketRef } from '../../../contract/market-ref.ts'
import type { PriceView } from '../axis/index.ts'

/** Where past prices come from: candles of a mark, or single prices minutes apart, each of which held until the next. */
type PriceSource =
  | { readonly kind: 'candles'; readonly family: 'scalar' | 'binary'; readonly asset: string }
  | { readonly kind: 'points'; readonly coin: string }

/** The prices of one market as a line of a chart. */
export interface ChartedLine {
  /** What its ticker, orders and fills are called. */
  readonly asset: string
  /** At the line's end and in lists: `NYCTMP1`, `Yes, 75 °F or less`. */
  readonly name: string
  readonly source: PriceSource
}

/** A price that stands as long as the market does: `Price to beat`. */
export interface FixedLine {
  readonly price: Price
  readonly name: string
  /** Above it one side wins, below it the other; null where it decides nothing. */
  readonly decides: { readonly above: string; readonly below: string } | null
}

/** One way to look at a market. */
export interface ChartLook {
  readonly id: string
  /** On the switch: `Mark`, `Price of UP`. */
  readonly label: string
  /** The market whose prices are drawn; null for its own. */
  readonly drawn: MarketRef | null
  readonly fixed: readonly FixedLine[]
}

/** A moment, ms, with words when there are some. */
export interface Boundary {
  readonly time: number
  readonly text: string
}

/** A stretch of time, ms. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

/** Moments of the market's life, and the stretches over which settlements are averaged. */
export interface ChartTimes {
  readonly boundaries: readonly Boundary[]
  readonly windows: readonly Stretch[]
}

/** What things of the trader's are called, seen from the chosen side. */
export interface ChartText {
  /** `Long 450`, `UP 12`, `60 Yes` of a signed size. */
  readonly held: (size: Size) => string
  /** `Buy 150`, `Sell 12 DOWN` */
  readonly order: (side: Side, size: string) => string
  /** `Bought 150`, `Sold 12 DOWN` */
  readonly fill: (side: Side, size: string) => string
  /** What fees are paid in. */
  readonly money: Collateral
}

/** What the rest of the terminal knows that a chart shows. */
export interface ChartFacts {
  readonly settlements: readonly Settlement[]
  /** The service's time when the market was opened in the chart, ms. */
  readonly now: number
}

/** The stretches of time that a chart offers; `life`: the time in which the market trades. */
export const RANGE_IDS = ['15m', '1h', '2h', 'life', '6h', '1d', '7d', 'all'] as const
export type RangeId = (typeof RANGE_IDS)[number]

/** What a chart shows of a market. */
export interface MarketChart {
  /** Null while nothing is behind the market, or its tick is not known. */
  readonly line: ChartedLine | null
  /** The price of a ticker that the line is made of. */
  readonly live: (ticker: Pick<Ticker, 'mark' | 'mid' | 'last'>) => Price | null
  /** What the line's price is called: `mark`, `price`. */
  readonly priceName: string
  /** The first is the default; one alone is no choice. */
  readonly looks: readonly [ChartLook, ...ChartLook[]]
  /** Markets that belong into the same chart, told by all that there are; null where there are none. */
  readonly others: ((all: readonly Instrument[]) => readonly ChartedLine[]) | null
  readonly times: ChartTimes
  /** The time in which it trades; null where nobody says. */
  readonly life: (Stretch & { readonly name: string }) | null
  /** What is shown until something else is chosen. */
  readonly range: RangeId
  readonly words: (view: PriceView) => ChartText
}

// The stretches of time that a chart offers, and the lengths of candles that go with them.

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const SPANS: Readonly<Record<Exclude<RangeId, 'life' | 'all'>, number>> = {
  '15m': 15 * MINUTE,
  '1h': HOUR,
  '2h': 2 * HOUR,
  '6h': 6 * HOUR,
  '1d': DAY,
  '7d': 7 * DAY,
}

/** Most places in view before longer candles show more; steps are thin, and their moment counts. */
const MOST_IN_VIEW: Readonly<Record<PriceSource['kind'], number>> = { candles: 360, points: 1500 }
/** Places that may be asked for by hand. */
const MOST_BY_HAND = 5000
/** Of the newest end of a view: room for the labels of own lines. */
const ROOM = 0.06

/** What is in view, ms: `from` null for all there is. `isFollowing` says whether it moves along with the newest price. */
export interface Frame {
  readonly from: number | null
  readonly to: number
  readonly isFollowing: boolean
}

/**
 * The frame of a range.
 * @param life null where it is not known: `life` is the last hour then
 * @param now the service's time, ms
 */
export function frameOf(range: RangeId, life: Stretch | null, now: number): Frame {
  const newest = life === null ? now : Math.min(now, Math.max(life.to, life.from))
  if (range === 'life' && life !== null) {
    const room = (life.to - life.from) * ROOM
    return { from: life.from - room / 3, to: life.to + room, isFollowing: false }
  }
  if (range === 'all') return { from: null, to: newest, isFollowing: true }
  const span = SPANS[range === 'life' ? '1h' : range]
  return { from: newest - span, to: newest + span * ROOM, isFollowing: true }
}

/** Length of what a range shows, ms; null for all there is. */
function spanOf(range: RangeId, life: Stretch | null): number | null {
  if (range === 'all') return null
  if (range === 'life') return life === null ? HOUR : life.to - life.from
  return SPANS[range]
}

const longest: Resolution = RESOLUTIONS.at(-1) ?? 900

/** The length of candles that a range is drawn in unless another is chosen, s. */
function natural(range: RangeId, life: Stretch | null, kind: PriceSource['kind']): Resolution {
  const span = spanOf(range, life)
  if (span === null) return longest
  return RESOLUTIONS.find((length) => span / (length * 1000) <= MOST_IN_VIEW[kind]) ?? longest
}

/** The chosen length where the range can be drawn in it, else the range's own. */
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

/** The longest stretch that candles of a length are drawn for at once, ms. */
const longestAt = (length: Resolution): number => length * 1000 * MOST_BY_HAND

/** What was kept as a range; null for anything else. */
export const rangeFrom = (kept: unknown): RangeId | null => RANGE_IDS.find((id) => id === kept) ?? null
