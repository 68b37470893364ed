/**
 * The `binary` topic: the binary markets, whether they are open, and their bucket, by three reads that belong together
 * (docs/service/binary.md#phases). Only the service decides what trades; its times merely decide when to read.
 */
import type { BinaryBucket, BinaryMarket, BinaryStatus, BinaryView } from '../../../contract/binary.ts'
import type { Price } from '../../../contract/decimal.ts'
import type { Millis } from '../../../contract/time.ts'
import type { TradingService } from '../../service/index.ts'
import { AcceptedFacts, keepEqualEntries } from './accepted-facts.ts'
import { APART } from './clock-offset.ts'
import { type FamilyWatchOptions, PacedWatch } from './paced-watch.ts'

/** `offset` is measured here too. */
interface BinaryWatchOptions extends FamilyWatchOptions {
  readonly service: Pick<TradingService, 'binaryMarkets' | 'binaryStatus' | 'binaryBucket'>
}

const WATCHED = 5000
/** Interval without watchers: main's own needs change rarely, ms. */
const UNWATCHED = 60_000
/** A time of the bucket has passed, and the service still reports the state before it. */
const OVERDUE = 1000
/** Minimum interval between two reads caused by hints of a changed state. */
const HINT_GAP = 2000
/** An older state is stale, ms. */
const STALE_AFTER = 10_000

export class BinaryWatch extends PacedWatch {
  readonly #options: BinaryWatchOptions
  readonly #turns: AcceptedFacts<Turn>
  readonly #actives: AcceptedFacts<string>
  readonly #cutoffs: AcceptedFacts<Millis | null>
  readonly #strikes: AcceptedFacts<Price | null>
  #markets: readonly BinaryMarket[] = []
  #status: BinaryStatus | null = null
  #bucket: BinaryBucket | null = null
  /** The latest answers, before any doubt. */
  #said: Round = { status: null, bucket: null, markets: [] }
  #stalePublished = true
  /** When a round last brought a different bucket, end or cut-off; monotonic. */
  #newsAt = Number.NEGATIVE_INFINITY

  constructor(options: BinaryWatchOptions) {
    super({
      ...options,
      what: 'the state of the binary markets',
      rhythm: { watched: WATCHED, unwatched: UNWATCHED },
      staleAfter: STALE_AFTER,
    })
    this.#options = options
    this.#turns = new AcceptedFacts(
      options.clock,
      (a, b) => a.asset === b.asset && a.end === b.end && a.strike === b.strike,
    )
    this.#actives = new AcceptedFacts(options.clock, Object.is)
    this.#cutoffs = new AcceptedFacts(options.clock, isSameCutoff)
    this.#strikes = new AcceptedFacts(options.clock, Object.is)
  }

  /** The markets as last read; null before that. */
  get facts(): Pick<BinaryView, 'markets' | 'status' | 'bucket' | 'receivedAt'> | null {
    if (this.receivedAt === null) return null
    return { markets: this.#markets, status: this.#status, bucket: this.#bucket, receivedAt: this.receivedAt }
  }

  /** The trading asset; null while none trades or it is unknown. */
  get asset(): string | null {
    return this.#status?.activeAsset ?? null
  }

  market(asset: string): BinaryMarket | null {
    return this.#markets.find((market) => market.asset === asset) ?? null
  }

  /** Like `refresh`, for hints in the feed that may come many times a second. */
  hint(): void {
    const { age } = this
    if (age === null || age >= HINT_GAP) this.readSoon()
  }

  protected override ended(): void {
    this.#stalePublished = this.stale
    this.#options.onChange()
  }

  protected override publish(): void {
    if (this.stale === this.#stalePublished) return
    this.#stalePublished = this.stale
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

  /** Each answer is used, even when another of the three fails: a pause must not wait. */
  protected override async round(isCurrent: () => boolean): Promise<void> {
    const { service } = this.#options
    const [markets, status, bucket] = await Promise.allSettled([
      service.binaryMarkets(),
      service.binaryStatus(),
      this.#readBucket(),
    ])
    if (!isCurrent()) return
    const before: Round = { status: this.#status, bucket: this.#bucket, markets: this.#markets }
    const message: Round = {
      status: status.status === 'fulfilled' ? status.value : this.#said.status,
      bucket: bucket.status === 'fulfilled' ? bucket.value : this.#said.bucket,
      markets: markets.status === 'fulfilled' ? markets.value : this.#said.markets,
    }
    // Whether the accepted turn is over, or was replaced in this round: its facts may then change.
    const isOver = this.#isOver()
    if (bucket.status === 'fulfilled') this.#bucket = this.#acceptedBucket(bucket.value, isOver)
    const isNewTurn = isOver || before.bucket?.asset !== this.#bucket?.asset || before.bucket?.end !== this.#bucket?.end
    if (status.status === 'fulfilled') this.#status = this.#acceptedStatus(status.value, isNewTurn)
    if (markets.status === 'fulfilled')
      this.#markets = keepEqualEntries(
        this.#markets,
        markets.value.map((market) => this.#acceptedMarket(market, isNewTurn)),
      )
    if (
      isAnother(this.#said, message) ||
      isAnother(before, { status: this.#status, bucket: this.#bucket, markets: this.#markets })
    )
      this.#newsAt = this.#options.clock.monotonic()
    this.#said = message
    const failed = [markets, status, bucket].find((answer) => answer.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  }

  /** Whether the end of the accepted turn has come, by a confirmed clock. */
  #isOver(): boolean {
    const { clock, offset } = this.#options
    const end = this.#bucket?.end ?? null
    return end !== null && offset.isConfirmed && clock.now() + (offset.offset ?? 0) >= end
  }

  /** One answer neither replaces nor shortens a turn before its end, nor changes its strike; a postponed end is accepted. */
  #acceptedBucket(reported: BinaryBucket, isOver: boolean): BinaryBucket {
    const { asset, end, midpoint: strike } = reported
    if (asset === null) return reported
    const turn = this.#turns.take('', { asset, end, strike }, (before) => {
      if (isOver || before.end === null) return true
      const isStrike = strike === before.strike || before.strike === null
      return asset === before.asset && isStrike && end !== null && end >= before.end
    })
    if (turn.asset === asset) return { ...reported, end: turn.end, midpoint: turn.strike }
    const { serverTime, answeredAt } = reported
    const before = this.#bucket
    return before?.asset === turn.asset
      ? { ...before, serverTime, answeredAt }
      : { ...reported, asset: null, end: null }
  }

  /** A pause is accepted at once. */
  #acceptedStatus(reported: BinaryStatus, isNewTurn: boolean): BinaryStatus {
    const { activeAsset, entryCutoff } = reported
    if (activeAsset === null) return reported
    const live = this.#bucket?.asset ?? null
    const active = this.#actives.take('', activeAsset, () => isNewTurn || activeAsset === live)
    const before = this.#status
    if (active !== activeAsset && before !== null) return { ...before, paused: reported.paused }
    const isExpected = (was: Millis | null): boolean =>
      isNewTurn || was === null || (entryCutoff !== null && entryCutoff >= was)
    return { ...reported, entryCutoff: this.#cutoffs.take('', entryCutoff, isExpected) }
  }

  #acceptedMarket(reported: BinaryMarket, isNewTurn: boolean): BinaryMarket {
    const { asset, midpoint } = reported
    const isLive = asset === (this.#bucket?.asset ?? null)
    const isExpected = (was: Price | null): boolean => isNewTurn || !isLive || was === null
    return { ...reported, midpoint: this.#strikes.take(asset, midpoint, isExpected) }
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
    // A deviating answer may be old or wrong: a second one must confirm it.
    const readAt = clock.monotonic() - (this.age ?? 0)
    const isInDoubt = readAt - this.#newsAt < APART || !offset.isConfirmed
    return Math.min(this.rhythm, isInDoubt ? APART : this.rhythm, this.#momentPassed() ?? this.rhythm)
  }

  /**
   * Delay where a time of the last read state has passed: none when it was still ahead at that read, `OVERDUE` when the service had not moved on by
   * then. Null where no time has passed.
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

/** A cut-off reported as remaining seconds varies by this much between answers, ms. */
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
