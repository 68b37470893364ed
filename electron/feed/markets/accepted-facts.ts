/**
 * Which parts of an answer are accepted at once. A fact that must not flip (a strike, an expiry, whether a market has expired) changes only once a
 * second answer some seconds later agrees, or where the change is expected at this moment: a single answer may be old or wrong.
 */
import type { Clock } from '../../../contract/time.ts'
import { APART } from './clock-offset.ts'

interface AcceptedFact<T> {
  readonly value: T
  /** The deviating value of the latest answer, and since when answers report it, monotonic ms. */
  readonly doubted: { readonly value: T; readonly since: number } | null
}

export class AcceptedFacts<T> {
  readonly #clock: Pick<Clock, 'monotonic'>
  readonly #isSame: (a: T, b: T) => boolean
  readonly #held = new Map<string, AcceptedFact<T>>()

  /** @param isSame whether two values agree. */
  constructor(clock: Pick<Clock, 'monotonic'>, isSame: (a: T, b: T) => boolean) {
    this.#clock = clock
    this.#isSame = isSame
  }

  /**
   * Takes a new answer's value, and returns the accepted one. The first answer is accepted.
   * @param isExpected whether this value may follow the accepted one, at this moment and from one answer.
   */
  take(key: string, value: T, isExpected: (before: T) => boolean): T {
    const held = this.#held.get(key)
    const next = held === undefined ? { value, doubted: null } : this.#after(held, value, isExpected)
    this.#held.set(key, next)
    return next.value
  }

  #after(held: AcceptedFact<T>, value: T, isExpected: (before: T) => boolean): AcceptedFact<T> {
    if (this.#isSame(held.value, value) || isExpected(held.value)) return { value, doubted: null }
    const { doubted } = held
    const now = this.#clock.monotonic()
    const since = doubted !== null && this.#isSame(doubted.value, value) ? doubted.since : now
    if (now - since >= APART) return { value, doubted: null }
    return { value: held.value, doubted: { value, since } }
  }
}

// Keeps objects that a new answer repeats, so that comparison by identity shows real changes.

/** `next`, with every entry equal to one of `before` replaced by that one; `before` itself when nothing changed. Entries are plain data. */
export function keepEqualEntries<T>(before: readonly T[], next: readonly T[]): readonly T[] {
  const known = new Map(before.map((entry) => [JSON.stringify(entry), entry]))
  const kept = next.map((entry) => known.get(JSON.stringify(entry)) ?? entry)
  return kept.length === before.length && kept.every((entry, i) => entry === before[i]) ? before : kept
}
