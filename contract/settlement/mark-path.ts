/** Past marks on an even time grid, joined by straight lines, with sums for constant-time averages. Pure. */
import type { Candle } from '../market.ts'

/** Gaps up to this many steps, such as a late candle, are bridged by a straight line. Longer ones are missing data. */
const LONGEST_BRIDGE = 2

/** Marks at `start`, `start + step`, …; times in ms. */
export interface MarkPath {
  readonly start: number
  /** ms between two marks. */
  readonly step: number
  /** °F + 500 as floats, for statistics only; NaN where unknown. */
  readonly marks: Float64Array
  /** Cumulative area under the line up to each mark, in marks × steps; gaps count as zero. */
  readonly area: Float64Array
  /** Cumulative number of gap steps up to each mark. */
  readonly holes: Int32Array
}

/** A path from evenly spaced marks. */
export function pathOf(start: number, step: number, marks: Float64Array): MarkPath {
  const area = new Float64Array(marks.length)
  const holes = new Int32Array(marks.length)
  for (let i = 1; i < marks.length; i++) {
    const piece = ((marks[i - 1] ?? Number.NaN) + (marks[i] ?? Number.NaN)) / 2
    const isHole = Number.isNaN(piece)
    area[i] = (area[i - 1] ?? 0) + (isHole ? 0 : piece)
    holes[i] = (holes[i - 1] ?? 0) + (isHole ? 1 : 0)
  }
  return { start, step, marks, area, holes }
}

/** The path of candles, oldest first: their opens, and the close of the last. @param seconds length of the candles */
export function pathOfCandles(candles: readonly Candle[], seconds: number): MarkPath {
  const step = seconds * 1000
  const [first] = candles
  const last = candles.at(-1)
  if (first === undefined || last === undefined) return pathOf(0, step, new Float64Array(0))
  const marks = new Float64Array(Math.round((last.time - first.time) / step) + 2).fill(Number.NaN)
  let before = -1
  for (const { time, open, close } of candles) {
    const at = Math.round((time - first.time) / step)
    marks[at] = Number(open)
    const missed = at - before - 1
    if (before >= 0 && missed > 0 && missed <= LONGEST_BRIDGE) bridge(marks, before, at)
    before = at
    // The next open overwrites it; if that is missing, the close is the last known mark.
    marks[at + 1] = Number(close)
  }
  return pathOf(first.time, step, marks)
}

function bridge(marks: Float64Array, from: number, to: number): void {
  const left = marks[from + 1] ?? Number.NaN
  const right = marks[to] ?? Number.NaN
  for (let i = from + 2; i < to; i++) marks[i] = left + ((right - left) * (i - from - 1)) / (to - from - 1)
}

/** The mark at a time; NaN outside the known range. */
export function markAt({ start, step, marks }: MarkPath, time: number): number {
  const position = (time - start) / step
  const index = Math.floor(position)
  const left = marks[index] ?? Number.NaN
  const f = position - index
  return f === 0 ? left : left + ((marks[index + 1] ?? Number.NaN) - left) * f
}

/** The average of the marks between two times; NaN if any of it is unknown. */
export function averageBetween(path: MarkPath, from: number, to: number): number {
  const { start, step, marks, holes } = path
  const a = (from - start) / step
  const b = (to - start) / step
  if (!(b > a) || a < 0 || b > marks.length - 1) return Number.NaN
  if ((holes[Math.ceil(b)] ?? 0) - (holes[Math.floor(a)] ?? 0) > 0) return Number.NaN
  return (areaUpTo(path, b) - areaUpTo(path, a)) / (b - a)
}

function areaUpTo({ marks, area }: MarkPath, position: number): number {
  const index = Math.floor(position)
  const f = position - index
  const left = marks[index] ?? 0
  const slope = f === 0 ? 0 : (marks[index + 1] ?? 0) - left
  return (area[index] ?? 0) + f * left + (slope * f * f) / 2
}
