/** How long to wait before the next attempt to connect: pure arithmetic. */
import type { SafeText } from '../../../contract/safe-text.ts'
import type { Random } from '../../../contract/time.ts'

/** Why the last connection, or the last attempt, ended. */
export interface SocketEnd {
  /** Close code of an open connection (1006: cut without a word); null when it never opened. */
  readonly code: number | null
  /** HTTP status with which the upgrade was refused, null when there was none. */
  readonly status: number | null
  /** The service's own words where it gave any, else what happened. */
  readonly reason: SafeText
  readonly retryAfterMs: number | null
}

const FIRST = 250
/** Small enough that fresh data shows within 3 s of a server's return, however long it was away. */
const CAP = 2000
const POLICY_WAIT = 10_000
const POLICY_JITTER = 2000
/** Of a server that closes what it has just opened. */
const REFUSED_FIRST = 2000
const REFUSED_CAP = 60_000
/** Close codes by which a server sends a client away: policy, restart, try again later, and its own for too many connections. */
const REFUSALS: ReadonlySet<number | null> = new Set([1008, 1012, 1013, 4008])
/** An upgrade refused for its token is tried again after this long, or as soon as the token changes. */
const TOKEN_WAIT = 30_000
const LONGEST_RETRY_AFTER = 60_000

/** Whether only another token could help. */
export const isTokenRefused = ({ status }: SocketEnd): boolean => status === 401 || status === 403

/** Whether the service sent the terminal away rather than lost it: by its code, or because it closed what it had just opened. */
export const isRefusal = ({ code, status }: SocketEnd, closedAtOnce: boolean): boolean =>
  REFUSALS.has(code) || status === 429 || closedAtOnce

/**
 * Full jitter: anywhere between 0 and the bound, which doubles with every failure in a row; longer where the service asked for it, or sent the
 * terminal away.
 * @param failures in a row before this one.
 * @param refusals in a row with this one (`isRefusal`); 0 when it was none.
 */
export function retryDelay(end: SocketEnd, failures: number, refusals: number, random: Random): number {
  if (isTokenRefused(end)) return TOKEN_WAIT
  if (refusals > 0) {
    const asked = Math.min(end.retryAfterMs ?? 0, LONGEST_RETRY_AFTER)
    const least = REFUSALS.has(end.code) || end.status === 429 ? POLICY_WAIT : 0
    const grown = Math.min(REFUSED_CAP, REFUSED_FIRST * 2 ** Math.min(refusals - 1, 10))
    return Math.max(least, asked, grown) + random() * POLICY_JITTER
  }
  return random() * Math.min(CAP, FIRST * 2 ** Math.min(failures, 10))
}

const MOST_UPGRADES = 30
const MINUTE = 60_000

/** Limits upgrades to 30 in any minute, regardless of what the server does: services block clients that open more. */
export class UpgradeRate {
  readonly #times: number[] = []

  /** 0 when one may begin now, and is counted; else the ms to wait. @param now monotonic */
  begin(now: number): number {
    while (this.#times[0] !== undefined && now - this.#times[0] >= MINUTE) this.#times.shift()
    const [oldest] = this.#times
    if (oldest !== undefined && this.#times.length >= MOST_UPGRADES) return oldest + MINUTE - now
    this.#times.push(now)
    return 0
  }
}

const FIRST_RENEWAL_WAIT = 10_000
const LONGEST_RENEWAL_WAIT = 300_000

/** How often an open connection is opened anew because its data stands still: ever more seldom, as long as that does not help. */
export class Renewals {
  #lastAt = Number.NEGATIVE_INFINITY
  #wait = 0

  /** Whether it may be done now; it is taken for done. */
  isDue(now: number): boolean {
    const since = now - this.#lastAt
    if (since < this.#wait) return false
    this.#wait = since > 2 * LONGEST_RENEWAL_WAIT ? FIRST_RENEWAL_WAIT : Math.min(LONGEST_RENEWAL_WAIT, 2 * this.#wait)
    this.#lastAt = now
    return true
  }
}
