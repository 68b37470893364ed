/**
 * The `binary` topic: the binary markets, whether they are open, and their bucket, by three reads that belong together
 * (docs/service/binary.md#phases). What trades is only ever what the service says; its times merely say when to ask.
 */
import type { BinaryBucket, BinaryMarket, BinaryStatus, BinaryView } from '../../../contract/binary.ts'
import type { Clock } from '../../../contract/time.ts'
import type { Log } from '../../log/index.ts'
import type { TradingService } from '../../service/index.ts'
import { APART, type ClockOffset } from './clock-offset.ts'
import { keptSame } from './kept-same.ts'
import { PacedWatch } from './paced-watch.ts'

interface BinaryWatchOptions {
  readonly service: Pick<TradingService, 'binaryMarkets' | 'binaryStatus' | 'binaryBucket'>
  readonly clock: Clock
  readonly log: Log
  /** The server's clock; measured here too. */
  readonly offset: ClockOffset
  /** Whether the deployment has binary markets; asked at each turn. */
  readonly on: () => boolean
  /** The topic changed. */
  readonly onChange: () => void
}

const WATCHED = 5000
/** Nobody looks: what main itself must know of them changes seldom. */
const UNWATCHED = 60_000
/** A moment of the bucket has passed, and the service still tells the state before it. */
const OVERDUE = 1000
/** A hint that the state is another leads to one read in this time at most. */
const HINT_GAP = 2000
/** An older state is stale, ms. */
const STALE_AFTER = 10_000

export class BinaryWatch extends PacedWatch {
  readonly #options: BinaryWatchOptions
  #markets: readonly BinaryMarket[] = []
  #status: BinaryStatus | null = null
  #bucket: BinaryBucket | null = null
  #staleTold = true
  /** When a round brought another bucket, end or cut-off than the one before; monotonic. */
  #newsAt = Number.NEGATIVE_INFINITY

  constructor(options: BinaryWatchOptions) {
    super({
      ...options,
      what: 'the state of the binary markets',
      rhythm: { watched: WATCHED, unwatched: UNWATCHED },
      staleAfter: STALE_AFTER,
    })
    this.#options = options
  }

  /** The markets as last read, null before that. */
  get facts(): Pick<BinaryView, 'markets' | 'status' | 'bucket' | 'receivedAt'> | null {
    if (this.receivedAt === null) return null
    return { markets: this.#markets, status: this.#status, bucket: this.#bucket, receivedAt: this.receivedAt }
  }

  /** The asset that trades, null while none does or it is not known. */
  get asset(): string | null {
    return this.#status?.activeAsset ?? null
  }

  market(asset: string): BinaryMarket | null {
    return this.#markets.find((market) => market.asset === asset) ?? null
  }

  /** Like `refresh`, for signs in the feed that may come many times a second. */
  hint(): void {
    const { age } = this
    if (age === null || age >= HINT_GAP) this.readSoon()
  }

  protected override ended(): void {
    this.#staleTold = this.stale
    this.#options.onChange()
  }

  protected override tell(): void {
    if (this.stale === this.#staleTold) return
    this.#staleTold = this.stale
    this.#options.onChange()
  }

  view(): BinaryView {
    return {
      markets: this.#markets,
      status: this.#status,
      bucket: this.#bucket,
      error: this.error,
      clockOffset: this.#options.offset.offset ?? 0,
      receivedAt: this.receivedAt,
      stale: this.stale,
    }
  }

  /** Whatever answers is taken, also when another of the three does not: that they are paused must not wait. */
  protected override async round(isCurrent: () => boolean): Promise<void> {
    const { service } = this.#options
    const [markets, status, bucket] = await Promise.allSettled([
      service.binaryMarkets(),
      service.binaryStatus(),
      this.#readBucket(),
    ])
    if (!isCurrent()) return
    const before = { status: this.#status, bucket: this.#bucket }
    if (markets.status === 'fulfilled') this.#markets = keptSame(this.#markets, markets.value)
    if (status.status === 'fulfilled') this.#status = status.value
    if (bucket.status === 'fulfilled') this.#bucket = bucket.value
    if (isAnother(before, { status: this.#status, bucket: this.#bucket }))
      this.#newsAt = this.#options.clock.monotonic()
    const failed = [markets, status, bucket].find((answer) => answer.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  }

  async #readBucket(): Promise<BinaryBucket> {
    const { service, clock, offset } = this.#options
    const sentAt = clock.now()
    const from = clock.monotonic()
    const bucket = await service.binaryBucket()
    const now = clock.monotonic()
    offset.take(bucket, { sentAt, tookMs: now - from, monotonic: now })
    return bucket
  }

  protected override rest(): number {
    const { clock, offset } = this.#options
    // One answer that says something else may be an old or a wrong one: a second one bears it out.
    const readAt = clock.monotonic() - (this.age ?? 0)
    const isInDoubt = readAt - this.#newsAt < APART || !offset.isConfirmed
    return Math.min(this.rhythm, isInDoubt ? APART : this.rhythm, this.#momentPassed() ?? this.rhythm)
  }

  /**
   * Time to wait where a moment of the state as last read has passed: none at all when it was still ahead at that read, `OVERDUE` when the
   * service had not moved on by then. Null where no moment has passed.
   */
  #momentPassed(): number | null {
    const { clock, offset } = this.#options
    const serverNow = clock.now() + (offset.offset ?? 0)
    const readAt = serverNow - (this.age ?? 0)
    const ended = this.#bucket?.end ?? null
    const passed = [this.#bucket?.start, ended, this.#status?.entryCutoff].some(
      (moment) => moment !== null && moment !== undefined && moment > readAt && moment <= serverNow,
    )
    if (passed) return 0
    return ended !== null && ended <= serverNow ? OVERDUE : null
  }
}

interface Round {
  readonly status: BinaryStatus | null
  readonly bucket: BinaryBucket | null
}

/** A cut-off that is told as the seconds to it is off by as much from one answer to the next, ms. */
const CUT = 2000

function isAnother(before: Round, now: Round): boolean {
  const [was, is] = [before.status?.entryCutoff ?? null, now.status?.entryCutoff ?? null]
  const isCutMoved = was === null || is === null ? was !== is : Math.abs(is - was) > CUT
  return isCutMoved || before.bucket?.asset !== now.bucket?.asset || before.bucket?.end !== now.bucket?.end
}
