/** Where a settlement may come to lie: a middle, a width, and the shape that past displacements had. Pure. */

/** Probability that a draw is at most `z`; absolute error below 10⁻⁷ (Abramowitz and Stegun 26.2.17). */
function normalCdf(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z))
  const series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  const tail = 0.3989422804014327 * Math.exp(-0.5 * z * z) * series
  return z >= 0 ? 1 - tail : tail
}

/** What a draw stays below with probability `p`, by bisection; for 0 < p < 1. */
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

/** Quantiles of a shape of middle 0 and width 1, evenly in probability: at 0.5 %, 1.5 %, … 99.5 %. */
export type Shape = readonly number[]

export const SHAPE_POINTS = 100
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

/** The probability that the settlement is at or above a mark, before it is rounded to the tick. */
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
  // Beyond the outermost points the tails go on as a normal distribution's do, from where the shape leaves off.
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
