/** Distribution of a settlement: a mean, a width, and the shape of past displacements. Pure. */

/** Probability that a draw is at most `z`; absolute error below 10⁻⁷ (Abramowitz and Stegun 26.2.17). */
function normalCdf(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z))
  const series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  const tail = 0.3989422804014327 * Math.exp(-0.5 * z * z) * series
  return z >= 0 ? 1 - tail : tail
}

/** The value that a draw stays below with probability `p`, by bisection; for 0 < p < 1. */
function normalQuantile(p: number): number {
  let low = -8
  let high = 8
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2
    if (normalCdf(middle) < p) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** Quantiles of a shape with mean 0 and width 1, at even probabilities: 0.5 %, 1.5 %, … 99.5 %. */
export type Shape = readonly number[]

const SHAPE_POINTS = 100
const probabilityOf = (index: number): number => (index + 0.5) / SHAPE_POINTS
export const NORMAL_SHAPE: Shape = Array.from({ length: SHAPE_POINTS }, (_, i) => normalQuantile(probabilityOf(i)))

/** In marks. */
export interface Distribution {
  readonly mean: number
  /** Standard deviation. */
  readonly deviation: number
  readonly shape: Shape
}

/** The value that the settlement stays below with probability `p`; for 0 < p < 1. */
export const quantileOf = ({ mean, deviation, shape }: Distribution, p: number): number =>
  mean + deviation * shapeQuantile(shape, p)

/** Probability that the settlement is at or above a mark, before it is rounded to the tick. */
export function atOrAbove({ mean, deviation, shape }: Distribution, mark: number): number {
  if (!(deviation > 0)) return mark <= mean ? 1 : 0
  return 1 - shapeCdf(shape, (mark - mean) / deviation)
}

function shapeQuantile(shape: Shape, p: number): number {
  const position = p * SHAPE_POINTS - 0.5
  const index = Math.floor(position)
  const left = shape[index]
  const right = shape[index + 1]
  if (left !== undefined && right !== undefined) return left + (right - left) * (position - index)
  // Beyond the outermost points the tails continue like a normal distribution.
  const end = index < 0 ? 0 : SHAPE_POINTS - 1
  return (shape[end] ?? 0) * (normalQuantile(p) / (NORMAL_SHAPE[end] ?? 1))
}

function shapeCdf(shape: Shape, z: number): number {
  const last = SHAPE_POINTS - 1
  const [first] = shape
  if (first === undefined || z < first) return normalCdf((z * (NORMAL_SHAPE[0] ?? 1)) / (first ?? 1))
  const end = shape[last] ?? 0
  if (z >= end) return normalCdf((z * (NORMAL_SHAPE[last] ?? 1)) / end)
  let low = 0
  let high = last
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((shape[middle] ?? 0) <= z) low = middle
    else high = middle
  }
  const left = shape[low] ?? 0
  const width = (shape[high] ?? 0) - left
  return probabilityOf(low) + (width > 0 ? (z - left) / width : 0) / SHAPE_POINTS
}

const DAY = 86_400_000
/** Number of time-of-day bins of the width. */
const BINS = 24
/** A bin includes half of each neighbor. */
const NEIGHBOURS = [
  [-1, 0.5],
  [0, 1],
  [1, 0.5],
] as const
/** With this many stretches, the width of a time of day weighs as much as the overall width. */
const BIN_TRUST = 8
/** With this many stretches, the empirical shape weighs as much as a normal one. */
const SHAPE_TRUST = 40

const binOf = (time: number): number => ((time % DAY) / DAY) * BINS

/** Accumulates errors. */
export class Spread {
  readonly #stretches: number
  readonly #free: number
  readonly #errors: number[] = []
  readonly #times: number[] = []
  readonly #squares = new Float64Array(BINS)
  readonly #counts = new Float64Array(BINS)
  #shape: Shape | null = null
  #widths: Float64Array | null = null

  /** @param free number of stretches minus fitted parameters */
  constructor(stretches: number, free: number) {
    this.#stretches = stretches
    this.#free = free
  }

  add(time: number, error: number): void {
    this.#errors.push(error)
    this.#times.push(time)
    const bin = Math.floor(binOf(time))
    this.#squares[bin] = (this.#squares[bin] ?? 0) + error * error
    this.#counts[bin] = (this.#counts[bin] ?? 0) + 1
  }

  /** Mean square of the errors, corrected for the fitted parameters. */
  get square(): number {
    const total = this.#squares.reduce((sum, value) => sum + value, 0)
    return (total / Math.max(1, this.#errors.length)) * (this.#stretches / Math.max(1, this.#free))
  }

  /** Standard deviation at a time of day. */
  at(time: number): number {
    const position = binOf(time) - 0.5
    const index = Math.floor(position)
    const widths = this.#ofBins()
    const of = (bin: number): number => widths[(bin + BINS) % BINS] ?? 0
    return of(index) + (of(index + 1) - of(index)) * (position - index)
  }

  #ofBins(): Float64Array {
    if (this.#widths !== null) return this.#widths
    const all = this.square
    const factor = this.#stretches / Math.max(1, this.#free)
    const perExample = this.#stretches / Math.max(1, this.#errors.length)
    this.#widths = this.#squares.map((_, bin) => {
      let sum = 0
      let count = 0
      for (const [k, weight] of NEIGHBOURS) {
        const at = (bin + k + BINS) % BINS
        sum += weight * (this.#squares[at] ?? 0)
        count += weight * (this.#counts[at] ?? 0)
      }
      const own = count > 0 ? (sum / count) * factor : all
      const trust = (count * perExample) / (count * perExample + BIN_TRUST)
      return Math.sqrt(own * trust + all * (1 - trust))
    })
    return this.#widths
  }

  /** The shape of the errors scaled by their own width, shrunk towards a normal one when few are known. */
  shape(): Shape {
    if (this.#shape !== null) return this.#shape
    const scaled = this.#errors.map((error, i) => error / (this.at(this.#times[i] ?? 0) || 1)).sort((a, b) => a - b)
    const trust = this.#stretches / (this.#stretches + SHAPE_TRUST)
    this.#shape = NORMAL_SHAPE.map((normal, i) => {
      const own = scaled[Math.floor(((i + 0.5) / SHAPE_POINTS) * scaled.length)] ?? normal
      return own * trust + normal * (1 - trust)
    })
    return this.#shape
  }
}
