/** Takes a single answer at no more than it is worth: what it misses may be back in the next one, and what it reports may be old or wrong. */
import type { AccountView } from '../../contract/account.ts'
import { type Size, signOf } from '../../contract/decimal.ts'
import type { Clock } from '../../contract/time.ts'
import { hiding } from '../../contract/unreadable-row.ts'
import type { StoredConditional } from '../storage/index.ts'

/** Answers that agree and are this far apart prove what they say, ms. */
const APART = 3_000

export function createDoubt(clock: Pick<Clock, 'monotonic'>) {
  /** When each was first missed, monotonic ms. */
  const missing = new Map<string, number>()
  return {
    /** Takes what a read says, and tells whether it is proven that the thing is gone. */
    isProven(id: string, isMissing: boolean): boolean {
      if (!isMissing) {
        missing.delete(id)
        return false
      }
      const since = missing.get(id) ?? clock.monotonic()
      missing.set(id, since)
      return clock.monotonic() - since >= APART
    },
    /** Whether a thing was missed and is to be looked for again by now. */
    isDue: (): boolean => [...missing.values()].some((since) => clock.monotonic() - since >= APART),
    settle: (id: string): void => void missing.delete(id),
    /** Forgets all but these. */
    keep(ids: ReadonlySet<string>): void {
      for (const id of missing.keys()) if (!ids.has(id)) missing.delete(id)
    },
  }
}

/** A value that the service reports, as its answers agree in it. */
interface Agreed<T> {
  /** @param answer which answer it is of: one that is looked at again is no second one. */
  take(id: string, value: T, answer: number): void
  /** What two answers some seconds apart agreed in last; undefined before the first two. */
  of(id: string): T | undefined
  /** Whether the newest answer reports something else. */
  isInDoubt(id: string): boolean
  /** Forgets all but these. */
  keep(ids: ReadonlySet<string>): void
}

interface Reported<T> {
  readonly agreed: { readonly value: T } | null
  /** What the newest answer reports otherwise, which answer that is, and when the first one did; monotonic ms. */
  readonly doubted: { readonly value: T; readonly answer: number; readonly since: number } | null
}

/** @param isSame whether two answers that report these agree. */
export function createAgreed<T>(clock: Pick<Clock, 'monotonic'>, isSame: (a: T, b: T) => boolean): Agreed<T> {
  const reported = new Map<string, Reported<T>>()
  return {
    take(id, value, answer) {
      const { agreed, doubted } = reported.get(id) ?? { agreed: null, doubted: null }
      if (agreed !== null && isSame(agreed.value, value)) reported.set(id, { agreed: { value }, doubted: null })
      else if (doubted === null || !isSame(doubted.value, value))
        reported.set(id, { agreed, doubted: { value, answer, since: clock.monotonic() } })
      else if (doubted.answer !== answer) {
        const isProven = clock.monotonic() - doubted.since >= APART
        reported.set(id, isProven ? { agreed: { value }, doubted: null } : { agreed, doubted: { ...doubted, answer } })
      }
    },
    of: (id) => reported.get(id)?.agreed?.value,
    isInDoubt: (id) => (reported.get(id)?.doubted ?? null) !== null,
    keep(ids) {
      for (const id of reported.keys()) if (!ids.has(id)) reported.delete(id)
    },
  }
}

/** Whether a read lacks the position that a conditional order is for, and one that it could not read may be it: then it says nothing. */
export const isHidden = ({ positions, unreadable }: AccountView, { target }: StoredConditional): boolean =>
  !positions.some(({ asset }) => asset === target.asset) && hiding(unreadable, target.asset) !== undefined

/** Signed size of the position that a conditional order is for; null when there is none, or one of the other side. */
export function heldIn(account: AccountView, { target, position }: StoredConditional): Size | null {
  const held = account.positions.find(({ asset }) => asset === target.asset)
  if (held === undefined || signOf(held.size) === 0) return null
  return signOf(held.size) > 0 === (position === 'long') ? held.size : null
}
