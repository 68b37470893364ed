/** Counts in how many passes something was missing, and says when its absence is proven. */
import { type Clock, type Millis, millis } from '../../../contract/time.ts'
import type { StoredAction } from '../../storage/index.ts'

/** After a prepared action's expiry, this long passes before its absence counts, ms. */
const GRACE = 5_000
/** A prepared action without an expiry counts as dead this long after it was sent, ms. */
const LIFE_WITHOUT_EXPIRY = 300_000
/** An order that vanished is searched for in so many passes one after the other, then in one of so many. */
const EAGER_PASSES = 10
const RARE = 60
/** ProofOfAbsence is believed after this many clean passes. */
const CLEAN_PASSES = 2

/** What counts changes what is counted: each is called once a pass for an action. */
export interface ProofOfAbsence {
  /** Forgets every action but these. */
  keep(ids: ReadonlySet<string>): void
  /** Something was sent in this run: from now on its life is measured. */
  sent(action: StoredAction): void
  /** The action's effect was seen: counting begins again. */
  seen(action: StoredAction): void
  /** Counts a clean pass in which the action's effect was missing; whether absence is proven now. */
  countAbsent(action: StoredAction, began: Millis): boolean
  /** Counts a pass that found the same; whether enough agree. */
  countAgreed(action: StoredAction): boolean
  /**
   * Counts a pass in which an order that is in no list of open ones has a final word that the terminal does not know; whether enough lists
   * that were begun after the word was first read lack it too.
   */
  countWord(action: StoredAction, word: string): boolean
  /**
   * Counts a pass in which an order that rested was in no read, and says whether it is searched for in this one: ever more rarely, so
   * that a forgetful service is not read all day.
   */
  countVanished(action: StoredAction): boolean
  /** When the earliest and the latest effect of the action can have been, the service's time. */
  earliest(action: StoredAction): Millis
  latest(action: StoredAction): Millis
  /** When it was sent, the service's time. */
  left(action: StoredAction): Millis
}

/** @param offset Milliseconds to add to the terminal's time to get the service's. */
export function createProofOfAbsence(offset: () => number, clock: Pick<Clock, 'monotonic'>): ProofOfAbsence {
  const missing = new Map<string, number>()
  const vanished = new Map<string, number>()
  const worded = new Map<string, { readonly word: string; readonly passes: number }>()
  /** When each was sent in this run, monotonic ms: no leap of the wall clock shortens its life. Others have been looked for from the start. */
  const sentHere = new Map<string, number>()
  const started = clock.monotonic()
  const count = (passes: Map<string, number>, { id }: StoredAction): number => {
    const now = (passes.get(id) ?? 0) + 1
    passes.set(id, now)
    return now
  }

  /** When nothing that was sent can still arrive, the service's time. Only as true as the expiry that the service names. */
  const deadAt = (action: StoredAction): number => {
    const { expiresAt = null, expiresAfter = null } = action.prepared ?? {}
    const named = Math.max(expiresAt ?? 0, expiresAfter ?? 0)
    return named > 0 ? named : bornAt(action) + LIFE_WITHOUT_EXPIRY
  }
  const bornAt = (action: StoredAction): number => leftAt(action) ?? sentAt(action) + offset()

  /** Past its life by the service's time, and by a clock that does not leap. */
  function isPast(action: StoredAction, began: Millis): boolean {
    const sent = sentHere.get(action.id)
    const end = sent === undefined ? started : sent + deadAt(action) - bornAt(action)
    return began >= deadAt(action) + GRACE && clock.monotonic() >= end + GRACE
  }

  const countAgreed = (action: StoredAction): boolean => count(missing, action) >= CLEAN_PASSES

  return {
    keep(ids) {
      for (const kept of [missing, vanished, worded, sentHere])
        for (const id of kept.keys()) if (!ids.has(id)) kept.delete(id)
    },
    sent: ({ id }) => void sentHere.set(id, clock.monotonic()),
    seen({ id }) {
      missing.delete(id)
      vanished.delete(id)
      worded.delete(id)
    },
    countAbsent: (action, began) => isPast(action, began) && countAgreed(action),
    countAgreed,
    countWord({ id }, word) {
      const before = worded.get(id)
      const passes = before?.word === word ? before.passes + 1 : 0
      worded.set(id, { word, passes })
      return passes >= CLEAN_PASSES
    },
    countVanished(action) {
      const passes = count(vanished, action) - 1
      return passes < EAGER_PASSES || passes % RARE === 0
    },
    earliest: (action) =>
      millis(Math.floor((action.prepared?.at ?? action.createdAt + (action.clockOffset ?? offset())) - GRACE)),
    latest: (action) => millis(Math.ceil(deadAt(action) + GRACE)),
    left: (action) => millis(Math.floor(bornAt(action))),
  }
}

/** For a single look: what is missing in it counts as absent at once, and nothing is counted. */
export const proofInOnePass = ({
  earliest,
  latest,
  left,
}: Pick<ProofOfAbsence, 'earliest' | 'latest' | 'left'>): ProofOfAbsence => ({
  keep: () => {},
  sent: () => {},
  seen: () => {},
  countAbsent: () => true,
  countAgreed: () => true,
  countWord: () => false,
  countVanished: () => true,
  earliest,
  latest,
  left,
})

/** The same while what is missing may be there and unreadable: nothing is concluded from its absence. */
export const noProof = (absence: ProofOfAbsence): ProofOfAbsence => ({
  ...absence,
  countAbsent: () => false,
  countAgreed: () => false,
  countWord: () => false,
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
