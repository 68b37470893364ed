/** A bucket of a binary market: its phases in venue time, its strike, and the probability of ending above it. Pure. */
import { type Bucket, type BucketRules, bucketAt } from '../buckets.ts'
import { normalCdf, type Oracle } from '../oracle.ts'

/**
 * `SETTLED`: the bucket is over and paid out. `STAGING`: the next is being set up, no entries. `TRADING`: entries and closes, entries up to the
 * cutoff. `RAMP`: the average is being calculated, closes only.
 */
export type BinaryPhase = 'STAGING' | 'TRADING' | 'RAMP' | 'SETTLED'

/** Entries end this long before the averaging window starts, or a quarter of the bucket when that is shorter. */
const CUTOFF_SECONDS = 60

interface PhaseAt {
  /** The bucket of the phase; in `SETTLED` the one that is over. */
  readonly bucket: Bucket
  readonly phase: BinaryPhase
}

/**
 * The phase at a time. After a close the old bucket shows as settled for the first half of the settling pause, then the new one is staged until it
 * opens.
 */
export function phaseAt(rules: BucketRules, time: number): PhaseAt {
  const bucket = bucketAt(rules, time)
  if (time < bucket.start + Math.floor(rules.settleSeconds / 2) * 1000) {
    return { bucket: bucketAt(rules, bucket.start - 1), phase: 'SETTLED' }
  }
  if (time < bucket.opens) return { bucket, phase: 'STAGING' }
  return { bucket, phase: time < bucket.finalFrom ? 'TRADING' : 'RAMP' }
}

/** Time of the entry cutoff of a bucket, ms. */
export const entryCutoff = (rules: BucketRules, bucket: Bucket): number =>
  bucket.finalFrom - Math.min(CUTOFF_SECONDS, Math.floor(rules.bucketSeconds / 4)) * 1000

/** Lower bound of a forecast's deviation, in ticks of 0.01, because readings are rounded. */
const MIN_DEVIATION = 0.3

/**
 * The midpoint of a bucket in half ticks of the mark (200 per degree): the settlement mark forecast one second before the bucket starts, rounded down
 * to a tick, plus half a tick. The half tick makes a tie impossible, since settlements are on whole ticks; the forecast removes the daily pattern, so
 * that both directions start at about even odds.
 */
export function midpointHalfTicks(oracle: Oracle, bucket: Bucket): number {
  const known = bucket.start / 1000 - 1
  const middle = (bucket.finalFrom + bucket.end) / 2000
  return 2 * Math.floor(oracle.forecast(known, middle - known).mean) + 1
}

/** Probability that the average of the final window ends above the midpoint, given what is known at `second`. */
export function fairUp(oracle: Oracle, bucket: Bucket, midpoint: number, second: number): number {
  const end = bucket.end / 1000
  const from = bucket.finalFrom / 1000
  const strike = midpoint / 2
  if (second < from) {
    const { mean, deviation } = oracle.forecast(second, (from + end) / 2 - second)
    return normalCdf((mean - strike) / Math.max(deviation, MIN_DEVIATION))
  }
  const readings = end - from
  const last = Math.min(second, end - 1)
  let sum = 0
  for (let s = from; s <= last; s++) sum += oracle.markTicks(s)
  const left = end - 1 - last
  if (left === 0) return Math.floor((2 * sum + readings) / (2 * readings)) > strike ? 1 : 0
  const { mean, deviation } = oracle.forecast(last, left / 2)
  const share = left / readings
  return normalCdf((sum / readings + mean * share - strike) / (Math.max(deviation, MIN_DEVIATION) * share))
}
