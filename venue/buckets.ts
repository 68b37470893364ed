/** The bucket calendar: which asset is live when, and in which phase. Pure arithmetic in UTC (docs/service/buckets.md#bucket). */

export interface BucketRules {
  /** Assets that alternate; bucket number n belongs to asset n mod length. */
  readonly assets: readonly string[]
  readonly bucketSeconds: number
  /** Length of the final window and of the settlement average, seconds. */
  readonly finalSeconds: number
  /** How long after a close no asset is live, seconds. */
  readonly settleSeconds: number
}

/** A bucket; `start` and `end` in ms, trading runs from `opens` to `end`. */
export interface Bucket {
  readonly asset: number
  readonly start: number
  readonly opens: number
  readonly finalFrom: number
  readonly end: number
}

/**
 * Rules for a bucket length: the final window is 120 s, the settling pause as given, each at most a quarter of the bucket.
 * @throws RangeError for a bucket shorter than 20 s.
 */
export function bucketRules(assets: readonly string[], bucketMinutes: number, settleSeconds: number): BucketRules {
  const bucketSeconds = Math.round(bucketMinutes * 60)
  if (!(bucketSeconds >= 20))
    throw new RangeError(`a bucket lasts at least 20 seconds; ${bucketMinutes} minutes is too short`)
  if (!(settleSeconds >= 0)) throw new RangeError(`settling takes 0 seconds or more; ${settleSeconds} is not`)
  if (assets.length < 2) throw new RangeError('buckets take turns between at least two assets')
  const quarter = Math.floor(bucketSeconds / 4)
  return {
    assets,
    bucketSeconds,
    finalSeconds: Math.min(120, quarter),
    settleSeconds: Math.min(Math.round(settleSeconds), quarter),
  }
}

/** The bucket whose [start, end) contains `time`. */
export function bucketAt(rules: BucketRules, time: number): Bucket {
  return bucketNumbered(rules, Math.floor(time / (rules.bucketSeconds * 1000)))
}

/** The next bucket. */
export const bucketAfter = (rules: BucketRules, bucket: Bucket): Bucket => bucketAt(rules, bucket.end)

function bucketNumbered(rules: BucketRules, number: number): Bucket {
  const length = rules.bucketSeconds * 1000
  const count = rules.assets.length
  const start = number * length
  return {
    asset: ((number % count) + count) % count,
    start,
    opens: start + rules.settleSeconds * 1000,
    finalFrom: start + length - rules.finalSeconds * 1000,
    end: start + length,
  }
}
