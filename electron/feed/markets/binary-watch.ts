/**
 * The `binary` topic: the binary markets, whether they are open, and their bucket, by three reads that belong together
 * (docs/service/binary.md#phases). What trades is only ever what the service says; its times merely say when to ask.
 */
import type { BinaryBucket, BinaryMarket, BinaryStatus, BinaryView } from '../../../contract/binary.ts'
import type { Price } from '../../../contract/decimal.ts'
import type { Clock, Millis } from '../../../contract/time.ts'
import type { Log } from '../../log/index.ts'
import type { TradingService } from '../../service/index.ts'
import { Beliefs, keptSame } from './beliefs.ts'
import { APART, type ClockOffset } from './clock-offset.ts'
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
  readonly #turns: Beliefs<Turn>
  readonly #actives: Beliefs<string>
  readonly #cutoffs: Beliefs<Millis | null>
  readonly #strikes: Beliefs<Price | null>
  #markets: readonly BinaryMarket[] = []
  #status: BinaryStatus | null = null
  #bucket: BinaryBucket | null = null
  /** The newest answers, before any doubt. */
  #said: Round = { status: null, bucket: null, markets: [] }
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
    this.#turns = new Beliefs(options.clock, (a, b) => a.asset === b.asset && a.end === b.end && a.strike === b.strike)
    this.#actives = new Beliefs(options.clock, Object.is)
    this.#cutoffs = new Beliefs(options.clock, isSameCutoff)
    this.#strikes = new Beliefs(options.clock, Object.is)
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
    const before: Round = { status: this.#status, bucket: this.#bucket, markets: this.#markets }
    const said: Round = {
      status: status.status === 'fulfilled' ? status.value : this.#said.status,
      bucket: bucket.status === 'fulfilled' ? bucket.value : this.#said.bucket,
      markets: markets.status === 'fulfilled' ? markets.value : this.#said.markets,
    }
    // Whether the turn as believed is over, or was handed over in this round: then what belongs to a turn may be another.
    const isOver = this.#isOver()
    if (bucket.status === 'fulfilled') this.#bucket = this.#believedBucket(bucket.value, isOver)
    const isNewTurn = isOver || before.bucket?.asset !== this.#bucket?.asset || before.bucket?.end !== this.#bucket?.end
    if (status.status === 'fulfilled') this.#status = this.#believedStatus(status.value, isNewTurn)
    if (markets.status === 'fulfilled')
      this.#markets = keptSame(
        this.#markets,
        markets.value.map((market) => this.#believedMarket(market, isNewTurn)),
      )
    if (
      isAnother(this.#said, said) ||
      isAnother(before, { status: this.#status, bucket: this.#bucket, markets: this.#markets })
    )
      this.#newsAt = this.#options.clock.monotonic()
    this.#said = said
    const failed = [markets, status, bucket].find((answer) => answer.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  }

  /** Whether the end of the turn as believed has come, by a confirmed clock. */
  #isOver(): boolean {
    const { clock, offset } = this.#options
    const end = this.#bucket?.end ?? null
    return end !== null && offset.isConfirmed && clock.now() + (offset.offset ?? 0) >= end
  }

  /** A turn is neither replaced nor shortened before its end, nor gets another strike, by one answer; an end that is put off is believed. */
  #believedBucket(said: BinaryBucket, isOver: boolean): BinaryBucket {
    const { asset, end, midpoint: strike } = said
    if (asset === null) return said
    const turn = this.#turns.take('', { asset, end, strike }, (before) => {
      if (isOver || before.end === null) return true
      const isStrike = strike === before.strike || before.strike === null
      return asset === before.asset && isStrike && end !== null && end >= before.end
    })
    if (turn.asset === asset) return { ...said, end: turn.end, midpoint: turn.strike }
    const { serverTime, answeredAt } = said
    const before = this.#bucket
    return before?.asset === turn.asset ? { ...before, serverTime, answeredAt } : { ...said, asset: null, end: null }
  }

  /** A pause is believed at once. */
  #believedStatus(said: BinaryStatus, isNewTurn: boolean): BinaryStatus {
    const { activeAsset, entryCutoff } = said
    if (activeAsset === null) return said
    const live = this.#bucket?.asset ?? null
    const active = this.#actives.take('', activeAsset, () => isNewTurn || activeAsset === live)
    const before = this.#status
    if (active !== activeAsset && before !== null) return { ...before, paused: said.paused }
    const isExpected = (was: Millis | null): boolean =>
      isNewTurn || was === null || (entryCutoff !== null && entryCutoff >= was)
    return { ...said, entryCutoff: this.#cutoffs.take('', entryCutoff, isExpected) }
  }

  #believedMarket(said: BinaryMarket, isNewTurn: boolean): BinaryMarket {
    const { asset, midpoint } = said
    const isLive = asset === (this.#bucket?.asset ?? null)
    const isExpected = (was: Price | null): boolean => isNewTurn || !isLive || was === null
    return { ...said, midpoint: this.#strikes.take(asset, midpoint, isExpected) }
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

/** One turn of an asset. */
interface Turn {
  readonly asset: string
  readonly end: Millis | null
  /** The mark that decides it. */
  readonly strike: Price | null
}

interface Round {
  readonly status: BinaryStatus | null
  readonly bucket: BinaryBucket | null
  readonly markets: readonly BinaryMarket[]
}

/** A cut-off that is told as the seconds to it is off by as much from one answer to the next, ms. */
const CUT = 2000

const isSameCutoff = (a: Millis | null, b: Millis | null): boolean =>
  a === null || b === null ? a === b : Math.abs(a - b) <= CUT

const isAnother = (before: Round, now: Round): boolean =>
  !isSameCutoff(before.status?.entryCutoff ?? null, now.status?.entryCutoff ?? null) || factsOf(before) !== factsOf(now)

const factsOf = ({ status, bucket, markets }: Round): string =>
  JSON.stringify([
    ...[status?.activeAsset, bucket?.asset, bucket?.end, bucket?.midpoint],
    markets.map(({ asset, midpoint }) => [asset, midpoint]),
  ])
