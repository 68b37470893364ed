/** What can be known of a reading to come: how far noise remembers itself, and the normal distribution. Pure. */

/** Lattice steps after which two readings of an octave have nothing in common, and how finely the memory is tabulated. */
const REACH = 4
const STEPS_PER_UNIT = 100

/** Weight of a lattice value in a reading `x` lattice steps away (Catmull-Rom). */
function kernel(x: number): number {
  const d = Math.abs(x)
  if (d < 1) return 1.5 * d ** 3 - 2.5 * d ** 2 + 1
  if (d < 2) return -0.5 * d ** 3 + 2.5 * d ** 2 - 4 * d + 2
  return 0
}

/** The same for the slope of a reading. */
function kernelSlope(x: number): number {
  const d = Math.abs(x)
  const slope = d < 1 ? 4.5 * d ** 2 - 5 * d : d < 2 ? -1.5 * d ** 2 + 5 * d - 4 : 0
  return x < 0 ? -slope : slope
}

/** Where the integrals below are read. */
const POINTS: readonly number[] = Array.from({ length: 256 }, (_, i) => -2 + 1 / 128 + i / 64)
const KERNEL = POINTS.map(kernel)
const KERNEL_SLOPE = POINTS.map(kernelSlope)

/** Integral of f(x) × g(x + r), `f` given at POINTS: a covariance over all phases, for lattice values of variance 1. */
function covariance(f: readonly number[], g: (x: number) => number, r: number): number {
  let sum = 0
  for (let i = 0; i < POINTS.length; i++) {
    const x = (POINTS[i] ?? 0) + r
    // From there on `g` is 0.
    if (x >= 2) break
    sum += (f[i] ?? 0) * g(x)
  }
  return sum / 64
}

const VARIANCE = covariance(KERNEL, kernel, 0)
const SLOPE_VARIANCE = covariance(KERNEL_SLOPE, kernelSlope, 0)

/** What value and slope of an octave say about its value `r` periods later. */
export interface Memory {
  /** Weight of the value, 1 at r = 0. */
  readonly value: number
  /** Weight of the slope (change a period), 0 at r = 0. */
  readonly slope: number
  /** Share of the octave's variance that stays unknown, 0 at r = 0. */
  readonly unknown: number
}

const MEMORIES: readonly Memory[] = Array.from({ length: REACH * STEPS_PER_UNIT + 1 }, (_, i) => {
  const r = i / STEPS_PER_UNIT
  const value = covariance(KERNEL, kernel, r) / VARIANCE
  const slope = covariance(KERNEL_SLOPE, kernel, r) / SLOPE_VARIANCE
  return { value, slope, unknown: Math.max(0, 1 - value * value - (slope * slope * SLOPE_VARIANCE) / VARIANCE) }
})
/** So far ahead nothing is known. */
export const NO_MEMORY: Memory = { value: 0, slope: 0, unknown: 1 }

/** Variance of an octave of amplitude 1: lattice values are uniform in [−1, 1). */
export const OCTAVE_VARIANCE = VARIANCE / 3

/** The best (least squares) forecast of an octave `r` ≥ 0 periods ahead. */
export function octaveMemory(r: number): Memory {
  const position = r * STEPS_PER_UNIT
  const index = Math.floor(position)
  const left = MEMORIES[index]
  const right = MEMORIES[index + 1]
  if (left === undefined || right === undefined) return NO_MEMORY
  const f = position - index
  const between = (from: number, to: number): number => from + (to - from) * f
  if (index > 0) {
    return {
      value: between(left.value, right.value),
      slope: between(left.slope, right.slope),
      unknown: between(left.unknown, right.unknown),
    }
  }
  // The curves are smooth: at first, doubt grows with the cube of time (a kinked slope) and the value fades with its square.
  return { value: 1 + (right.value - 1) * f * f, slope: right.slope * f, unknown: right.unknown * f ** 3 }
}

/** Probability that a standard normal draw is at most `z`; absolute error below 10⁻⁷. */
export function normalCdf(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z))
  const tail =
    0.3989422804014327 *
    Math.exp(-0.5 * z * z) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return z >= 0 ? 1 - tail : tail
}

/** The z that a standard normal draw stays below with probability `p`, 0 < p < 1; by bisection. */
export function normalQuantile(p: number): number {
  let low = -8
  let high = 8
  for (let i = 0; i < 50; i++) {
    const middle = (low + high) / 2
    if (normalCdf(middle) < p) low = middle
    else high = middle
  }
  return (low + high) / 2
}
