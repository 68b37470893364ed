/** Catches of one kind that were armed for a while, each by its own key. */
import type { CatchView } from '../../../contract/catches.ts'
import type { Cancel, Clock } from '../../../contract/time.ts'

/** A catch while it is armed. */
interface Armed<Of> {
  /** What it was armed for. */
  readonly of: Of
  /** By the clock on the wall, as it is shown. */
  readonly until: number
  /** By the clock that nobody sets, as it is held. */
  readonly ends: number
  readonly forMs: number
  readonly cancel: Cancel
}

interface Ended<Of> {
  readonly of: Of
  readonly reason: string
}

export interface TimedCatches<Of> {
  /** From now, whether it was armed before or not. */
  arm(key: string, of: Of, minutes: number): void
  /** @param reason null when the trader did it by hand. */
  end(key: string, reason: string | null): void
  /** What an armed catch was armed for; null for one that is not armed, by either clock. */
  held(key: string): Of | null
  view(key: string): CatchView
  /** Why it is not armed any more; undefined when it is, never was, or was disarmed by hand. */
  reason(key: string): string | undefined
  /** Keys of those that are armed, and of those that say why they are not. */
  keys(): readonly { readonly key: string; readonly of: Of; readonly armed: boolean }[]
  /** Forgets a catch with its reason. */
  forget(key: string): void
}

const MINUTE = 60_000
/** Reasons of this many ended catches are kept: panels come and go. */
const MOST_REASONS = 50

/**
 * @param changed told of every end, and of every arming.
 * @param onEnd told of every end, with its reason.
 */
export function createTimedCatches<Of>(
  clock: Pick<Clock, 'now' | 'monotonic' | 'after'>,
  changed: () => void,
  onEnd: (key: string, reason: string | null) => void = () => undefined,
): TimedCatches<Of> {
  const armed = new Map<string, Armed<Of>>()
  const ended = new Map<string, Ended<Of>>()

  function end(key: string, reason: string | null): void {
    const was = armed.get(key)
    if (was === undefined) return
    was.cancel()
    armed.delete(key)
    if (reason !== null) ended.set(key, { of: was.of, reason })
    for (const oldest of ended.keys()) {
      if (ended.size <= MOST_REASONS) break
      ended.delete(oldest)
    }
    onEnd(key, reason)
    changed()
  }

  /** A clock that was set back keeps no catch armed, one that was set on ends it. */
  const isOver = ({ until, ends }: Armed<Of>): boolean => clock.monotonic() >= ends || clock.now() >= until

  return {
    arm(key, of, minutes) {
      armed.get(key)?.cancel()
      ended.delete(key)
      const forMs = minutes * MINUTE
      const over = (): void => end(key, `Disarmed after ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`)
      const times = { until: clock.now() + forMs, ends: clock.monotonic() + forMs, forMs }
      armed.set(key, { of, ...times, cancel: clock.after(forMs, over) })
      changed()
    },
    end,
    held(key) {
      const one = armed.get(key)
      return one === undefined || isOver(one) ? null : one.of
    },
    view(key) {
      const one = armed.get(key)
      const reason = ended.get(key)?.reason ?? null
      return { armedUntil: one?.until ?? null, armedFor: one?.forMs ?? null, reason }
    },
    reason: (key) => ended.get(key)?.reason,
    keys: () => [
      ...[...armed].map(([key, { of }]) => ({ key, of, armed: true })),
      ...[...ended].map(([key, { of }]) => ({ key, of, armed: false })),
    ],
    forget(key) {
      end(key, null)
      ended.delete(key)
    },
  }
}
