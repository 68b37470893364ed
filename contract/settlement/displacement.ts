/** Learns from the past about a future displacement: from the mark now to an average over a later stretch of time. Pure. */
import { type Shape, Spread } from './distribution.ts'
import { averageBetween, type MarkPath, markAt } from './mark-path.ts'

const DAY = 86_400_000
/** A time of day includes its neighbors up to this distance on either side, ms. */
const BESIDE = 15 * 60_000
/** Minimum number of days for statistics by time of day. */
const MIN_DAYS = 2

/** Averages by time of day of values on an even grid. A path of too few days has none, and costs nothing. */
class OtherDays {
  readonly #perDay: number
  readonly #values: Float64Array
  readonly #reach: number
  readonly #isShort: boolean
  #sums: Float64Array = new Float64Array(0)
  #counts: Float64Array = new Float64Array(0)

  /** @param step ms between two values */
  constructor(values: Float64Array, step: number) {
    this.#perDay = Math.round(DAY / step)
    this.#reach = Math.floor(BESIDE / step)
    this.#values = values
    this.#isShort = values.length < MIN_DAYS * this.#perDay
    if (this.#isShort) return
    this.#sums = new Float64Array(this.#perDay)
    this.#counts = new Float64Array(this.#perDay)
    for (let i = 0; i < values.length; i++) {
      const value = values[i] ?? Number.NaN
      if (Number.isNaN(value)) continue
      const at = i % this.#perDay
      this.#sums[at] = (this.#sums[at] ?? 0) + value
      this.#counts[at] = (this.#counts[at] ?? 0) + 1
    }
    this.#sums = beside(this.#sums, this.#reach)
    this.#counts = beside(this.#counts, this.#reach)
  }

  /** Averages for every index over all other days; NaN with too few days. */
  others(): Float64Array {
    if (this.#isShort) return new Float64Array(this.#values.length).fill(Number.NaN)
    const own = new Float64Array(this.#values.length)
    const known = new Float64Array(this.#values.length)
    for (let i = 0; i < this.#values.length; i++) {
      const value = this.#values[i] ?? Number.NaN
      own[i] = Number.isNaN(value) ? 0 : value
      known[i] = Number.isNaN(value) ? 0 : 1
    }
    const sums = besideWithin(own, this.#reach)
    const counts = besideWithin(known, this.#reach)
    return own.map((_, i) => {
      const at = i % this.#perDay
      return this.#average((this.#sums[at] ?? 0) - (sums[i] ?? 0), (this.#counts[at] ?? 0) - (counts[i] ?? 0), 1)
    })
  }

  /** The average of all days at a grid position, which may be outside the grid. */
  at(position: number): number {
    if (this.#isShort) return Number.NaN
    const index = Math.floor(position)
    const f = position - index
    const of = (i: number): number => {
      const at = ((i % this.#perDay) + this.#perDay) % this.#perDay
      return this.#average(this.#sums[at] ?? 0, this.#counts[at] ?? 0, 0)
    }
    return of(index) * (1 - f) + of(index + 1) * f
  }

  #average(sum: number, count: number, left: number): number {
    const perDay = 2 * this.#reach + 1
    return count < (MIN_DAYS - left) * perDay ? Number.NaN : sum / count
  }
}

/** Sums of each value with its neighbors, wrapping around the day. */
function beside(values: Float64Array, reach: number): Float64Array {
  const n = values.length
  let sum = 0
  for (let k = -reach; k < reach; k++) sum += values[(k + n) % n] ?? 0
  return values.map((_, i) => {
    sum += values[(i + reach) % n] ?? 0
    const all = sum
    sum -= values[(i - reach + n) % n] ?? 0
    return all
  })
}

/** Sums of neighbors along the grid, without wrapping at its ends. */
function besideWithin(values: Float64Array, reach: number): Float64Array {
  let sum = 0
  for (let k = 0; k < reach; k++) sum += values[k] ?? 0
  return values.map((_, i) => {
    sum += (values[i + reach] ?? 0) - (values[i - reach - 1] ?? 0)
    return sum
  })
}

/** Fraction of a predictor's own square added to it (ridge regression). */
const RIDGE = 0.01

/** Accumulates the sums of squares and products of rows. */
class LeastSquares {
  readonly #width: number
  readonly #products: Float64Array
  readonly #targets: Float64Array

  constructor(width: number) {
    this.#width = width
    this.#products = new Float64Array(width * width)
    this.#targets = new Float64Array(width)
  }

  add(row: readonly number[], target: number): void {
    for (let i = 0; i < this.#width; i++) {
      const value = row[i] ?? 0
      this.#targets[i] = (this.#targets[i] ?? 0) + value * target
      for (let j = 0; j < this.#width; j++) {
        const at = i * this.#width + j
        this.#products[at] = (this.#products[at] ?? 0) + value * (row[j] ?? 0)
      }
    }
  }

  /** A weight for each predictor; 0 for one that is constant. */
  weights(): readonly number[] {
    const n = this.#width
    const rows = Array.from({ length: n }, (_, i) => {
      const row = Array.from(this.#products.subarray(i * n, i * n + n))
      const own = row[i] ?? 0
      row[i] = own > 0 ? own * (1 + RIDGE) : 1
      return [...row, this.#targets[i] ?? 0]
    })
    // A symmetric matrix with a raised diagonal: no pivot is 0.
    for (let i = 0; i < n; i++) eliminate(rows, i)
    return rows.map((row, i) => (row[n] ?? 0) / (row[i] ?? 1))
  }
}

/** The average of the marks between `from` and `to` ms from now, minus the mark now. */
export interface Ahead {
  readonly from: number
  readonly to: number
}

/** Result of learning one such displacement. */
export interface Learnt {
  /** Number of non-overlapping stretches of this length: the effective sample size. */
  readonly stretches: number
  /** Whether predicting a drift would have fit the past better than predicting none. */
  readonly isDriftProven: boolean
  /** Fraction of the past's mean square that the drift removes; negative when it would have been worse. */
  readonly driftTakesAway: number
  /** Expected displacement from a mark at a time, °F. @param mark at `now`, which may be after the end of the path */
  readonly driftAt: (now: number, mark: number) => number
  /** Standard deviation at a time of day, °F, around the drift or around no displacement. */
  readonly deviationAt: (now: number, hasDrift: boolean) => number
  readonly shapeOf: (hasDrift: boolean) => Shape
}

/** A drift counts as proven when it removes this fraction of the mean square. */
const PROVEN = 0.05
const PREDICTORS = 4
/** With more examples than this, they only repeat their neighbors. */
const MAX_EXAMPLES = 1500

const orNothing = (value: number): number => (Number.isNaN(value) ? 0 : value)

/** Grid times per step, well under a millisecond each. */
const SLICE = 256

/** Learns a displacement from a path, one slice per step; every grid time is an example that overlaps its neighbors. */
export function* learning(path: MarkPath, ahead: Ahead): Generator<undefined, Learnt> {
  const { start, step, marks } = path
  const n = marks.length
  const back = ahead.to
  const near = Math.max(step, back / 4)
  const stride = Math.max(1, Math.floor(n / MAX_EXAMPLES))
  const displaced = new Float64Array(n)
  const came = new Float64Array(n)
  const cameLately = new Float64Array(n)
  let examples = 0
  for (let i = 0; i < n; i++) {
    const time = start + i * step
    const mark = marks[i] ?? Number.NaN
    displaced[i] = averageBetween(path, time + ahead.from, time + ahead.to) - mark
    came[i] = mark - markAt(path, time - back)
    cameLately[i] = mark - markAt(path, time - near)
    if (!Number.isNaN(displaced[i])) examples++
    if (i % SLICE === SLICE - 1) yield
  }
  const ofDays = new OtherDays(displaced, step)
  yield
  const beforeOfDays = new OtherDays(came, step)
  yield
  const otherDays = ofDays.others()
  yield
  const otherDaysBefore = beforeOfDays.others()
  yield
  const squares = new LeastSquares(PREDICTORS)
  const rowAt = (i: number): readonly number[] => [
    orNothing(otherDays[i] ?? 0),
    orNothing(otherDaysBefore[i] ?? 0),
    orNothing(came[i] ?? 0),
    orNothing(cameLately[i] ?? 0),
  ]
  for (let i = 0, at = 1; i < n; i += stride, at++) {
    const target = displaced[i] ?? Number.NaN
    if (!Number.isNaN(target) && !Number.isNaN(came[i] ?? Number.NaN)) squares.add(rowAt(i), target)
    if (at % SLICE === 0) yield
  }
  const weights = squares.weights()
  const drift = (row: readonly number[]): number => row.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), 0)
  const stretches = (examples * step) / ahead.to
  const around = new Spread(stretches, stretches - PREDICTORS)
  const plain = new Spread(stretches, stretches)
  for (let i = 0, at = 1; i < n; i += stride, at++) {
    if (at % SLICE === 0) yield
    const target = displaced[i] ?? Number.NaN
    if (Number.isNaN(target)) continue
    const time = start + i * step
    plain.add(time, target)
    if (!Number.isNaN(came[i] ?? Number.NaN)) around.add(time, target - drift(rowAt(i)))
  }
  const driftTakesAway = plain.square > 0 ? 1 - around.square / plain.square : 0
  return {
    stretches,
    isDriftProven: driftTakesAway >= PROVEN,
    driftTakesAway,
    driftAt(now, mark) {
      const position = (now - start) / step
      const from = (ms: number): number => orNothing(mark - markBefore(path, now, mark, ms))
      return drift([orNothing(ofDays.at(position)), orNothing(beforeOfDays.at(position)), from(back), from(near)])
    },
    deviationAt: (now, hasDrift) => (hasDrift ? around : plain).at(now),
    shapeOf: (hasDrift) => (hasDrift ? around : plain).shape(),
  }
}

/** The mark `ms` before now; after the end of the path, interpolated from there to the mark now. */
function markBefore(path: MarkPath, now: number, mark: number, ms: number): number {
  const end = path.start + (path.marks.length - 1) * path.step
  if (now - ms <= end || now <= end) return markAt(path, now - ms)
  const last = path.marks.at(-1) ?? Number.NaN
  return last + ((mark - last) * (now - ms - end)) / (now - end)
}

function eliminate(rows: number[][], pivot: number): void {
  const from = rows[pivot] ?? []
  for (const [i, row] of rows.entries()) {
    if (i === pivot) continue
    const factor = (row[pivot] ?? 0) / (from[pivot] ?? 1)
    for (let j = pivot; j < row.length; j++) row[j] = (row[j] ?? 0) - factor * (from[j] ?? 0)
  }
}
