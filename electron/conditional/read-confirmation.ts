/** Treats single answers with doubt: what one omits may be back in the next, and what it reports may be old or wrong. */
import type { AccountView } from '../../contract/account.ts'
import { type Size, signOf } from '../../contract/decimal.ts'
import type { Clock } from '../../contract/time.ts'
import { hiding } from '../../contract/unreadable-row.ts'
import type { StoredConditional } from '../storage/index.ts'

/** Answers that agree and are this far apart are proof, ms. */
const APART = 3_000

export function createReadConfirmation(clock: Pick<Clock, 'monotonic'>) {
  /** When each was first missed, monotonic ms. */
  const missing = new Map<string, number>()
  return {
    /** Takes the result of a read, and returns whether the absence is proven. */
    isProven(id: string, isMissing: boolean): boolean {
      if (!isMissing) {
        missing.delete(id)
        return false
      }
      const since = missing.get(id) ?? clock.monotonic()
      missing.set(id, since)
      return clock.monotonic() - since >= APART
    },
    /** Whether a missed thing should be looked for again. */
    isDue: (): boolean => [...missing.values()].some((since) => clock.monotonic() - since >= APART),
    settle: (id: string): void => void missing.delete(id),
    /** Forgets all but these. */
    keep(ids: ReadonlySet<string>): void {
      for (const id of missing.keys()) if (!ids.has(id)) missing.delete(id)
    },
  }
}

interface Reported<T> {
  readonly agreed: { readonly value: T } | null
  /** The deviating value, its latest answer, and when it first came; monotonic ms. */
  readonly doubted: { readonly value: T; readonly answer: number; readonly since: number } | null
}

/** Values of the service, as agreed by its answers. @param isSame whether two values agree. */
export function createAgreed<T>(clock: Pick<Clock, 'monotonic'>, isSame: (a: T, b: T) => boolean) {
  const reported = new Map<string, Reported<T>>()
  return {
    /** @param answer identifies the answer: reading the same one twice does not count twice. */
    take(id: string, value: T, answer: number): void {
      const { agreed, doubted } = reported.get(id) ?? { agreed: null, doubted: null }
      if (agreed !== null && isSame(agreed.value, value)) reported.set(id, { agreed: { value }, doubted: null })
      else if (doubted === null || !isSame(doubted.value, value))
        reported.set(id, { agreed, doubted: { value, answer, since: clock.monotonic() } })
      else if (doubted.answer !== answer) {
        const isProven = clock.monotonic() - doubted.since >= APART
        reported.set(id, isProven ? { agreed: { value }, doubted: null } : { agreed, doubted: { ...doubted, answer } })
      }
    },
    /** The last value on which two answers some seconds apart agreed; undefined before that. */
    of: (id: string): T | undefined => reported.get(id)?.agreed?.value,
    /** Whether the latest answer reports another value. */
    isInDoubt: (id: string): boolean => (reported.get(id)?.doubted ?? null) !== null,
    /** Forgets all but these. */
    keep(ids: ReadonlySet<string>): void {
      for (const id of reported.keys()) if (!ids.has(id)) reported.delete(id)
    },
  }
}

/** Whether a read lacks the position of a conditional order while an unreadable one may be it: the read then proves nothing. */
export const isHidden = ({ positions, unreadable }: AccountView, { target }: StoredConditional): boolean =>
  !positions.some(({ asset }) => asset === target.asset) && hiding(unreadable, target.asset) !== undefined

/** Signed size of the position of a conditional order; null when there is none, or one of the other side. */
export function heldIn(account: AccountView, { target, position }: StoredConditional): Size | null {
  const held = account.positions.find(({ asset }) => asset === target.asset)
  if (held === undefined || signOf(held.size) === 0) return null
  return signOf(held.size) > 0 === (position === 'long') ? held.size : null
}
