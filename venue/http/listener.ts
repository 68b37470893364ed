/** Handles one HTTP request: the venue's checks, its route, and the answer. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { bearerToken, type Caller, type Sessions } from '../access.ts'
import { VenueError } from '../market/index.ts'
import type { MarketMode } from './context.ts'
import { badRequest, notFound, problemOf } from './problem.ts'
import type { RequestQuirks } from './request-quirks.ts'
import { Answer, type Route, type Router } from './router.ts'
import type { HandledRequest, Wire } from './wire.ts'

/** A fixed-window request limit per caller. */
export interface RateLimitRule {
  requests: number
  windowMs: number
}

interface RateLimitOptions extends RateLimitRule {
  /** Real time in ms. */
  realNow: () => number
}

/** Counts requests; all windows start and end together, so that no finished window needs to be kept. */
export class RateLimit {
  readonly #options: RateLimitOptions
  #rule: RateLimitRule
  #windowEnds = 0
  #counts = new Map<string, number>()

  constructor(options: RateLimitOptions) {
    this.#options = options
    this.#rule = { requests: options.requests, windowMs: options.windowMs }
  }

  /** Sets another limit, with a new window that starts now. */
  set(rule: RateLimitRule): void {
    this.#rule = rule
    this.#windowEnds = 0
  }

  /** Counts one request of the caller. @returns 0 when it may proceed, else the seconds to wait. */
  take(caller: string): number {
    const now = this.#options.realNow()
    if (now >= this.#windowEnds) {
      this.#counts = new Map()
      this.#windowEnds = now + this.#rule.windowMs
    }
    const count = (this.#counts.get(caller) ?? 0) + 1
    this.#counts.set(caller, count)
    return count <= this.#rule.requests ? 0 : Math.ceil((this.#windowEnds - now) / 1000)
  }
}

const LARGEST = 64 * 1024

/** A larger body is drained up to this size, so that the client can read the answer. */
const LARGEST_DRAINED = 1024 * 1024

/** JSON, a client's default type (`fetch` of a string, `curl -d`), or none. */
const ACCEPTED = /^(application\/(json|[\w.+-]+\+json|x-www-form-urlencoded)|text\/(plain|json))\s*(;|$)/i

/** @throws VenueError 415 for another content type, 413 when it is too large, 400 when it is empty or not JSON. */
async function readJson(request: IncomingMessage): Promise<unknown> {
  const type = request.headers['content-type'] ?? ''
  if (type !== '' && !ACCEPTED.test(type))
    throw new VenueError(415, 'unsupported_media_type', 'The body must be application/json.', 'Content-Type')
  const declared = Number(request.headers['content-length'] ?? 0)
  if (declared > LARGEST_DRAINED) throw tooLarge()
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= LARGEST) chunks.push(chunk)
    else if (size > LARGEST_DRAINED) throw tooLarge()
  }
  if (size > LARGEST) throw tooLarge()
  if (size === 0) throw badRequest('The body is empty; this route takes a JSON object.')
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)))
  } catch {
    throw badRequest('The body is not JSON.')
  }
}

const tooLarge = (): VenueError => new VenueError(413, 'body_too_large', `The body is larger than ${LARGEST} bytes.`)

/** Faults that control may have set. */
interface RequestFaults {
  readonly current: {
    cut_before_submit: boolean
    cut_after_submit: boolean
    duplicate_answer: boolean
    clock_leap_ms: number
  }
  /** Delays or fails the request. @throws VenueError 503. */
  apply(): Promise<void>
  /** Replaces the answer of an executed action. @throws VenueError */
  afterSubmit(): void
  /** Whether a route must appear missing. */
  hides(path: string): boolean
  /** The result of a read under the faults. */
  alterRead(path: string, result: unknown): unknown
  /** Sends a body at the configured speed. */
  dribble(body: Buffer, write: (part: Buffer) => boolean): Promise<void>
}

interface ListenerOptions {
  service: Router
  /** The control routes; null when control is off: they do not exist then. */
  control: Router | null
  sessions: Sessions
  mode: MarketMode
  /** Whether the deployment has outcome markets. */
  outcomes: boolean
  rateLimit: RateLimit
  wire: Wire
  quirks: RequestQuirks
  faults: RequestFaults
  /** Advances the markets to the clock. */
  catchUp: () => void
  /** Resolves when every change so far is on disk. */
  durable: () => Promise<void>
  log: (line: string) => void
  /** Real time in ms. */
  realNow: () => number
  /** Venue time, ms, for the `Date` header. */
  now: () => number
}

const CONTROL_PREFIX = '/practice/'
/** Binary markets and their charts: hidden completely in scalar mode. */
const BINARY_PATHS = /^\/(v1\/binary|tv-mark)(\/|$)/
const OUTCOME_PATHS = /^\/v1\/outcomes(\/|$)/
/** Accepted `Host` names of a loopback server; any other is a DNS rebinding page. */
const LOOPBACK_HOST = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i

/** Handles the requests of one venue. */
export class RequestListener {
  readonly #options: ListenerOptions

  constructor(options: ListenerOptions) {
    this.#options = options
  }

  /** Handles one request; never rejects. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { realNow, log } = this.#options
    const began = realNow()
    const method = request.method ?? 'GET'
    const path = pathOf(request.url ?? '/')
    const answer = await this.#say(method, path, request, response)
    const end = `${Math.round(realNow() - began)} ms`
    if (answer === CUT) {
      request.socket.destroy()
      log(`${method} ${path} cut ${end}`)
      return
    }
    if (answer === HUNG) {
      log(`${method} ${path} never answered`)
      return
    }
    const leap = this.#options.faults.current.clock_leap_ms
    response.setHeader('Date', new Date(this.#options.now() + leap).toUTCString())
    response.writeHead(answer.status, {
      'Content-Type': answer.type,
      'Content-Length': answer.body.length,
      ...NEVER_STORED,
    })
    await this.#options.faults.dribble(answer.body, (part) => {
      response.write(part)
      return !response.destroyed
    })
    if (answer.twice === true) response.once('finish', () => request.socket.write(rawAnswer(answer)))
    response.end()
    log(`${method} ${path} ${answer.status} ${end}`)
  }

  /** The answer to a request; all its effects are on disk by then. */
  async #say(
    method: string,
    path: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<OutgoingAnswer | typeof CUT | typeof HUNG> {
    const { durable, log, faults } = this.#options
    const course: Course = { acted: false }
    let answer: OutgoingAnswer
    try {
      answer = await this.#answer(method, path, request, response, course)
      await durable()
      if (course.acted) faults.afterSubmit()
    } catch (error) {
      if (error === CUT || error === HUNG) return error
      const problem = problemOf(error)
      if (problem.status === 500) log(`error ${method} ${path}: ${(error as Error).stack ?? error}`)
      if (problem.status === 401) response.setHeader('WWW-Authenticate', 'Bearer')
      if (problem.status === 413) response.setHeader('Connection', 'close')
      answer = json(problem.status, problem, 'application/problem+json')
      // A refusal can be the result of an action, which is stored.
      await durable().catch((failure: Error) => log(`error ${method} ${path}: ${failure.message}`))
    }
    if (!course.acted) return answer
    if (faults.current.cut_after_submit) return CUT
    return { ...answer, twice: faults.current.duplicate_answer }
  }

  async #answer(
    method: string,
    path: string,
    request: IncomingMessage,
    response: ServerResponse,
    course: Course,
  ): Promise<OutgoingAnswer> {
    const { control, service, mode, outcomes, faults, catchUp } = this.#options
    if (!LOOPBACK_HOST.test(request.headers.host ?? ''))
      throw new VenueError(421, 'bad_host', 'The practice venue answers on loopback names only.')
    if (control !== null && path.startsWith(CONTROL_PREFIX)) {
      refuseExternalPage(request)
      const { route, params } = this.#route(control, method, path, response)
      return this.#run(route, params, request, response, null, course)
    }
    this.#countRequest(request, response)
    await faults.apply()
    if (mode === 'scalar' && BINARY_PATHS.test(path)) return HIDDEN
    if (!outcomes && OUTCOME_PATHS.test(path))
      throw new VenueError(404, 'outcomes_disabled', 'Outcome markets are off in this deployment.')
    const { route, params } = this.#route(service, method, path, response)
    if (faults.hides(path)) return HIDDEN
    if (route.family !== 'all' && mode !== 'all' && route.family !== mode) return HIDDEN
    const caller = await this.#callerOf(route, request)
    catchUp()
    return this.#run(route, params, request, response, caller, course)
  }

  #route(router: Router, method: string, path: string, response: ServerResponse) {
    const match = router.match(method, path)
    if (match.kind === 'route') return match
    if (match.kind === 'none') throw notFound(`There is no route ${path}.`)
    response.setHeader('Allow', match.allow.join(', '))
    throw new VenueError(405, 'method_not_allowed', `${path} takes ${match.allow.join(' or ')}, not ${method}.`)
  }

  async #run(
    route: Route,
    params: Record<string, string>,
    request: IncomingMessage,
    response: ServerResponse,
    caller: Caller | null,
    course: Course,
  ): Promise<OutgoingAnswer> {
    const query = new URLSearchParams((request.url ?? '').split('?')[1] ?? '')
    const body = route.method === 'POST' ? await readJson(request) : null
    const acts = route.acts?.(body) ?? false
    if (acts && this.#options.faults.current.cut_before_submit) throw CUT
    const { quirks, faults, wire } = this.#options
    const requested: HandledRequest = { route, acts, caller }
    if (quirks.hangs(requested)) throw HUNG
    quirks.refuse(requested, body, (seconds) => response.setHeader('Retry-After', String(seconds)))
    course.acted = acts
    const result = await this.#refusedOr(requested, () => route.handle({ params, query, body }, caller))
    if (result instanceof Answer) return json(result.status, result.body)
    const shown = quirks.alterRead(requested, faults.alterRead(pathOf(request.url ?? '/'), result))
    return json(200, quirks.damaged(requested, wire.answer(requested, shown)))
  }

  /** A route's result, or its refusal in the wire's own format if there is one. @throws VenueError for any other refusal. */
  async #refusedOr(request: HandledRequest, handle: () => unknown): Promise<unknown> {
    try {
      return await handle()
    } catch (error) {
      const refusal = error instanceof VenueError ? this.#options.wire.refusal(request, error) : null
      if (refusal === null) throw error
      return new Answer(200, refusal)
    }
  }

  async #callerOf({ audience }: Route, request: IncomingMessage): Promise<Caller | null> {
    const { sessions } = this.#options
    if (audience === 'anyone' || (audience === 'gated' && !sessions.waitlist)) return null
    const caller = await sessions.callerOf(bearerToken(request.headers.authorization), 'http')
    if (audience !== 'identified') sessions.requireAllowed(caller)
    return caller
  }

  #countRequest(request: IncomingMessage, response: ServerResponse): void {
    const wait = this.#options.rateLimit.take(request.headers.authorization ?? request.socket.remoteAddress ?? '')
    if (wait === 0) return
    response.setHeader('Retry-After', String(wait))
    throw new VenueError(429, 'rate_limited', `Too many requests; try again in ${wait} s.`)
  }
}

interface OutgoingAnswer {
  status: number
  type: string
  body: Buffer
  /** Whether it is sent a second time. */
  twice?: boolean
}

/** The state of a request. */
interface Course {
  acted: boolean
}

const json = (status: number, body: unknown, type = 'application/json'): OutgoingAnswer => ({
  status,
  type,
  body: Buffer.from(JSON.stringify(body)),
})

/** The raw bytes of a complete HTTP response. */
const rawAnswer = ({ status, type, body }: OutgoingAnswer): Buffer =>
  Buffer.concat([
    Buffer.from(`HTTP/1.1 ${status} OK\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`),
    body,
  ])

const NEVER_STORED = { 'Cache-Control': 'no-store' } as const
/** Answer for a route of another market mode, as if it did not exist. */
const HIDDEN: OutgoingAnswer = { status: 404, type: 'text/plain; charset=utf-8', body: Buffer.from('not found\n') }
/** Cut the connection instead of answering. */
const CUT = Symbol('cut')
/** Never answer the request. */
const HUNG = Symbol('hung')

/** The path only: a query may contain a token, and must never reach a log. */
const pathOf = (url: string): string => url.split('?')[0] ?? '/'

/** Control is for tests and the terminal, not for a web page that guessed the port. */
function refuseExternalPage({ headers: { origin } }: IncomingMessage): void {
  if (origin === undefined) return
  const host = URL.canParse(origin) ? new URL(origin).host : ''
  if (!LOOPBACK_HOST.test(host)) throw new VenueError(403, 'bad_origin', 'Control takes no requests of other origins.')
}
