/** An error answer as a `ServiceError`: the service's `detail` on one line, its machine code where it gives one. */
import { LONGEST_MESSAGE, safeBlock, safeText } from '../../contract/safe-text.ts'
import type { Millis } from '../../contract/time.ts'
import { noCode } from './certainty.ts'
import { ServiceError } from './errors.ts'
import type { Wire } from './wire.ts'

/** The client's facts about an answer. */
interface RawAnswer {
  readonly route: string
  readonly status: number
  readonly statusText: string
  readonly text: string
  readonly contentType: string | null
  readonly retryAfter: string | null
}

/** Length of a longer message that is kept in an action's details, characters. */
const LONGEST_FULL = 4_000
/** A longer answer is not read as a problem: at this length that takes less than 20 ms. */
const LONGEST_PROBLEM = 64 * 1024
/** Text that is not JSON is shown up to this length. */
const LONGEST_TEXT = 200

/** The error for a non-2xx answer. */
export function problemOf(answer: RawAnswer, now: Millis): ServiceError {
  const { route, status } = answer
  const problem = readObject(answer.text)
  const invalid = invalidOf(problem)
  const whole =
    textOf(problem, 'detail') ??
    invalid?.message ??
    textOf(problem, 'message') ??
    textOf(problem, 'title') ??
    textOf(problem, 'error') ??
    plainText(answer, problem !== null)
  const code = textOf(problem, 'code') ?? wordOf(problem, 'error') ?? codeOf(whole)
  return new ServiceError({
    kind: 'problem',
    route,
    message: safeText(whole),
    full: whole.length > LONGEST_MESSAGE ? safeBlock(whole, LONGEST_FULL) : null,
    code: code ?? noCode(status),
    status,
    field: textOf(problem, 'field') ?? invalid?.field ?? null,
    isProblem: isProblem(answer.contentType, problem),
    retryAfterMs: retryAfterOf(answer.retryAfter, now),
  })
}

/** The error for a success answer whose result, `words`, refuses everything that was sent. */
export function refusedInside(text: Wire): ServiceError {
  const { route, status } = text
  const message = text.message()
  const full = text.block(LONGEST_FULL)
  return new ServiceError({
    kind: 'problem',
    route,
    message,
    full: full.length > LONGEST_MESSAGE ? full : null,
    code: codeOf(message) ?? (WORD.test(message) ? message : noCode(status)),
    status,
  })
}

/** Gateways answer in JSON too, but not with a `detail` beside another member of the form. */
function isProblem(contentType: string | null, problem: Record<string, unknown> | null): boolean {
  if (problem === null) return false
  if (contentType?.toLowerCase().startsWith('application/problem+json') === true) return true
  return textOf(problem, 'detail') !== null && ['code', 'title', 'type', 'status'].some((name) => name in problem)
}

/** A server's answer for a path that it does not have: nothing, a page of HTML, or a phrase that names no route. */
const NO_ROUTE = /^$|^<|^(error )?(404 ?[-:]? ?)?((page|route) )?not found[.!]?$/i

function plainText({ route, status, statusText, text }: RawAnswer, wasJson: boolean): string {
  const shown = wasJson ? '' : text.trim().slice(0, LONGEST_TEXT)
  if (status === 404 && NO_ROUTE.test(shown)) return `${route} is not available in this deployment (404 Not Found).`
  if (shown !== '') return shown
  if (status >= 300 && status < 400)
    return `The venue answered with a redirect (${status}); Isotherm does not follow redirects.`
  return statusText === '' ? `The venue answered with status ${status}.` : statusText
}

function readObject(text: string): Record<string, unknown> | null {
  if (text.length > LONGEST_PROBLEM) return null
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}

/** The upstream exchange's message for a key that no wallet has approved. */
const NOT_APPROVED = /^(user or )?api wallet (0x[0-9a-f]+ )?does not exist/i

/** The machine code implied by a refusal's message; null where it implies none. */
const codeOf = (message: string): string | null => (NOT_APPROVED.test(message) ? 'agent_not_approved' : null)

/** Number of reported validation errors. */
const MAX_INVALID = 3

/**
 * A `detail` that is a list, as validators write it: `[{ "loc": ["body", "sz"], "msg": "Input should be a valid string" }]`.
 * @returns its message, and the field of the first entry; null where it is none
 */
function invalidOf(
  problem: Record<string, unknown> | null,
): { readonly message: string; readonly field: string | null } | null {
  const list = problem?.detail
  if (!Array.isArray(list)) return null
  const entries = list.slice(0, MAX_INVALID).flatMap((entry: unknown) => {
    const { loc, msg } = (typeof entry === 'object' && entry !== null ? entry : {}) as Record<string, unknown>
    if (typeof msg !== 'string' || msg === '') return []
    const field = Array.isArray(loc) && typeof loc.at(-1) === 'string' ? (loc.at(-1) as string) : null
    return [{ message: field === null ? msg : `${field}: ${msg}`, field }]
  })
  const [first] = entries
  return first === undefined ? null : { message: entries.map(({ message }) => message).join('; '), field: first.field }
}

const textOf = (problem: Record<string, unknown> | null, key: string): string | null => {
  const value = problem?.[key]
  return typeof value === 'string' && value !== '' ? value : null
}

/** A machine code is a single word. */
const WORD = /^\w{3,64}$/
const wordOf = (problem: Record<string, unknown> | null, key: string): string | null => {
  const value = textOf(problem, key)
  return value !== null && WORD.test(value) ? value : null
}

/** Longer waits are cut to this, ms. */
const LONGEST_RETRY_AFTER = 86_400_000

/** Retry-After in seconds or as a date, as ms from now; null when it is missing or meaningless. @param now by the answerer's clock. */
export function retryAfterOf(header: string | null, now: number): number | null {
  if (header === null) return null
  if (/^\d+(\.\d+)?$/.test(header.trim())) return Math.min(LONGEST_RETRY_AFTER, Number(header) * 1000)
  /** A date needs a month: a lenient parser would accept `-5`. */
  if (!/[a-z]{3}/i.test(header)) return null
  const at = Date.parse(header)
  return Number.isNaN(at - now) ? null : Math.min(LONGEST_RETRY_AFTER, Math.max(0, at - now))
}
