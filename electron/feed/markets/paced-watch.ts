/** Market state that is read repeatedly: more often while somebody watches it, and stale once it is too old. */

import { MESSAGES as COMMON } from '../../../contract/messages.ts'
import type { Clock, Millis } from '../../../contract/time.ts'
import type { Log } from '../../log/index.ts'
import { ReadLog, ServiceError } from '../../service/index.ts'
import type { ClockOffset } from './clock-offset.ts'

interface PacedReadOptions {
  readonly clock: Clock
  readonly log: Log
  /** Name of the read in the log. */
  readonly what: string
  /** One round. Its error is the reason of its failure; once `isCurrent` returns false it was given up, and must not report anything. */
  readonly read: (isCurrent: () => boolean) => Promise<void>
  /** Time from a successful round to the next, ms; read at each turn. */
  readonly rest: () => number
  /** A round ended: null when it succeeded, else the reason, in the service's message. */
  readonly onEnd: (failure: string | null) => void
}

/** Doubles with every consecutive failure. */
const AFTER_FAILURE = 1000
const LONGEST_AFTER_FAILURE = 15_000
const LONGEST_ASKED = 60_000
/** A round that began this recently is not repeated because the service is back. */
const JUST_NOW = 1000
/** A round that takes longer is given up, and its answer ignored. */
const GIVE_UP = 15_000

/** A repeated read: at its own interval while it works, with back-off while it fails, one at a time. */
class PacedRead {
  readonly #options: PacedReadOptions
  readonly #readLog: ReadLog
  #round = 0
  #inFlight = false
  #again = false
  #startedAt = Number.NEGATIVE_INFINITY
  #endedAt = Number.NEGATIVE_INFINITY
  #goodAt: number | null = null
  #failures = 0
  /** After a failure: time until the next try, ms. */
  #wait = 0

  constructor(options: PacedReadOptions) {
    this.#options = options
    this.#readLog = new ReadLog(options.log, options.what)
  }

  /** Age of the last successful round, ms, since its request; null before the first. */
  get age(): number | null {
    return this.#goodAt === null ? null : this.#options.clock.monotonic() - this.#goodAt
  }

  /** Reads when it is due; called a few times a second while reading is wanted. */
  turn(): void {
    const now = this.#options.clock.monotonic()
    if (this.#inFlight) {
      if (now - this.#startedAt >= GIVE_UP) this.#ended(this.#round, new Error(COMMON.venueSlow))
      return
    }
    const wait = this.#failures > 0 ? this.#wait : this.#options.rest()
    if (this.#again || now - this.#endedAt >= wait) this.#begin(now)
  }

  /** Reads at the next turn, or once more after the current round. */
  refresh(): void {
    this.#again = true
  }

  /** The service is back after it was lost: the current round is not awaited. */
  restart(): void {
    if (this.#failures === 0 && this.#options.clock.monotonic() - this.#startedAt < JUST_NOW) return
    this.stop()
    this.#again = true
  }

  /** Stops; a later `turn` continues. */
  stop(): void {
    this.#round += 1
    this.#inFlight = false
  }

  #begin(now: number): void {
    this.#round += 1
    const round = this.#round
    this.#inFlight = true
    this.#again = false
    this.#startedAt = now
    // A synchronous error of the service is a failure like any other.
    Promise.resolve()
      .then(() => this.#options.read(() => round === this.#round))
      .then(
        () => this.#ended(round, null),
        (error: unknown) => this.#ended(round, error),
      )
  }

  #ended(round: number, error: unknown): void {
    if (round !== this.#round) return
    this.stop()
    this.#endedAt = this.#options.clock.monotonic()
    if (error === null) {
      this.#goodAt = this.#startedAt
      this.#failures = 0
      this.#readLog.worked()
      this.#options.onEnd(null)
      return
    }
    this.#wait = Math.min(LONGEST_AFTER_FAILURE, AFTER_FAILURE * 2 ** this.#failures)
    if (error instanceof ServiceError)
      this.#wait = Math.max(this.#wait, Math.min(error.retryAfterMs ?? 0, LONGEST_ASKED))
    this.#failures += 1
    this.#readLog.failed(error)
    this.#options.onEnd(error instanceof Error ? error.message : String(error))
  }
}

/** What the watch of a market family needs. */
export interface FamilyWatchOptions {
  readonly clock: Clock
  readonly log: Log
  /** The server's clock. */
  readonly offset: ClockOffset
  /** Whether the deployment has such markets; read at each turn. */
  readonly on: () => boolean
  /** The topic changed. */
  readonly onChange: () => void
}

interface PacedWatchOptions extends Pick<FamilyWatchOptions, 'clock' | 'log' | 'on'> {
  /** Name of the read in the log. */
  readonly what: string
  /** Time from a successful read to the next with and without watchers, ms. */
  readonly rhythm: { readonly watched: number; readonly unwatched: number }
  /** An older state is stale, ms. */
  readonly staleAfter: number
}

export abstract class PacedWatch {
  readonly #read: PacedRead
  readonly #paced: PacedWatchOptions
  #watchers = 0
  #running = false
  /** Why the last read failed; null when it succeeded. */
  protected error: string | null = null
  /** When the last successful read ended. */
  protected receivedAt: Millis | null = null

  constructor(options: PacedWatchOptions) {
    this.#paced = options
    this.#read = new PacedRead({
      clock: options.clock,
      log: options.log,
      what: options.what,
      read: (isCurrent) => this.round(isCurrent),
      rest: () => this.rest(),
      onEnd: (failure) => {
        this.error = failure
        if (failure === null) this.receivedAt = options.clock.now()
        this.ended()
      },
    })
  }

  start(): void {
    this.#running = true
    this.#read.refresh()
  }

  stop(): void {
    this.#running = false
    this.#read.stop()
  }

  watched(): void {
    this.#watchers += 1
    this.tick()
  }

  unwatched(): void {
    this.#watchers -= 1
  }

  /** Reads as soon as possible: the service reported a changed state. */
  refresh(): void {
    this.#read.refresh()
    this.tick()
  }

  /** The service is back after it was lost: reads at once. */
  restart(): void {
    this.#read.restart()
    this.tick()
  }

  /** Reads when it is due, and reports what became stale; called a few times a second. */
  tick(): void {
    if (this.#running && this.#paced.on()) this.#read.turn()
    this.publish()
  }

  /** Reads at the next turn. */
  protected readSoon(): void {
    this.#read.refresh()
  }

  /** Age of the last successful read, ms; null before the first. */
  protected get age(): number | null {
    return this.#read.age
  }

  protected get stale(): boolean {
    const { age } = this.#read
    return !this.#running || age === null || age > this.#paced.staleAfter
  }

  /** Time to the next read unless an earlier one is requested, ms. */
  protected get rhythm(): number {
    const { watched, unwatched } = this.#paced.rhythm
    return this.#watchers > 0 ? watched : unwatched
  }

  /** One read; once `isCurrent` returns false it was given up, and must not report anything. */
  protected abstract round(isCurrent: () => boolean): Promise<void>
  /** Time from a successful read to the next, ms; read at each turn. */
  protected abstract rest(): number
  /** A read ended, successfully or not. */
  protected abstract ended(): void
  /** Reports changes since the last report to listeners. */
  protected abstract publish(): void
}
