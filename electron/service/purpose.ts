/** What requests are made for: how urgent they are, how long they may wait, and who hears that they wait. */
import type { Clock } from '../../contract/time.ts'
import type { Departure } from './limit-gate.ts'

/** Most urgent first (docs/service/limits.md#request-budget). */
export const URGENCIES = ['close', 'cancel', 'order', 'held', 'account', 'market'] as const

/**
 * `close`, `cancel`: they make risk smaller. `order`: everything else that the trader asks for. `held`: what the terminal does by itself,
 * the look-ups of what became of an order first of all. `account`, `market`: reads for the screen.
 */
export type Urgency = (typeof URGENCIES)[number]

/** Requests of one purpose are one piece of work, such as an order with all that it takes. */
export interface Purpose {
  readonly urgency: Urgency
  /** How long all its requests together may wait for the service's limit, ms; absent: each as long as its own time-out. */
  readonly patience?: number
  /** Told when one of its requests begins to wait for the service's limit. */
  readonly onWait?: () => void
}

/** The purpose of requests that are part of no action of their own. */
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

/** What goes out by the part of the limit that is kept for it. */
export const isFirst = ({ urgency }: Purpose): boolean => urgency === 'close' || urgency === 'cancel'

interface Entry {
  waitedMs: number
  /** Until when room is kept for its submit, monotonic ms; null when none is. */
  roomUntil: number | null
  /** Its submit has been let out, and is being signed. */
  grant: Departure | null
}

/** Room that nothing came to fill is not held for longer than a prepared action lives, ms. */
const ROOM_FOR = 30_000

/** What the budget keeps of each action that it lets out requests for: how long it waited, and the room that its submit has. */
export class PurposeLedger {
  readonly #clock: Pick<Clock, 'monotonic'>
  /** Actions only: purposes that all requests of a kind share have no submit of their own to keep room for. */
  readonly #entries = new WeakMap<Purpose, Entry>()

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock
  }

  /** Whether it is the purpose of one action, which hears of its waits. */
  isAction(purpose: Purpose): boolean {
    return purpose.onWait !== undefined
  }

  /** How long it may wait yet, ms. */
  left(purpose: Purpose): number {
    if (purpose.patience === undefined) return Number.POSITIVE_INFINITY
    return Math.max(0, purpose.patience - (this.#entries.get(purpose)?.waitedMs ?? 0))
  }

  waited(purpose: Purpose, ms: number): void {
    if (this.isAction(purpose)) this.#of(purpose).waitedMs += ms
  }

  tellWait(purpose: Purpose): void {
    purpose.onWait?.()
  }

  keepRoom(purpose: Purpose): void {
    this.#of(purpose).roomUntil = this.#clock.monotonic() + ROOM_FOR
  }

  hasRoom(purpose: Purpose): boolean {
    const until = this.#entries.get(purpose)?.roomUntil ?? null
    return until !== null && this.#clock.monotonic() <= until
  }

  /** Whether there was room; from now on there is none. */
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

  /** How many requests' room is free again. */
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
