/** The stretches of time that a chart offers, and the lengths of candles that go with them. Pure. */
import { RESOLUTIONS, type Resolution } from '../../../contract/market.ts'
import { type PriceSource, RANGE_IDS, type RangeId, type Stretch } from './market-chart.ts'

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
