/** How long to wait before the next attempt to connect: pure arithmetic. */
import type { Random } from '../../../contract/time.ts'

/** Why the last connection, or the last attempt, ended. */
export interface SocketEnd {
  /** Close code of an open connection (1006: cut without a word); null when it never opened. */
  readonly code: number | null
  /** HTTP status with which the upgrade was refused, null when there was none. */
  readonly status: number | null
  /** The service's own words where it gave any, else what happened. */
  readonly reason: string
  readonly retryAfterMs: number | null
}

const FIRST = 250
/** Small enough that fresh data shows within 3 s of a server's return, however long it was away. */
const CAP = 2000
const POLICY_WAIT = 10_000
const POLICY_JITTER = 2000
/** An upgrade refused for its token is tried again after this long, or as soon as the token changes. */
const TOKEN_WAIT = 30_000
const LONGEST_RETRY_AFTER = 60_000

/** Whether only another token could help. */
export const isTokenRefused = ({ status }: SocketEnd): boolean => status === 401 || status === 403

/**
 * Full jitter: anywhere between 0 and the bound, which doubles with every failure in a row; longer where the service asked for it.
 * @param failures in a row before this one.
 */
export function retryDelay(end: SocketEnd, failures: number, random: Random): number {
  if (isTokenRefused(end)) return TOKEN_WAIT
  if (end.code === 1008 || end.status === 429) {
    const asked = Math.min(end.retryAfterMs ?? 0, LONGEST_RETRY_AFTER)
    return Math.max(POLICY_WAIT, asked) + random() * POLICY_JITTER
  }
  return random() * Math.min(CAP, FIRST * 2 ** Math.min(failures, 10))
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
