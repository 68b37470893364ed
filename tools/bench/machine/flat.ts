/** Decides whether memory stays flat over a long run: one exact rule over samples. Pure. */

/** Permitted rise of a series: the larger of the two. */
const ALLOWED_SHARE = 0.05
const ALLOWED_MB = 8
/** Minimum number of samples. */
export const MIN_SAMPLES = 8

/** Verdict on one series; all in MB. */
export interface Verdict {
  readonly flat: boolean
  /** Median of the first quarter after the warm-up. */
  readonly first: number
  /** Median of the last quarter. */
  readonly last: number
  readonly rise: number
  readonly allowed: number
  /** Number of samples judged, without the warm-up. */
  readonly judged: number
}

/**
 * The first eighth of the samples, in which code is compiled and caches fill, is skipped. Of the rest, the median of the last quarter may exceed that
 * of the first quarter by 5 % or 8 MB, whichever is more: temporary garbage does not move the median, a leak does. Over eight hours that is 1.5 MB an
 * hour.
 * @param samples in MB, evenly spaced.
 * @throws RangeError for fewer than `MIN_SAMPLES`, or for one that is not a number.
 */
export function judgeFlat(samples: readonly number[]): Verdict {
  if (samples.length < MIN_SAMPLES) throw new RangeError(`${samples.length} samples are too few to judge`)
  if (!samples.every(Number.isFinite)) throw new RangeError('a sample is no number')
  const judged = samples.slice(Math.floor(samples.length / 8))
  const quarter = Math.floor(judged.length / 4)
  const [first, last] = [median(judged.slice(0, quarter)), median(judged.slice(-quarter))]
  const allowed = Math.max(first * ALLOWED_SHARE, ALLOWED_MB)
  return { flat: last - first <= allowed, first, last, rise: last - first, allowed, judged: judged.length }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}
