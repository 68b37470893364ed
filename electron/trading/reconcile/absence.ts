/** Counts in how many passes something was missing, and says when its absence is proven. */
import { type Millis, millis } from '../../../contract/time.ts'
import type { StoredAction } from '../../storage/index.ts'

/** After a prepared action's expiry, this long passes before its absence counts, ms. */
const GRACE = 5_000
/** A prepared action without an expiry counts as dead this long after it was sent, ms. */
const LIFE_WITHOUT_EXPIRY = 300_000
/** An order that vanished is searched for in so many passes one after the other, then in one of so many. */
const EAGER_PASSES = 10
const RARE = 60
/** Absence is believed after this many clean passes. */
const CLEAN_PASSES = 2

export interface Absence {
  /** Forgets every action but these. */
  keep(ids: ReadonlySet<string>): void
  /** The action's effect was seen: counting begins again. */
  seen(action: StoredAction): void
  /** Counts a clean pass in which the action's effect was missing; whether absence is proven now. */
  isAbsent(action: StoredAction, began: Millis): boolean
  /** Counts a pass that found the same; whether enough agree. */
  isAgreed(action: StoredAction): boolean
  /**
   * Counts a pass in which an order that rested was in no read, and says whether it is searched for in this one: ever more rarely, so
   * that a forgetful service is not read all day.
   */
  isDue(action: StoredAction): boolean
  /** When the earliest effect of the action can have been, the service's time. */
  earliest(action: StoredAction): Millis
}

/** @param offset Milliseconds to add to the terminal's time to get the service's. */
export function createAbsence(offset: () => number): Absence {
  const missing = new Map<string, number>()
  const vanished = new Map<string, number>()
  const count = (passes: Map<string, number>, { id }: StoredAction): number => {
    const now = (passes.get(id) ?? 0) + 1
    passes.set(id, now)
    return now
  }

  /** When nothing that was sent can still arrive. */
  function isPast(action: StoredAction, began: Millis): boolean {
    const since = leftAt(action) ?? sentAt(action) + offset()
    const dead = action.prepared?.expiresAt ?? since + LIFE_WITHOUT_EXPIRY
    return began >= dead + GRACE
  }

  const isAgreed = (action: StoredAction): boolean => count(missing, action) >= CLEAN_PASSES

  return {
    keep(ids) {
      for (const passes of [missing, vanished]) for (const id of passes.keys()) if (!ids.has(id)) passes.delete(id)
    },
    seen({ id }) {
      missing.delete(id)
      vanished.delete(id)
    },
    isAbsent: (action, began) => isPast(action, began) && isAgreed(action),
    isAgreed,
    isDue(action) {
      const passes = count(vanished, action) - 1
      return passes < EAGER_PASSES || passes % RARE === 0
    },
    earliest: (action) =>
      millis(Math.floor((action.prepared?.at ?? action.createdAt + (action.clockOffset ?? offset())) - GRACE)),
  }
}

/** For a single look: what is missing in it counts as absent at once, and nothing is counted. */
export const absenceInOnePass = ({ earliest }: Pick<Absence, 'earliest'>): Absence => ({
  keep: () => {},
  seen: () => {},
  isAbsent: () => true,
  isAgreed: () => true,
  isDue: () => true,
  earliest,
})

/**
 * When what was prepared left at the latest, the service's time: a wallet's signature can take minutes after it was prepared. By the
 * clocks of when it was prepared, however they moved since; null when that was not kept.
 */
function leftAt(action: StoredAction): number | null {
  const at = action.prepared?.at
  if (at === undefined) return null
  const prepared = action.steps.findLast(({ state }) => state === 'prepared')?.at ?? action.createdAt
  return at + Math.max(0, sentAt(action) - prepared)
}

/** The terminal's time. Of one that was signed, and whose `sent` was lost with the power, when it was signed. */
const sentAt = (action: StoredAction): number =>
  action.steps.findLast(({ state }) => state === 'sent' || state === 'signed')?.at ?? action.createdAt
