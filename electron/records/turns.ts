/** Runs of one read, one after the other, shared by everybody who asks for them no more urgently than they run. */
import { FOR, type Purpose, rankOf } from '../service/index.ts'

export interface Turns<Value> {
  /**
   * A run that begins after this call: callers during a run share the one that follows it, unless theirs is more urgent: then it begins at
   * once, for the one that is under way may be waiting for the service's limit.
   */
  next(purpose?: Purpose): Promise<Value>
  /** The run that is under way and no less urgent, else a new one. */
  current(purpose?: Purpose): Promise<Value>
  /** Shares what is under way with nobody any more. */
  reset(): void
}

interface Run<Value> {
  readonly value: Promise<Value>
  purpose: Purpose
}

export function createTurns<Value>(run: (purpose: Purpose) => Promise<Value>): Turns<Value> {
  let running: Run<Value> | null = null
  let following: Run<Value> | null = null

  function begin(purpose: Purpose): Promise<Value> {
    const value = run(purpose).finally(() => {
      if (running?.value === value) running = null
    })
    running = { value, purpose }
    return value
  }

  function follow(before: Run<Value>, purpose: Purpose): Run<Value> {
    const begun = async (): Promise<Value> => {
      if (following === mine) following = null
      return begin(mine.purpose)
    }
    const mine: Run<Value> = { value: before.value.then(begun, begun), purpose }
    return mine
  }

  return {
    next(purpose = FOR.account) {
      if (running === null || isBefore(purpose, running.purpose)) return begin(purpose)
      following ??= follow(running, purpose)
      if (isBefore(purpose, following.purpose)) following.purpose = purpose
      return following.value
    },
    current: (purpose = FOR.account) =>
      running === null || isBefore(purpose, running.purpose) ? begin(purpose) : running.value,
    reset() {
      running = null
      following = null
    },
  }
}

const isBefore = (one: Purpose, other: Purpose): boolean => rankOf(one) < rankOf(other)
