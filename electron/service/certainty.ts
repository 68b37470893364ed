/**
 * What a failed request proves about its effect: the only place that decides it (docs/service/errors.md#certainty). The interface fixes no codes, so
 * only listed answers count as a refusal; anything else leaves the outcome of a submit open, and reads settle it.
 */

import type { Clock, Random } from '../../contract/time.ts'
import { ServiceError, type ServiceErrorKind } from './errors.ts'
import { FOR, isFirst, type Purpose } from './purpose.ts'

/** Effect of a request: a read shows, a prepare commits to nothing, a submit is executed, once. */
export type Phase = 'read' | 'prepare' | 'submit'

interface Certainty {
  /** `did_it`: a copy of this exact request was accepted before; reads show its result. */
  readonly effect: 'did_nothing' | 'did_it' | 'not_known'
  /**
   * `now`: repeat the same request. `later`: after a pause; a submit itself is never repeated, only its purpose may be prepared again later.
   * `plan_anew`: prepare again at once; where the effect is unknown, only once a read shows no trace of it.
   */
  readonly again: 'never' | 'now' | 'later' | 'plan_anew'
}

interface Row extends Certainty {
  readonly phases: readonly Phase[]
  readonly kinds?: readonly ServiceErrorKind[]
  readonly statuses?: readonly number[]
  readonly codes?: RegExp
  /** Whether the body must be a problem of the service's own. */
  readonly problem?: true
}

/** Statuses of an answerer that has looked at the request and done nothing. */
const REFUSING = [400, 401, 403, 405, 410, 415, 422]
/** These refuse only if the service itself answers: gateways and missing routes use them too. */
const REFUSING_BY_SERVICE = [404, 409]

/** Stands for any success status: the refusal is in the answer's result, so the executor itself stated it. */
const INSIDE = 200

/** Phrases for an earlier copy of the request. The terminal sends once: a proxy on the way repeated it, and the first copy was accepted. */
const TAKEN_BEFORE =
  /already[ _](been[ _])?(accepted|exists|processed|received|submitted|taken|used)|nonce[ _]((has[ _]been|was)[ _])?used|duplicate|reused|replay/i
const STALE = /^stale_prepared_action$/
/** Refusals that the terminal can remedy: the agent's approval, the leverage of binary contracts. */
const MADE_GOOD = /^((outcome_)?agent_not_approved|leverage_must_be_2)$/
/** Refusals for a market's state or for too many requests, which pass. */
const NOT_NOW = /^(market_closed|binary_wrong_phase|rate_limited|stale_market_data)$|^too many (\w+ )?requests/i
/** Refusals of an order's content or timing. */
const REFUSALS = new RegExp(
  `^(${[
    'agent_style_field|alo_would_cross|bad_request|bad_signature|binary_entry_cutoff|insufficient_margin|insufficient_shares',
    'oi_cap_exceeded|oid_xor_cloid|order_not_open|outcomes_disabled|reduce_only_would_increase|timestamp_out_of_window',
    'unknown_(account|asset|coin|order|outcome|question)',
  ].join('|')})$`,
  'i',
)

const NOTHING = 'did_nothing'
const ASKING: readonly Phase[] = ['read', 'prepare']
const SENDING: readonly Phase[] = ['submit']
const ANY_REFUSING = [...REFUSING, ...REFUSING_BY_SERVICE, INSIDE]
const BY_SERVICE = { phases: SENDING, statuses: REFUSING_BY_SERVICE } as const

/** The first matching row counts; without one the effect is unknown. */
const TABLE: readonly Row[] = [
  { phases: [...ASKING, ...SENDING], kinds: ['switched_off', 'signed_out'], effect: NOTHING, again: 'never' },
  { phases: ASKING, kinds: ['held_back'], effect: NOTHING, again: 'never' },
  { phases: SENDING, kinds: ['held_back'], effect: NOTHING, again: 'later' },

  { phases: ['read'], kinds: ['unreachable', 'no_answer'], effect: NOTHING, again: 'now' },
  { phases: ASKING, statuses: [429, 503], effect: NOTHING, again: 'later' },
  { phases: ASKING, effect: NOTHING, again: 'never' },

  { phases: SENDING, kinds: ['unreachable'], effect: NOTHING, again: 'later' },
  { phases: SENDING, kinds: ['problem'], codes: TAKEN_BEFORE, effect: 'did_it', again: 'never' },
  { phases: SENDING, statuses: ANY_REFUSING, codes: STALE, effect: 'not_known', again: 'plan_anew' },
  { phases: SENDING, statuses: ANY_REFUSING, codes: MADE_GOOD, effect: NOTHING, again: 'plan_anew' },
  { phases: SENDING, statuses: [423, 429], effect: NOTHING, again: 'later' },
  { phases: SENDING, statuses: REFUSING, effect: NOTHING, again: 'never' },
  { phases: SENDING, statuses: [INSIDE], codes: NOT_NOW, effect: NOTHING, again: 'later' },
  { phases: SENDING, statuses: [INSIDE], effect: NOTHING, again: 'never' },
  { ...BY_SERVICE, codes: NOT_NOW, effect: NOTHING, again: 'later' },
  { ...BY_SERVICE, codes: REFUSALS, effect: NOTHING, again: 'never' },
  { ...BY_SERVICE, problem: true, effect: NOTHING, again: 'never' },
]

const NOT_KNOWN: Certainty = { effect: 'not_known', again: 'never' }

/** What this failure of a request in that phase proves; an error that is not the service's leaves a submit open. Pure. */
export function certaintyOf(error: unknown, phase: Phase): Certainty {
  if (!(error instanceof ServiceError)) return phase === 'submit' ? NOT_KNOWN : { effect: NOTHING, again: 'never' }
  const { kind, isProblem } = error
  const answered = kind === 'problem' ? error.status : null
  const status = isSuccess(answered) ? INSIDE : answered
  const text = wordOf(error)
  const row = TABLE.find(
    ({ phases, kinds, statuses, codes, problem }) =>
      phases.includes(phase) &&
      (kinds === undefined || kinds.includes(kind)) &&
      (statuses === undefined || (status !== null && statuses.includes(status))) &&
      (codes === undefined || codes.test(text)) &&
      (problem === undefined || isProblem),
  )
  return row === undefined ? NOT_KNOWN : { effect: row.effect, again: row.again }
}

/** The machine code, or the message where the service gives none. */
const wordOf = ({ code, message, status }: ServiceError): string => (code === noCode(status) ? message : code)

/** Substitute for a missing machine code. */
export const noCode = (status: number | null): string => (isSuccess(status) ? 'rejected' : `http_${status}`)

const isSuccess = (status: number | null): boolean => status !== null && status >= 200 && status < 300

/** Status terms of a success that failed without a reason: the request arrived, and the service did not execute it. */
const REFUSED = /^(err(or)?|fail(ed|ure)?|refused|rejected|denied|invalid)$/i

/** The effect of a successful answer to a submit with this status: a refusal in a single term is not listed, so reads decide. */
export const acceptance = (text: string): Certainty['effect'] => (REFUSED.test(text.trim()) ? 'not_known' : 'did_it')

/** System calls that end before a request is written. */
const BEFORE_WRITING: ReadonlySet<unknown> = new Set(['connect', 'getaddrinfo'])

/** Failures of lookup, connection and server trust that name no system call. */
const BEFORE_WRITING_CODES =
  /^(ENOTFOUND|EAI_\w+|UND_ERR_(CONNECT_TIMEOUT|INVALID_ARG)|CERT_\w+|\w*SELF_SIGNED_CERT\w*|UNABLE_TO_\w+|ERR_TLS_CERT_\w+)$/

/** A network failure, as Node names it. */
export interface NetworkFailure {
  readonly code: string
  readonly syscall: string | null
}

/**
 * Whether a request certainly never left, judged by the failures in its error. An unreachable address (`read EHOSTUNREACH`) is also an error of an
 * established connection: the request may then have arrived.
 */
export const neverLeft = (failures: readonly NetworkFailure[]): boolean =>
  failures.length > 0 &&
  failures.every(
    ({ code, syscall }) => BEFORE_WRITING.has(syscall) || (syscall === null && BEFORE_WRITING_CODES.test(code)),
  )

/** Number of repeats so far. */
interface Retries {
  readonly later: number
  readonly now: number
}

const MAX_LATER = 3
const MAX_NOW = 1
const FIRST_WAIT_MS = 250
/** A service that asks for a longer pause gets it from the trader, not from a hanging request. */
const LONGEST_WAIT_MS = 15_000
/** Delay between two tries of a request for a close or a cancel, regardless of `Retry-After`. */
const LONGEST_FIRST_WAIT_MS = 2_000

/**
 * Delay in ms before a request is repeated (docs/service/limits.md#retries), or null when it is not: never a submit. Pure.
 * @param first whether it is for a close or a cancel, which ignores `Retry-After`.
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
  // After a 429 the budget has already retried as long as it may (request-budget.ts).
  if (error.status === 429) return null
  if (again === 'now') return done.now < MAX_NOW ? FIRST_WAIT_MS * random() : null
  if (again !== 'later' || done.later >= MAX_LATER) return null
  const backOff = FIRST_WAIT_MS * 2 ** done.later
  if (first) return Math.min(LONGEST_FIRST_WAIT_MS, backOff * (1 + random()))
  const wait = Math.max(error.retryAfterMs ?? 0, backOff) + backOff * random()
  return wait <= LONGEST_WAIT_MS ? wait : null
}

/**
 * Runs `attempt`, and repeats it where the rules allow it. @throws the error of the last attempt.
 * @param purpose bounds the total of all pauses, and says whether it is for a close or a cancel.
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
