/** Purposes of requests: how urgent they are, how long they may wait, and who is notified that they wait. */
import type { Clock } from '../../contract/time.ts'
import type { Departure } from './rate-limiter.ts'

/** Most urgent first (docs/service/limits.md#request-budget). */
export const URGENCIES = ['close', 'cancel', 'order', 'held', 'account', 'market'] as const

/**
 * `close`, `cancel`: reduce risk. `order`: everything else that the trader requests. `held`: automated work, first of all lookups of orders with
 * unknown results. `account`, `market`: reads for display.
 */
export type Urgency = (typeof URGENCIES)[number]

/** Requests of one purpose are one piece of work, such as an order with all its requests. */
export interface Purpose {
  readonly urgency: Urgency
  /** Total time that all its requests may wait for the rate limit, ms; absent: each up to its own time-out. */
  readonly patience?: number
  /** Called when one of its requests begins to wait for the rate limit. */
  readonly onWait?: () => void
}

/** The purposes of requests outside any action. */
export const FOR: { readonly [U in Urgency]: Purpose & { readonly urgency: U } } = {
  close: { urgency: 'close' },
  cancel: { urgency: 'cancel' },
  order: { urgency: 'order' },
  held: { urgency: 'held' },
  account: { urgency: 'account' },
  market: { urgency: 'market' },
}

/** The smaller, the more urgent. */
export const rankOf = ({ urgency }: Purpose): number => URGENCIES.indexOf(urgency)

/** Requests that may use the reserved part of the limit. */
export const isFirst = ({ urgency }: Purpose): boolean => urgency === 'close' || urgency === 'cancel'

interface Entry {
  waitedMs: number
  /** Until when room is reserved for its submit, monotonic ms; null when none is. */
  roomUntil: number | null
  /** Its submit may leave, and is being signed. */
  grant: Departure | null
}

/** Unused reserved room is released after the life of a prepared action, ms. */
const ROOM_FOR = 30_000

/** The budget's record of each action that it lets requests out for: how long it waited, and the room reserved for its submit. */
export class PurposeLedger {
  readonly #clock: Pick<Clock, 'monotonic'>
  /** Actions only: shared purposes have no submit of their own to reserve room for. */
  readonly #entries = new WeakMap<Purpose, Entry>()

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock
  }

  /** Whether it is the purpose of one action, which is notified of its waits. */
  isAction(purpose: Purpose): boolean {
    return purpose.onWait !== undefined
  }

  /** Remaining time that it may wait, ms. */
  left(purpose: Purpose): number {
    if (purpose.patience === undefined) return Number.POSITIVE_INFINITY
    return Math.max(0, purpose.patience - (this.#entries.get(purpose)?.waitedMs ?? 0))
  }

  waited(purpose: Purpose, ms: number): void {
    if (this.isAction(purpose)) this.#of(purpose).waitedMs += ms
  }

  reportWait(purpose: Purpose): void {
    purpose.onWait?.()
  }

  keepRoom(purpose: Purpose): void {
    this.#of(purpose).roomUntil = this.#clock.monotonic() + ROOM_FOR
  }

  hasRoom(purpose: Purpose): boolean {
    const until = this.#entries.get(purpose)?.roomUntil ?? null
    return until !== null && this.#clock.monotonic() <= until
  }

  /** Returns whether there was reserved room; it is used up now. */
  takeRoom(purpose: Purpose): boolean {
    const had = this.hasRoom(purpose)
    const entry = this.#entries.get(purpose)
    if (entry !== undefined) entry.roomUntil = null
    return had
  }

  grant(purpose: Purpose, departure: Departure): void {
    this.#of(purpose).grant = departure
  }

  takeGrant(purpose: Purpose): Departure | null {
    const entry = this.#entries.get(purpose)
    const grant = entry?.grant ?? null
    if (entry !== undefined) entry.grant = null
    return grant
  }

  /** Returns the number of requests whose room is free again. */
  end(purpose: Purpose): number {
    const freed = this.takeRoom(purpose) ? 1 : 0
    this.#entries.delete(purpose)
    return freed
  }

  #of(purpose: Purpose): Entry {
    let entry = this.#entries.get(purpose)
    if (entry === undefined) {
      entry = { waitedMs: 0, roomUntil: null, grant: null }
      this.#entries.set(purpose, entry)
    }
    return entry
  }
}
