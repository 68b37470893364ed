/** Counts the passes in which something was missing, and decides when its absence is proven. */
import { type Clock, type Millis, millis } from '../../../contract/time.ts'
import type { StoredAction } from '../../storage/index.ts'

/** After a prepared action's expiry, this long passes before its absence counts, ms. */
const GRACE = 5_000
/** A prepared action without an expiry counts as dead this long after it was sent, ms. */
const LIFE_WITHOUT_EXPIRY = 300_000
/** An order that vanished is searched for in this many consecutive passes, then in one of this many. */
const EAGER_PASSES = 10
const RARE = 60
/** Absence is believed after this many clean passes. */
const CLEAN_PASSES = 2

/** Counting methods change the counts: call each once a pass for an action. */
export interface ProofOfAbsence {
  /** Forgets every action but these. */
  keep(ids: ReadonlySet<string>): void
  /** An action was sent in this run: its life is measured from now on. */
  sent(action: StoredAction): void
  /** The action's effect was seen: counting starts again. */
  seen(action: StoredAction): void
  /** Counts a clean pass in which the action's effect was missing; returns whether absence is proven now. */
  countAbsent(action: StoredAction, began: Millis): boolean
  /** Counts a pass with the same result; returns whether enough agree. */
  countAgreed(action: StoredAction): boolean
  /**
   * Counts a pass in which an order that is in no list of open ones has a final status unknown to the terminal; returns whether enough lists begun
   * after that status was first read lack it too.
   */
  countWord(action: StoredAction, text: string): boolean
  /**
   * Counts a pass in which an order that rested was in no read, and returns whether it is searched for in this one: ever more rarely, so that a
   * service that forgets orders is not read all day.
   */
  countVanished(action: StoredAction): boolean
  /** Earliest possible time of the action's effect, the service's time. */
  earliest(action: StoredAction): Millis
  latest(action: StoredAction): Millis
  /** When it was sent, the service's time. */
  left(action: StoredAction): Millis
}

/** @param offset milliseconds to add to the terminal's time to get the service's. */
export function createProofOfAbsence(offset: () => number, clock: Pick<Clock, 'monotonic'>): ProofOfAbsence {
  const missing = new Map<string, number>()
  const vanished = new Map<string, number>()
  const worded = new Map<string, { readonly word: string; readonly passes: number }>()
  /**
   * When each was sent in this run, monotonic ms: a jump of the wall clock does not shorten its life. Others have been searched for from the start.
   */
  const sentHere = new Map<string, number>()
  const started = clock.monotonic()
  const count = (passes: Map<string, number>, { id }: StoredAction): number => {
    const now = (passes.get(id) ?? 0) + 1
    passes.set(id, now)
    return now
  }

  /** When nothing sent can still arrive, the service's time. Only as true as the expiry that the service names. */
  const deadAt = (action: StoredAction): number => {
    const { expiresAt = null, expiresAfter = null } = action.prepared ?? {}
    const named = Math.max(expiresAt ?? 0, expiresAfter ?? 0)
    return named > 0 ? named : bornAt(action) + LIFE_WITHOUT_EXPIRY
  }
  const bornAt = (action: StoredAction): number => leftAt(action) ?? sentAt(action) + offset()

  /** Past its life by the service's time, and by the monotonic clock. */
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
    countWord({ id }, text) {
      const before = worded.get(id)
      const passes = before?.word === text ? before.passes + 1 : 0
      worded.set(id, { word: text, passes })
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

/** For when a missing row may be among the unreadable ones: its absence proves nothing. */
export const noProof = (absence: ProofOfAbsence): ProofOfAbsence => ({
  ...absence,
  countAbsent: () => false,
  countAgreed: () => false,
  countWord: () => false,
})

/**
 * The latest time at which a prepared action was sent, the service's time: a wallet's signature can take minutes after the prepare. By the clocks at
 * the time of the prepare, however they changed since; null when that was not stored.
 */
function leftAt(action: StoredAction): number | null {
  const at = action.prepared?.at
  if (at === undefined) return null
  const prepared = action.steps.findLast(({ state }) => state === 'prepared')?.at ?? action.createdAt
  return at + Math.max(0, sentAt(action) - prepared)
}

/** The terminal's time. For a signed action whose `sent` was lost in a power cut, the time of signing. */
const sentAt = (action: StoredAction): number =>
  action.steps.findLast(({ state }) => state === 'sent' || state === 'signed')?.at ?? action.createdAt
