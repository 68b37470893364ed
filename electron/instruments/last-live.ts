/** What a following ref stands for through the gap of a settlement: the live asset, then the one that settles, and before any the next. */
import type { Bucket } from '../../contract/market.ts'
import type { MarketFacts } from './interface.ts'

/** The bucket that a following ref of a family is about; its times are null where nobody told them. */
export interface Followed {
  readonly asset: string
  readonly start: Bucket['start'] | null
  readonly end: Bucket['end'] | null
}

export class LastLive {
  #scalar: Followed | null = null
  #binary: Followed | null = null

  /** Remembers what is live now; called at every change, so that the gap finds it. */
  note({ bucket, binary }: Pick<MarketFacts, 'bucket' | 'binary'>): void {
    this.#scalar = bucket?.current ?? this.#scalar
    const asset = binary.status?.activeAsset ?? null
    if (asset !== null) this.#binary = bucketOf(asset, binary.bucket)
  }

  /** Null while nothing is known to follow. */
  scalar({ bucket }: Pick<MarketFacts, 'bucket'>): Followed | null {
    return bucket?.current ?? this.#scalar ?? bucket?.next ?? null
  }

  binary({ binary: { status, bucket } }: Pick<MarketFacts, 'binary'>): Followed | null {
    const active = status?.activeAsset ?? null
    if (active !== null) return bucketOf(active, bucket)
    const named = bucket?.asset ?? null
    return this.#binary ?? (named === null ? null : bucketOf(named, bucket))
  }
}

/** The status leads; the bucket adds its times as far as it is of the same asset. */
function bucketOf(asset: string, bucket: MarketFacts['binary']['bucket']): Followed {
  const isOwn = bucket !== null && (bucket.asset === null || bucket.asset === asset)
  return { asset, start: isOwn ? bucket.start : null, end: isOwn ? bucket.end : null }
}
