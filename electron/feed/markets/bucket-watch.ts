/** Reads `GET /v1/bucket` as often as necessary, and measures the server's clock by it. */
import type { Bucket } from '../../../contract/market.ts'
import type { Cancel, Clock, Millis } from '../../../contract/time.ts'
import type { Log } from '../../log/index.ts'
import { isAbsent, ReadLog, ServiceError, type TradingService } from '../../service/index.ts'
import { APART, type ClockOffset } from './clock-offset.ts'

export interface BucketState {
  readonly current: Bucket | null
  readonly next: Bucket | null
  readonly receivedAt: Millis
}

interface BucketWatchOptions {
  readonly service: Pick<TradingService, 'bucket'>
  readonly clock: Clock
  readonly log: Log
  /** The server's clock, measured by the reads. */
  readonly offset: ClockOffset
  /** After every answer; a deployment without scalar markets has neither bucket. */
  readonly onState: (state: BucketState) => void
}

const CALM = 15_000
const CLOSE = 1000
/** From this long before the end, the bucket is read every second. */
const CLOSE_FROM = 130_000
/** Doubles with every consecutive failure; `restart` is called when the service is back. */
const AFTER_FAILURE = 1000
const LONGEST_AFTER_FAILURE = 2000
/** A read that takes longer is given up, and its answer ignored. */
const GIVE_UP = 10_000
/** Round trips in a series that measures the clock, their interval, and the interval of series. */
const ROW = 5
const ROW_GAP = 200
const ROW_EVERY = 3 * 60_000
/** The bucket is no longer accepted when its read is overdue by this much. */
const OVERDUE = 3000
/** Interval where the deployment has no scalar markets. */
const ABSENT = 60_000
/** Minimum interval between two reads caused by hints of a changed bucket. */
const HINT_GAP = 1000

export class BucketWatch {
  readonly #options: BucketWatchOptions
  readonly #readLog: ReadLog
  #state: BucketState | null = null
  #running = false
  #reading = 0
  #inFlight = false
  #again = false
  #timer: Cancel | null = null
  #giveUp: Cancel | null = null
  #dueAt = 0
  #askedAt = Number.NEGATIVE_INFINITY
  #rowLeft = 0
  #rowAt = Number.NEGATIVE_INFINITY
  #failures = 0
  /** When an answer last named a different bucket or end; monotonic. */
  #newsAt = Number.NEGATIVE_INFINITY
  /** Whether a bucket was ever reported: a 404 is then a failure like any other. */
  #answered = false

  constructor(options: BucketWatchOptions) {
    this.#options = options
    this.#readLog = new ReadLog(options.log, 'the bucket')
  }

  get state(): BucketState | null {
    return this.#state
  }

  /** Server time minus local time, ms; null until measured. */
  get offset(): number | null {
    return this.#options.offset.offset
  }

  /** The server's time, by the measured offset. */
  get serverNow(): number {
    return this.#options.clock.now() + (this.offset ?? 0)
  }

  /** Whether the last answer is too old for the current moment. */
  get overdue(): boolean {
    return this.#running && this.#options.clock.monotonic() > this.#dueAt + OVERDUE
  }

  start(): void {
    if (this.#running) return
    this.#running = true
    this.#dueAt = this.#options.clock.monotonic()
    this.#read()
  }

  stop(): void {
    this.#running = false
    this.#reading += 1
    this.#inFlight = false
    this.#timer?.()
    this.#giveUp?.()
  }

  /** Reads as soon as possible: the service reported a changed market state. */
  refresh(): void {
    if (!this.#running) return
    if (this.#inFlight) this.#again = true
    else this.#read()
  }

  /** Reads at once, without waiting for a read under way: the service is back after it was lost. */
  restart(): void {
    if (this.#running) this.#read()
  }

  /** Like `refresh`, for hints in the feed that may come many times a second. */
  hint(): void {
    if (this.#options.clock.monotonic() - this.#askedAt >= HINT_GAP) this.refresh()
  }

  #read(): void {
    const { service, clock, offset } = this.#options
    this.#timer?.()
    this.#giveUp?.()
    this.#inFlight = true
    this.#again = false
    this.#reading += 1
    const reading = this.#reading
    const from = clock.monotonic()
    const sentAt = clock.now()
    this.#askedAt = from
    if (from - this.#rowAt >= ROW_EVERY) {
      this.#rowAt = from
      this.#rowLeft = ROW
    }
    this.#giveUp = clock.after(GIVE_UP, () => {
      if (reading !== this.#reading) return
      this.#readLog.failed(new Error('no answer in time'))
      this.#done(this.#afterFailure())
    })
    // A synchronous error of the service is a failure like any other.
    Promise.resolve()
      .then(() => service.bucket())
      .then(
        ({ current, next, ...times }) => {
          if (reading !== this.#reading) return
          this.#failures = 0
          this.#answered = true
          this.#readLog.worked()
          const now = clock.monotonic()
          offset.take(times, { sentAt, tookMs: now - from, monotonic: now })
          this.#rowLeft = Math.max(0, this.#rowLeft - 1)
          const before = this.#state?.current ?? null
          if (current?.asset !== before?.asset || current?.end !== before?.end) this.#newsAt = now
          this.#state = { current, next, receivedAt: clock.now() }
          this.#dueAt = now + this.#pace()
          this.#done(this.#rowLeft > 0 ? Math.min(ROW_GAP, this.#pace()) : this.#pace())
          this.#options.onState(this.#state)
        },
        (error: unknown) => {
          if (reading !== this.#reading) return
          this.#readLog.failed(error)
          if (!this.#answered && isAbsent(error)) {
            this.#absent()
            return
          }
          const requests = error instanceof ServiceError ? (error.retryAfterMs ?? 0) : 0
          this.#done(Math.max(this.#afterFailure(), Math.min(requests, CALM)))
        },
      )
  }

  /** No scalar markets: nothing is offered, and the next read is not urgent. */
  #absent(): void {
    this.#again = false
    this.#dueAt = this.#options.clock.monotonic() + ABSENT
    this.#done(ABSENT)
    const first = this.#state === null
    this.#state = { current: null, next: null, receivedAt: this.#options.clock.now() }
    if (first) this.#options.onState(this.#state)
  }

  #afterFailure(): number {
    this.#failures += 1
    return Math.min(LONGEST_AFTER_FAILURE, AFTER_FAILURE * 2 ** (this.#failures - 1))
  }

  /** Time until the next read, by the last answer. */
  #pace(): number {
    const current = this.#state?.current ?? null
    if (current === null) return CLOSE
    const untilClose = current.end - CLOSE_FROM - this.serverNow
    if (untilClose <= 0) return CLOSE
    // A deviating answer may be old or wrong: a second one must confirm it.
    const { clock, offset } = this.#options
    const isInDoubt = clock.monotonic() - this.#newsAt < APART || !offset.isConfirmed
    return Math.min(isInDoubt ? APART : CALM, untilClose)
  }

  #done(wait: number): void {
    this.#reading += 1
    this.#inFlight = false
    this.#giveUp?.()
    this.#timer?.()
    this.#timer = this.#options.clock.after(this.#again ? 0 : wait, () => this.#read())
  }
}
