/** Watches the expiry of an access token and of an agent's approval: warns the trader before it, and reports it. */
import type { Cancel, Clock, Millis } from '../../contract/time.ts'

interface ExpiryWatchOptions {
  readonly clock: Pick<Clock, 'after'>
  /** The time that expiries are compared with; null while unknown. */
  readonly now: () => number | null
  /** Lead of the warning, ms. */
  readonly ahead: number
  readonly onNear: (expiresAt: Millis) => void
  readonly onOver: (expiresAt: Millis) => void
  /** Called when no expiry is near, at first or again. */
  readonly onFar: () => void
}

/** Clocks are set and machines sleep: no wait is longer than this, ms. */
const LONGEST_WAIT = 60_000
/** Interval of checks while the time is unknown, ms. */
const UNKNOWN_WAIT = 500

function createExpiryWatch({ clock, now, ahead, onNear, onOver, onFar }: ExpiryWatchOptions) {
  let watched: Millis | null = null
  let message: 'far' | 'near' | 'over' = 'far'
  let cancel: Cancel = () => undefined
  let stopped = false

  function look(): void {
    cancel()
    if (watched === null) {
      report('far')
      return
    }
    const time = now()
    if (time === null) {
      cancel = clock.after(UNKNOWN_WAIT, look)
      return
    }
    const left = watched - time
    report(left <= 0 ? 'over' : left <= ahead ? 'near' : 'far')
    if (left <= 0) return
    const next = left <= ahead ? left : left - ahead
    cancel = clock.after(Math.min(next, LONGEST_WAIT), look)
  }

  function report(state: typeof message): void {
    if (state === message) return
    message = state
    if (state === 'far' || watched === null) onFar()
    else if (state === 'near') onNear(watched)
    else onOver(watched)
  }

  return {
    /** Sets the expiry to watch; null for none. */
    set(expiresAt: Millis | null): void {
      if (stopped) return
      if (expiresAt !== watched) {
        watched = expiresAt
        report('far')
      }
      look()
    },
    /** Permanent: a later `set` has no effect. */
    stop(): void {
      stopped = true
      cancel()
      watched = null
    },
  }
}

/** Shows and removes the trader's notices; one per key. */
export interface IdentityNotices {
  put(key: string, level: 'warning' | 'error', title: string, detail: string): void
  clear(key: string): void
}

export interface ExpiryNoticesOptions {
  readonly clock: Pick<Clock, 'after'>
  /** The service's time, ms; null while unknown: the machine's own clock may be days off. */
  readonly serverTime: () => number | null
  readonly notices: IdentityNotices
}

/** Lead of the warnings about a token and an agent's approval, ms. */
const TOKEN_AHEAD = 5 * 60_000
const AGENT_AHEAD = 3 * 86_400_000

/** @param onOver receives the message when the token has expired. */
export const watchToken = ({ clock, serverTime, notices }: ExpiryNoticesOptions, onOver: (reason: string) => void) =>
  createExpiryWatch({
    clock,
    now: serverTime,
    ahead: TOKEN_AHEAD,
    onNear: (at) =>
      notices.put(
        'token',
        'warning',
        `Access token expires at ${timeOfDay(at)}`,
        'Import a new one in Account before then. Open windows and drafts are kept.',
      ),
    onOver: (at) => onOver(`The access token expired at ${timeOfDay(at)}. Import a new one in Account.`),
    onFar: () => notices.clear('token'),
  })

export const watchAgent = ({ clock, serverTime, notices }: ExpiryNoticesOptions, onOver: () => void) =>
  createExpiryWatch({
    clock,
    now: serverTime,
    ahead: AGENT_AHEAD,
    onNear: (at) =>
      notices.put(
        'agent',
        'warning',
        `Agent approval expires on ${dayOf(at)}`,
        'Rotate the agent key in Account before then. Without an approved agent, orders are refused.',
      ),
    onOver: () => {
      notices.clear('agent')
      onOver()
    },
    onFar: () => notices.clear('agent'),
  })

/** `14:05 UTC` */
const timeOfDay = (at: Millis): string => `${new Date(at).toISOString().slice(11, 16)} UTC`
/** `2026-11-24 14:05 UTC` */
const dayOf = (at: Millis): string => `${new Date(at).toISOString().slice(0, 10)} ${timeOfDay(at)}`
