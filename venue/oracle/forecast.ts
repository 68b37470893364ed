/** What can be known of a reading to come: how far noise remembers itself, and the normal distribution. Pure. */

/** Lattice steps after which two readings of an octave have nothing in common, and how finely the memory is tabulated. */
const REACH = 4
const STEPS_PER_UNIT = 40

/** Weight of a lattice value in a reading `x` lattice steps away (Catmull-Rom). */
function kernel(x: number): number {
  const d = Math.abs(x)
  if (d < 1) return 1.5 * d ** 3 - 2.5 * d ** 2 + 1
  if (d < 2) return -0.5 * d ** 3 + 2.5 * d ** 2 - 4 * d + 2
  return 0
}

/** Mean product of two readings `r` lattice steps apart, over all phases of the lattice, for lattice values of variance 1. */
function covariance(r: number): number {
  let sum = 0
  for (let x = -2; x <= 2; x += 1 / 64) sum += kernel(x) * kernel(x + r)
  return sum / 64
}

const COVARIANCES = Array.from({ length: REACH * STEPS_PER_UNIT + 1 }, (_, i) => covariance(i / STEPS_PER_UNIT))
const VARIANCE = COVARIANCES[0] ?? 1

/** Variance of an octave of amplitude 1: lattice values are uniform in [−1, 1). */
export const OCTAVE_VARIANCE = VARIANCE / 3

/** Correlation of two readings of an octave whose times are `r` periods apart. */
export function octaveMemory(r: number): number {
  const position = Math.abs(r) * STEPS_PER_UNIT
  const index = Math.floor(position)
  if (index >= REACH * STEPS_PER_UNIT) return 0
  const left = COVARIANCES[index] ?? 0
  const right = COVARIANCES[index + 1] ?? 0
  // Memory fades with the square of a short time: the curves are smooth.
  const f = position - index
  return (left + (right - left) * (index === 0 ? f * f : f)) / VARIANCE
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
