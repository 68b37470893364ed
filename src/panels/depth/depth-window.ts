/** The price and size range of a depth chart, changing in few steps; its shapes; and the level for a pointer or a key. Pure. */

const STEPS = [1, 2, 5, 10] as const
const ENDS = [1, 1.5, 2, 3, 4, 5, 6, 8, 10] as const

/** The smallest of `mantissas` times a power of ten that is not below `least`. */
function roundUp(least: number, mantissas: readonly number[]): number {
  const power = 10 ** Math.floor(Math.log10(least))
  // A round value must not be raised by the last bit of a division.
  const found = mantissas.find((one) => one >= least / power - 1e-9) ?? 10
  return found * power
}

/** The distance between marks of an axis for about `count` of them on `span`; never below `least`. */
export const niceStep = (span: number, count: number, least: number): number =>
  Math.max(least, roundUp(span / count, STEPS))

/** The end of an axis with space for `value`; 1 for 0. */
export const niceEnd = (value: number): number => (value > 0 ? roundUp(value, ENDS) : 1)

/** The marks from `low` to `high`, each a multiple of `step`. */
export function marksBetween(low: number, high: number, step: number): readonly number[] {
  const first = Math.ceil(low / step - 1e-9)
  const last = Math.floor(high / step + 1e-9)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * step)
}

/** The range of the axes, as numbers that are only used for pixels. */
export interface DepthWindow {
  readonly centre: number
  readonly half: number
  /** Lowest and highest price: half of the span on both sides of the center, within the price bounds. */
  readonly low: number
  readonly high: number
  /** Top of the size axis. */
  readonly top: number
}

/** A level's position in the chart. */
export interface Place {
  /** The displayed price. */
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
  /** Visible part of the known depth: 1 for all of it. */
  readonly zoom: number
}

/** The mid may be this far from the center, as a fraction of the half, before the window follows it. */
const DRIFT = 0.2
/** Below this fraction of itself, a span is too wide for its content. */
const TOO_WIDE = 0.6
/** The highest step does not touch the top. */
const HEADROOM = 1.08

/** A span that contains `wanted`: the previous one as long as it does and is not far too wide. */
const steady = (wanted: number, before: number | undefined): number =>
  before !== undefined && wanted <= before && wanted > before * TOO_WIDE ? before : niceEnd(wanted)

function middleOf({ bids: [bid], asks: [ask] }: Places): number | null {
  if (bid === undefined || ask === undefined) return bid?.at ?? ask?.at ?? null
  return (bid.at + ask.at) / 2
}

/** The window for a book, close to the previous one and the same object where nothing changes; null for a book without a level. */
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

/** Width and height of the chart in the units of its shapes. */
export const SHAPE = 1000
/** How far the last known level is drawn outward: beyond it nothing is known. */
const STUB = 6

const clamped = (value: number): number => Math.min(SHAPE, Math.max(0, value))
const fixed = (value: number): string => value.toFixed(1)

/** Position of a price from the left. */
export const across = (window: DepthWindow, at: number): number =>
  ((at - window.low) / (window.high - window.low)) * SHAPE

/** Position of a size from the top. */
export const down = (window: DepthWindow, total: number): number => SHAPE - (total / window.top) * SHAPE

interface SideShape {
  /** The line over the steps. */
  readonly line: string
  /** The area below it. */
  readonly area: string
}

export const NO_SHAPE: SideShape = { line: '', area: '' }

/** One side's steps, best level first; `outward` is 1 for asks, −1 for bids. Levels out of the window end the shape at its edge. */
export function sideShape(places: readonly Place[], outward: 1 | -1, window: DepthWindow): SideShape {
  const [best] = places
  if (best === undefined) return NO_SHAPE
  const from = fixed(clamped(across(window, best.at)))
  let line = `M${from} ${SHAPE}`
  let edge = from
  let within = true
  for (const { at, total } of places) {
    const x = across(window, at)
    edge = fixed(clamped(x))
    line += `H${edge}`
    within = x >= 0 && x <= SHAPE
    if (!within) break
    line += `V${fixed(clamped(down(window, total)))}`
  }
  if (within) {
    edge = fixed(clamped(Number(edge) + outward * STUB))
    line += `H${edge}`
  }
  return { line, area: `${line}V${SHAPE}H${from}z` }
}

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

/** Index of a level among all of them, from the lowest price; −1 where it is gone. */
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

/** The level after a key; without one, a step from between the sides. Null when the key moves nothing. */
export function levelAfter(key: string, places: Places, from: LevelRef | null): LevelRef | null {
  const move = MOVES[key]
  const levels = inOrder(places)
  if (move === undefined || levels.length === 0) return null
  const bids = places.bids.length
  const current = from === null ? -1 : placeOf(places, from)
  const start = current >= 0 ? current : TO_LOWER.has(key) ? bids : bids - 1
  return levels[Math.min(levels.length - 1, Math.max(0, move(start, levels.length)))] ?? null
}
