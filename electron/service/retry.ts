/** Makes a request again where that is certain to do no harm (docs/service/limits.md#retries): how often, and after which pause. */
import type { Clock, Random } from '../../contract/time.ts'
import { certaintyOf, type Phase } from './certainty.ts'
import { ServiceError } from './errors.ts'
import { FOR, isFirst, type Purpose } from './purpose.ts'

/** How often the request was made again so far. */
interface Retries {
  readonly later: number
  readonly now: number
}

const MOST_LATER = 3
const MOST_NOW = 1
const FIRST_WAIT_MS = 250
/** A service that asks for a longer pause gets it from the trader, not from a request that hangs. */
const LONGEST_WAIT_MS = 15_000
/** Between two tries of a request for a close or a cancel, regardless of `Retry-After`. */
const LONGEST_FIRST_WAIT_MS = 2_000

/**
 * Milliseconds to wait before the request is made again, or null when it is not: never a submit. Pure.
 * @param first whether it is for a close or a cancel: that waits for nobody's `Retry-After`.
 */
export function waitBeforeRetry(
  error: unknown,
  phase: Phase,
  done: Retries,
  random: Random,
  first = false,
): number | null {
  if (phase === 'submit' || !(error instanceof ServiceError)) return null
  const { again } = certaintyOf(error, phase)
  // Whatever a limit refuses, the budget has tried again as long as it may be (request-budget.ts).
  if (error.status === 429) return null
  if (again === 'now') return done.now < MOST_NOW ? FIRST_WAIT_MS * random() : null
  if (again !== 'later' || done.later >= MOST_LATER) return null
  const backOff = FIRST_WAIT_MS * 2 ** done.later
  if (first) return Math.min(LONGEST_FIRST_WAIT_MS, backOff * (1 + random()))
  const wait = Math.max(error.retryAfterMs ?? 0, backOff) + backOff * random()
  return wait <= LONGEST_WAIT_MS ? wait : null
}

/**
 * Runs `attempt`, again where the rules allow it. @throws what the last attempt threw.
 * @param purpose what it is for: how long all its pauses together may be, and whether it is one for a close or a cancel.
 */
export async function withRetries<T>(
  phase: Phase,
  { clock, random }: { readonly clock: Pick<Clock, 'after'>; readonly random: Random },
  attempt: () => Promise<T>,
  purpose: Purpose = FOR.account,
): Promise<T> {
  let done: Retries = { later: 0, now: 0 }
  let left = purpose.patience ?? Number.POSITIVE_INFINITY
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      const wait = waitBeforeRetry(error, phase, done, random, isFirst(purpose))
      if (wait === null || wait > left) throw error
      left -= wait
      const { again } = certaintyOf(error as ServiceError, phase)
      done = again === 'later' ? { ...done, later: done.later + 1 } : { ...done, now: done.now + 1 }
      await new Promise<void>((resolve) => clock.after(wait, resolve))
    }
  }
}
