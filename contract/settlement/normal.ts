/** The standard normal distribution. Pure. */

/** Probability that a draw is at most `z`; absolute error below 10⁻⁷ (Abramowitz and Stegun 26.2.17). */
export function normalCdf(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z))
  const series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  const tail = 0.3989422804014327 * Math.exp(-0.5 * z * z) * series
  return z >= 0 ? 1 - tail : tail
}

/** What a draw stays below with probability `p`, by bisection; for 0 < p < 1. */
export function normalQuantile(p: number): number {
  let low = -8
  let high = 8
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2
    if (normalCdf(middle) < p) low = middle
    else high = middle
  }
  return (low + high) / 2
}
