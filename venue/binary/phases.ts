/** The phases of a binary market around each bucket: pure arithmetic on venue time. */
import { type Bucket, type BucketRules, bucketAt } from '../buckets/index.ts'

/**
 * `SETTLED`: the bucket is over and paid out. `STAGING`: the next is being set up, no entries. `TRADING`: entries and closes, entries up to
 * the cutoff. `RAMP`: the average is being struck, closes only.
 */
export type BinaryPhase = 'STAGING' | 'TRADING' | 'RAMP' | 'SETTLED'

/** Entries end this long before the averaging window begins, or a quarter of the bucket when that is shorter. */
const CUTOFF_SECONDS = 60

export interface PhaseAt {
  /** The bucket that the phase is about: in `SETTLED` the one that is over. */
  readonly bucket: Bucket
  readonly phase: BinaryPhase
}

/**
 * The phase at a time. After a close the old bucket shows as settled for the first half of the settling pause, then the new one is
 * staged until it opens.
 */
export function phaseAt(rules: BucketRules, time: number): PhaseAt {
  const bucket = bucketAt(rules, time)
  if (time < bucket.start + Math.floor(rules.settleSeconds / 2) * 1000) {
    return { bucket: bucketAt(rules, bucket.start - 1), phase: 'SETTLED' }
  }
  if (time < bucket.opens) return { bucket, phase: 'STAGING' }
  return { bucket, phase: time < bucket.finalFrom ? 'TRADING' : 'RAMP' }
}

/** From when on a bucket takes no entries, ms. */
export const entryCutoff = (rules: BucketRules, bucket: Bucket): number =>
  bucket.finalFrom - Math.min(CUTOFF_SECONDS, Math.floor(rules.bucketSeconds / 4)) * 1000
