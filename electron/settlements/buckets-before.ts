/** Which buckets ended before the live one. Pure. */
import type { Bucket } from '../../contract/market.ts'
import { type Millis, millis } from '../../contract/time.ts'

/** A bucket of the past. */
export interface PastBucket {
  readonly asset: string
  readonly end: Millis
  /** ms */
  readonly length: number
}

/**
 * The buckets before the live one, newest first, for as long as anybody asks: the two assets take turns, each as long as the live one (docs/service/buckets.md).
 * @param partner the other asset; without it only every other bucket is told
 */
export function* bucketsBefore({ asset, start, end }: Bucket, partner: string | null): Generator<PastBucket> {
  const length = end - start
  if (length <= 0) return
  for (let back = 1; start - (back - 1) * length > 0; back += 1) {
    const its = back % 2 === 0 ? asset : partner
    if (its !== null) yield { asset: its, end: millis(start - (back - 1) * length), length }
  }
}
