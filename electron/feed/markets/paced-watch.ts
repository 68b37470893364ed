/** A state of the markets that is read again and again: more often while somebody looks at it, and stale once it is too old. */
import type { Clock, Millis } from '../../../contract/time.ts'
import type { Log } from '../../log/index.ts'
import { PacedRead } from './paced-read.ts'

interface PacedWatchOptions {
  readonly clock: Clock
  readonly log: Log
  /** What is read, for the log. */
  readonly what: string
  /** Whether the deployment has it; asked at each turn. */
  readonly on: () => boolean
  /** Time from a good read to the next while somebody looks, and while nobody does, ms. */
  readonly rhythm: { readonly watched: number; readonly unwatched: number }
  /** An older state is stale, ms. */
  readonly staleAfter: number
}

export abstract class PacedWatch {
  readonly #read: PacedRead
  readonly #paced: PacedWatchOptions
  #watchers = 0
  #running = false
  /** Why the last read failed; null when it was good. */
  protected error: string | null = null
  /** When the last good read ended. */
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

  /** Reads as soon as possible: the service said that the state is another. */
  refresh(): void {
    this.#read.refresh()
    this.tick()
  }

  /** The service is back after it was lost: reads at once. */
  restart(): void {
    this.#read.restart()
    this.tick()
  }

  /** Reads when it is time, and tells what became stale; called a few times a second. */
  tick(): void {
    if (this.#running && this.#paced.on()) this.#read.turn()
    this.tell()
  }

  /** Reads at the next turn. */
  protected readSoon(): void {
    this.#read.refresh()
  }

  /** Age of the last good read, ms; null before the first. */
  protected get age(): number | null {
    return this.#read.age
  }

  protected get stale(): boolean {
    const { age } = this.#read
    return !this.#running || age === null || age > this.#paced.staleAfter
  }

  /** Time to the next read as long as nothing asks for an earlier one, ms. */
  protected get rhythm(): number {
    const { watched, unwatched } = this.#paced.rhythm
    return this.#watchers > 0 ? watched : unwatched
  }

  /** One read; once `isCurrent` says no it was given up, and must not tell anything any more. */
  protected abstract round(isCurrent: () => boolean): Promise<void>
  /** Time from a good read to the next, ms; asked at each turn. */
  protected abstract rest(): number
  /** A read ended, well or not. */
  protected abstract ended(): void
  /** Tells listeners what is another than when they were told last. */
  protected abstract tell(): void
}
