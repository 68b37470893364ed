/** `GET /v1/bucket`: the live and the next bucket; either may be null during settlement. */
import type { Bucket } from '../../../contract/market.ts'
import type { TradingService } from '../interface.ts'
import type { Wire } from '../wire.ts'

export function bucketsOf(answer: Wire): Awaited<ReturnType<TradingService['bucket']>> {
  const buckets = answer.unwrapped('bucket')
  return {
    current: buckets.at('current').optional(bucketOf),
    next: buckets.at('next').optional(bucketOf),
    serverTime: buckets.at('server_time').optional((wire) => wire.time()),
  }
}

const bucketOf = (bucket: Wire): Bucket => ({
  asset: bucket.at('asset').text(),
  start: bucket.at('start').time(),
  end: bucket.at('end').time(),
  phaseText: bucket.at('phase').optional((wire) => wire.text()),
})
