/**
 * Consecutive runs of one read, shared by all callers that are no more urgent than the run. A long run delays nobody: new and waiting callers get a
 * run of their own.
 */
import type { Clock } from '../../contract/time.ts'
import { FOR, type Purpose, rankOf } from '../service/index.ts'

/** A run without an answer after this long lets the next one begin, ms. */
const LONGEST_RUN = 2_000

interface Run<Value> {
  readonly value: Promise<Value>
  /** Monotonic time at which it began. */
  readonly at: number
  purpose: Purpose
}

export function createTurns<Value>(
  clock: Pick<Clock, 'monotonic' | 'after'>,
  run: (purpose: Purpose) => Promise<Value>,
) {
  let running: Run<Value> | null = null
  let following: Run<Value> | null = null

  const isSlow = ({ at }: Run<Value>): boolean => clock.monotonic() - at >= LONGEST_RUN

  function begin(purpose: Purpose): Promise<Value> {
    const value = run(purpose).finally(() => {
      if (running?.value === value) running = null
    })
    running = { value, purpose, at: clock.monotonic() }
    return value
  }

  function follow(before: Run<Value>, purpose: Purpose): Run<Value> {
    const begun = async (): Promise<Value> => {
      if (following === mine) following = null
      return begin(mine.purpose)
    }
    const value = new Promise<void>((resolve) => {
      const cancel = clock.after(LONGEST_RUN - (clock.monotonic() - before.at), resolve)
      const over = (): void => {
        cancel()
        resolve()
      }
      before.value.then(over, over)
    }).then(begun)
    const mine: Run<Value> = { value, purpose, at: Number.POSITIVE_INFINITY }
    return mine
  }

  return {
    /**
     * A run that begins after this call: callers during a run share the next one. A more urgent caller starts one at once, since the current run may be
     * waiting for the rate limit.
     */
    next(purpose: Purpose = FOR.account): Promise<Value> {
      if (running === null || isBefore(purpose, running.purpose) || isSlow(running)) return begin(purpose)
      following ??= follow(running, purpose)
      if (isBefore(purpose, following.purpose)) following.purpose = purpose
      return following.value
    },
    /** The current run if it is no less urgent, else a new one. */
    current: (purpose: Purpose = FOR.account): Promise<Value> =>
      running === null || isBefore(purpose, running.purpose) || isSlow(running) ? begin(purpose) : running.value,
    /** Stops sharing the current run. */
    reset(): void {
      running = null
      following = null
    },
  }
}

const isBefore = (one: Purpose, other: Purpose): boolean => rankOf(one) < rankOf(other)
