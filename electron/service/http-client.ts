/** JSON over HTTP to one deployment: token, time-outs, size limit, no redirects, errors as `ServiceError`, shared reads. */
import { text as safely, safeText, text } from '../../contract/safe-text.ts'
import { type Clock, type Millis, millis, type Random } from '../../contract/time.ts'
import type { Log } from '../log/index.ts'
import type { Secret } from '../secrets/index.ts'
import { refusalIn } from './adapters/exchange-answer.ts'
import { type NetworkFailure, neverLeft, type Phase, withRetries } from './certainty.ts'
import { ServiceError } from './errors.ts'
import { parseAnswer } from './json.ts'
import { problemOf, refusedInside } from './problem.ts'
import { type Purpose, rankOf } from './purpose.ts'
import type { RequestBudget } from './request-budget.ts'
import { LONGEST_EXCERPT, Wire } from './wire.ts'

interface Coded {
  readonly code?: unknown
  readonly syscall?: unknown
  readonly cause?: unknown
  readonly errors?: unknown
}

/** The failures with a code in an error and its causes. */
function failuresIn(error: unknown, depth = 0): NetworkFailure[] {
  if (typeof error !== 'object' || error === null || depth > 5) return []
  const { code, syscall, cause, errors } = error as Coded
  const isOne = typeof code === 'string' && !Array.isArray(errors)
  const own = isOne ? [{ code, syscall: typeof syscall === 'string' ? syscall : null }] : []
  const nested = Array.isArray(errors) ? errors.flatMap((inner) => failuresIn(inner, depth + 1)) : []
  return [...own, ...nested, ...failuresIn(cause, depth + 1)]
}

/** A failed exchange as a `ServiceError`. */
function networkFailure(route: string, host: string, error: unknown): ServiceError {
  const failures = failuresIn(error)
  const unreachable = neverLeft(failures)
  const code = failures.at(-1)?.code ?? 'connection_lost'
  return new ServiceError({
    kind: unreachable ? 'unreachable' : 'no_answer',
    route,
    code,
    message: unreachable
      ? text`No connection to ${host} (${code}).`
      : text`The connection to ${host} dropped before the answer was complete (${code}).`,
    cause: error,
  })
}

/** No answer in time: the request may have arrived. */
const timedOut = (route: string, host: string, afterMs: number): ServiceError =>
  new ServiceError({
    kind: 'no_answer',
    route,
    code: 'timeout',
    message: text`${host} did not answer within ${afterMs / 1000} s.`,
  })

/** `fetch`, or a substitute. */
export type HttpFetch = (
  url: string,
  init: {
    method: string
    headers: Record<string, string>
    body?: string
    signal: AbortSignal
    redirect: 'manual'
  },
) => Promise<Response>

export interface HttpClientOptions {
  readonly baseUrl: string
  /** Node's `fetch`, or a substitute. */
  readonly http: HttpFetch
  readonly clock: Clock
  /** For the jitter of retries and pauses. */
  readonly random: Random
  /** The trader's access token, null while signed out; read for every request. */
  readonly token: () => Secret | null
  /** Every request passes it. */
  readonly budget: Pick<RequestBudget, 'run'>
  readonly log?: Pick<Log, 'info' | 'warn'>
}

/** One request. */
export interface Call {
  readonly method: 'GET' | 'POST'
  /** The path in the deployment's settings or the interface, with `{address}` unfilled: names the route in errors. */
  readonly route: string
  /** The value for `{address}`. */
  readonly address?: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly phase: Phase
  readonly purpose: Purpose
  /** Whether it is pointless without a token. The token is sent whenever there is one. */
  readonly needsToken: boolean
  /** A token to use instead of the trader's, to find out whose it is. */
  readonly as?: Secret
}

/** Time-outs in ms, from the request to the last byte of the answer. */
export const TIMEOUT_MS: Readonly<Record<Phase, number>> = { read: 10_000, prepare: 10_000, submit: 15_000 }
/** Longer answers are not read to their end. */
const MAX_BYTES = 4 * 1024 * 1024

/** Minimum interval between two log lines about unreadable answers of a route, ms. */
const SAID_AGAIN_AFTER = 60_000

/** A read without an answer is no longer shared after this long, ms. */
const LONGEST_SHARED = 2_000

interface InFlight {
  readonly token: Secret | null
  readonly rank: number
  /** Monotonic time at which it began. */
  readonly at: number
  readonly answer: Promise<Wire>
}

/** Makes requests to one deployment. */
export class HttpClient {
  readonly #options: HttpClientOptions
  readonly #host: string
  readonly #reads = new Map<string, InFlight>()
  /** Routes whose last read failed: logged once, since reads of a dead service are repeated constantly. */
  readonly #failing = new Set<string>()
  /** When an unreadable answer was last logged for a route, monotonic ms. */
  readonly #saidUnreadable = new Map<string, number>()

  constructor(options: HttpClientOptions) {
    this.#options = options
    this.#host = new URL(options.baseUrl).host
  }

  /**
   * The answer of a 2xx, ready to be read. Identical reads under way share one request, with three exceptions. A read that begins after something was
   * sent never shares one that began before, which would show the earlier account. A more urgent read does not wait for a less urgent one, which may
   * not even have left. No read waits for one that hangs.
   * @throws ServiceError
   */
  async send(call: Call): Promise<Wire> {
    const token = call.as ?? this.#options.token()
    if (call.needsToken && token === null) throw signedOut(nameOf(call), 'No access token. Import one in Account.')
    if (token !== null && !/^[\x21-\x7e]+$/.test(token.reveal())) {
      throw signedOut(nameOf(call), 'The access token contains invalid characters. Import it again.')
    }
    if (call.method !== 'GET') {
      try {
        return await this.#attempts(call, token)
      } finally {
        this.#reads.clear()
      }
    }

    const url = this.#urlOf(call)
    const shared = this.#reads.get(url)
    const rank = rankOf(call.purpose)
    const now = this.#options.clock.monotonic()
    const isShared = shared !== undefined && shared.rank <= rank && sameToken(shared.token, token)
    if (isShared && now - shared.at < LONGEST_SHARED) return shared.answer
    const answer = this.#attempts(call, token)
    const entry = { token, rank, answer, at: now }
    this.#reads.set(url, entry)
    const forget = (): void => {
      if (this.#reads.get(url) === entry) this.#reads.delete(url)
    }
    answer.then(forget, forget)
    return answer
  }

  async #attempts(call: Call, token: Secret | null): Promise<Wire> {
    try {
      const route = nameOf(call)
      const { purpose, phase } = call
      const request = { purpose, phase, route, timeoutMs: TIMEOUT_MS[phase] }
      const wire = await withRetries(
        phase,
        this.#options,
        () => this.#options.budget.run(request, () => this.#attempt(call, token)),
        purpose,
      )
      const refusal = phase === 'submit' ? refusalIn(wire) : null
      if (refusal !== null) throw refusedInside(refusal)
      if (this.#failing.delete(route)) this.#options.log?.info({ route }, 'request works again')
      return wire
    } catch (error) {
      if (error instanceof ServiceError && !(call.phase === 'read' && this.#failing.has(nameOf(call)))) {
        const { route, kind, status, code } = error
        if (call.phase === 'read') this.#failing.add(nameOf(call))
        this.#options.log?.warn({ route, kind, status, code }, 'request failed')
      }
      throw error
    }
  }

  async #attempt(call: Call, token: Secret | null): Promise<Wire> {
    const route = nameOf(call)
    const { response, text } = await this.#exchange(call, token, route)
    const { status, statusText } = response
    if (status < 200 || status >= 300) {
      const retryAfter = response.headers.get('retry-after')
      const contentType = response.headers.get('content-type')
      /** A date in it is by the answerer's clock. */
      const now = dateOf(response.headers.get('date')) ?? this.#options.clock.now()
      throw problemOf({ route, status, statusText, text, contentType, retryAfter }, now)
    }
    const date = dateOf(response.headers.get('date'))
    const beginning = safeText(text.slice(0, 4 * LONGEST_EXCERPT), LONGEST_EXCERPT)
    const onUnreadable = (field: string, why: string): void =>
      this.#unreadable(route, { field, why, answer: beginning })
    const origin = { route, status, date, onUnreadable }
    let value: unknown
    try {
      value = await parseAnswer(text)
    } catch {
      return new Wire(origin, text === '' ? undefined : text).fail('is not JSON')
    }
    return new Wire(origin, value)
  }

  /** Logs which field of an answer cannot be read, and its beginning; at most once a minute per route, since routes are read all the time. */
  #unreadable(route: string, facts: { field: string; why: string; answer: string }): void {
    const now = this.#options.clock.monotonic()
    if (now - (this.#saidUnreadable.get(route) ?? Number.NEGATIVE_INFINITY) < SAID_AGAIN_AFTER) return
    this.#saidUnreadable.set(route, now)
    this.#options.log?.warn({ route, ...facts }, 'an answer cannot be read')
  }

  /** One request and its complete answer, within its time limit. */
  async #exchange(call: Call, token: Secret | null, route: string): Promise<{ response: Response; text: string }> {
    const { clock, http } = this.#options
    const abort = new AbortController()
    const limit = TIMEOUT_MS[call.phase]
    let cancel = (): void => {}
    const tooLate = new Promise<never>((_, reject) => {
      cancel = clock.after(limit, () => {
        reject(timedOut(route, this.#host, limit))
        abort.abort()
      })
    })
    const exchange = async () => {
      const response = await http(this.#urlOf(call), {
        method: call.method,
        headers: headersOf(call, token),
        ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
        signal: abort.signal,
        redirect: 'manual',
      })
      return { response, text: await readText(response, route) }
    }
    try {
      return await Promise.race([exchange(), tooLate])
    } catch (error) {
      abort.abort()
      throw error instanceof ServiceError ? error : networkFailure(route, this.#host, error)
    } finally {
      cancel()
    }
  }

  #urlOf({ route, address, query }: Call): string {
    const path = address === undefined ? route : route.replaceAll('{address}', encodeURIComponent(address))
    const search = new URLSearchParams(query).toString()
    return `${this.#options.baseUrl}${path}${search === '' ? '' : `?${search}`}`
  }
}

const nameOf = ({ method, route }: Call): string => `${method} ${route}`
const sameToken = (a: Secret | null, b: Secret | null): boolean => (a === null ? b === null : a.equals(b))

function headersOf(call: Call, token: Secret | null): Record<string, string> {
  return {
    accept: 'application/json, application/problem+json',
    ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(token === null ? {} : { authorization: `Bearer ${token.reveal()}` }),
  }
}

function dateOf(header: string | null): Millis | null {
  const date = header === null ? Number.NaN : Date.parse(header)
  return Number.isNaN(date) ? null : millis(date)
}

async function readText(response: Response, route: string): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > MAX_BYTES) {
      throw new ServiceError({
        kind: 'unreadable',
        route,
        status: response.status,
        code: 'answer_too_large',
        message: safely`The response from ${route} is larger than ${MAX_BYTES / 1024 / 1024} MiB.`,
      })
    }
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

const signedOut = (route: string, message: string): ServiceError =>
  new ServiceError({ kind: 'signed_out', route, code: 'signed_out', message: safeText(message) })
