/** `GET /v1/bucket`: the live and the next bucket; either may be null during settlement. */
import type { Bucket } from '../../../contract/market.ts'
import type { Millis } from '../../../contract/time.ts'
import type { Wire } from '../wire.ts'

/** The live and the next bucket, each null where there is none, and the service's time where reported. */
interface BucketsNow {
  readonly current: Bucket | null
  readonly next: Bucket | null
  readonly serverTime: Millis | null
  /** The `Date` of the answer, truncated to the second; absent where it has none. */
  readonly answeredAt?: Millis | undefined
}

export function bucketsOf(answer: Wire): BucketsNow {
  const buckets = answer.unwrapped('bucket')
  return {
    current: buckets.at('current').optional(bucketOf),
    next: buckets.at('next').optional(bucketOf),
    serverTime: buckets.at('server_time').optional((wire) => wire.time()),
    answeredAt: answer.answeredAt ?? undefined,
  }
}

const bucketOf = (bucket: Wire): Bucket => ({
  asset: bucket.at('asset').text(),
  start: bucket.at('start').time(),
  end: bucket.at('end').time(),
  phaseText: bucket.at('phase').optional((wire) => wire.text()),
})
