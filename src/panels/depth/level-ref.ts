/** Which level of the chart a pointer or a key means. Pure. */
import type { Places } from './depth-window.ts'

/** A level of the chart. */
export interface LevelRef {
  readonly side: 'bid' | 'ask'
  /** Counted from the best. */
  readonly level: number
}

/** The deepest level that a price reaches; between the sides, the best of the nearer one. Null while there is no level. */
export function levelAt({ bids, asks }: Places, at: number): LevelRef | null {
  const [bid] = bids
  const [ask] = asks
  if (bid === undefined && ask === undefined) return null
  const toBid = bid === undefined ? Infinity : at - bid.at
  const toAsk = ask === undefined ? Infinity : ask.at - at
  const side = toBid < toAsk ? 'bid' : 'ask'
  const reached = side === 'bid' ? bids.filter((one) => one.at >= at) : asks.filter((one) => one.at <= at)
  return { side, level: Math.max(0, reached.length - 1) }
}

/** The levels from the lowest price to the highest. */
const inOrder = ({ bids, asks }: Places): readonly LevelRef[] => [
  ...bids.map((_, level): LevelRef => ({ side: 'bid', level })).reverse(),
  ...asks.map((_, level): LevelRef => ({ side: 'ask', level })),
]

/** Where a level stands among all of them, from the lowest price; −1 where it is gone. */
export const placeOf = ({ bids, asks }: Places, { side, level }: LevelRef): number =>
  side === 'bid' ? bids.length - 1 - level : level < asks.length ? bids.length + level : -1

const MOVES: Readonly<Record<string, (from: number, count: number) => number>> = {
  ArrowLeft: (from) => from - 1,
  ArrowDown: (from) => from - 1,
  ArrowRight: (from) => from + 1,
  ArrowUp: (from) => from + 1,
  PageDown: (from) => from - 5,
  PageUp: (from) => from + 5,
  Home: () => 0,
  End: (_from, count) => count - 1,
}
const TO_LOWER: ReadonlySet<string> = new Set(['ArrowLeft', 'ArrowDown', 'PageDown'])

/** The level after a key; from none, a step from between the sides. Null when the key moves nothing. */
export function levelAfter(key: string, places: Places, from: LevelRef | null): LevelRef | null {
  const move = MOVES[key]
  const levels = inOrder(places)
  if (move === undefined || levels.length === 0) return null
  const bids = places.bids.length
  const stood = from === null ? -1 : placeOf(places, from)
  const start = stood >= 0 ? stood : TO_LOWER.has(key) ? bids : bids - 1
  return levels[Math.min(levels.length - 1, Math.max(0, move(start, levels.length)))] ?? null
}
