/** Timed arming: each entry of one kind is armed for a limited time under its own key. */
import { counted } from '../../../contract/plural.ts'
import type { SafetyLockView } from '../../../contract/safety-locks.ts'
import type { Cancel, Clock } from '../../../contract/time.ts'

/** An armed entry. */
interface Armed<Of> {
  /** The subject that was armed. */
  readonly of: Of
  /** By the wall clock, for display. */
  readonly until: number
  /** By the monotonic clock, for the check. */
  readonly ends: number
  readonly forMs: number
  readonly cancel: Cancel
}

interface Ended<Of> {
  readonly of: Of
  readonly reason: string
}

const MINUTE = 60_000
/** Number of kept reasons: panels come and go. */
const MAX_REASONS = 50

/**
 * @param changed called at every arming and disarming.
 * @param onEnd called at every disarming, with its reason.
 */
export function createTimedArming<Of>(
  clock: Pick<Clock, 'now' | 'monotonic' | 'after'>,
  changed: () => void,
  onEnd: (key: string, reason: string | null) => void = () => undefined,
) {
  const armed = new Map<string, Armed<Of>>()
  const ended = new Map<string, Ended<Of>>()

  /** @param reason null when the trader did it. */
  function end(key: string, reason: string | null): void {
    const was = armed.get(key)
    if (was === undefined) return
    was.cancel()
    armed.delete(key)
    if (reason !== null) ended.set(key, { of: was.of, reason })
    for (const oldest of ended.keys()) {
      if (ended.size <= MAX_REASONS) break
      ended.delete(oldest)
    }
    onEnd(key, reason)
    changed()
  }

  /** A clock that was set back keeps nothing armed; one that was set forward disarms. */
  const isOver = ({ until, ends }: Armed<Of>): boolean => clock.monotonic() >= ends || clock.now() >= until

  return {
    /** Counts from now, whether it was armed before or not. */
    arm(key: string, of: Of, minutes: number): void {
      armed.get(key)?.cancel()
      ended.delete(key)
      const forMs = minutes * MINUTE
      const over = (): void => end(key, `Disarmed after ${counted(minutes, 'minute', 'minutes')}.`)
      const times = { until: clock.now() + forMs, ends: clock.monotonic() + forMs, forMs }
      armed.set(key, { of, ...times, cancel: clock.after(forMs, over) })
      changed()
    },
    end,
    /** The subject of an armed entry; null when it is not armed, by either clock. */
    held(key: string): Of | null {
      const one = armed.get(key)
      return one === undefined || isOver(one) ? null : one.of
    },
    view(key: string): SafetyLockView {
      const one = armed.get(key)
      const reason = ended.get(key)?.reason ?? null
      return { armedUntil: one?.until ?? null, armedFor: one?.forMs ?? null, reason }
    },
    /** Why it is no longer armed; undefined when it is armed, never was, or the trader disarmed it. */
    reason: (key: string): string | undefined => ended.get(key)?.reason,
    /** Keys of armed entries, and of those with a reason why they are not. */
    keys: (): readonly { readonly key: string; readonly of: Of; readonly armed: boolean }[] => [
      ...[...armed].map(([key, { of }]) => ({ key, of, armed: true })),
      ...[...ended].map(([key, { of }]) => ({ key, of, armed: false })),
    ],
    /** Forgets an entry with its reason. */
    forget(key: string): void {
      end(key, null)
      ended.delete(key)
    },
  }
}
