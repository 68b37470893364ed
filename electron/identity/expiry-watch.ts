/** Watches a moment at which something runs out: says so ahead of it, and when it has come. */
import type { Cancel, Clock, Millis } from '../../contract/time.ts'

interface ExpiryWatchOptions {
  readonly clock: Pick<Clock, 'after'>
  /** The time that expiries are told by; null while it is not known. */
  readonly now: () => number | null
  /** How long ahead it warns, ms. */
  readonly ahead: number
  readonly onNear: (expiresAt: Millis) => void
  readonly onOver: (expiresAt: Millis) => void
  /** There is nothing to say (any more). */
  readonly onFar: () => void
}

export interface ExpiryWatch {
  /** The moment to watch from here on; null for none. */
  set(expiresAt: Millis | null): void
  /** For good: whoever sets another moment is late. */
  stop(): void
}

/** Clocks are set and machines sleep: no wait is longer than this, ms. */
const LONGEST_WAIT = 60_000
/** Between looks while the time is not known, ms. */
const UNKNOWN_WAIT = 500

export function createExpiryWatch({ clock, now, ahead, onNear, onOver, onFar }: ExpiryWatchOptions): ExpiryWatch {
  let watched: Millis | null = null
  let said: 'far' | 'near' | 'over' = 'far'
  let cancel: Cancel = () => undefined
  let stopped = false

  function look(): void {
    cancel()
    if (watched === null) {
      say('far')
      return
    }
    const time = now()
    if (time === null) {
      cancel = clock.after(UNKNOWN_WAIT, look)
      return
    }
    const left = watched - time
    say(left <= 0 ? 'over' : left <= ahead ? 'near' : 'far')
    if (left <= 0) return
    const next = left <= ahead ? left : left - ahead
    cancel = clock.after(Math.min(next, LONGEST_WAIT), look)
  }

  function say(state: typeof said): void {
    if (state === said) return
    said = state
    if (state === 'far' || watched === null) onFar()
    else if (state === 'near') onNear(watched)
    else onOver(watched)
  }

  return {
    set(expiresAt) {
      if (stopped) return
      if (expiresAt !== watched) {
        watched = expiresAt
        say('far')
      }
      look()
    },
    stop() {
      stopped = true
      cancel()
      watched = null
    },
  }
}
