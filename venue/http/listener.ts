/** Takes one HTTP request through the venue's checks to its route, and turns what comes of it into an answer. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { bearerToken, type Caller, type Sessions } from '../access/index.ts'
import { VenueError } from '../core/interface.ts'
import { readJson } from './body.ts'
import { notFound, problemOf } from './problem.ts'
import type { RateLimit } from './rate-limit.ts'
import { Answer, type Route, type Router } from './router.ts'

/** Which market families the deployment shows (live-deployment.md, "Background"). */
export type MarketMode = 'scalar' | 'binary' | 'all'

export interface ListenerOptions {
  service: Router
  /** The control routes; null when control is off, and then they do not exist. */
  control: Router | null
  sessions: Sessions
  mode: MarketMode
  rateLimit: RateLimit
  /** Waits and fails as control asked for. @throws VenueError 503. */
  applyFaults: () => Promise<void>
  /** Brings the markets up to the clock. */
  catchUp: () => void
  /** Makes every change so far durable. */
  flush: () => void
  log: (line: string) => void
  /** Real time in ms. */
  realNow: () => number
}

const CONTROL_PREFIX = '/practice/'
/** Binary markets and their charts: this venue has none, which a client sees as hidden routes. */
const BINARY_PATHS = /^\/(v1\/binary|tv-mark)(\/|$)/
const OUTCOME_PATHS = /^\/v1\/outcomes(\/|$)/
/** Names under which a loopback server may be asked for; any other is a page that rebinds its own name to it. */
const LOOPBACK_HOST = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i

/** Answers requests of one venue. */
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
    try {
      const outcome = await this.#answer(method, path, request, response)
      this.#options.flush()
      if (outcome === HIDDEN) sendText(response, 404, 'not found\n')
      else send(response, outcome.status, 'application/json', outcome.body)
    } catch (error) {
      const problem = problemOf(error)
      if (problem.status === 500) log(`error ${method} ${path}: ${(error as Error).stack ?? error}`)
      if (problem.status === 401) response.setHeader('WWW-Authenticate', 'Bearer')
      if (problem.status === 413) response.setHeader('Connection', 'close')
      send(response, problem.status, 'application/problem+json', problem)
    }
    log(`${method} ${path} ${response.statusCode} ${Math.round(realNow() - began)} ms`)
  }

  async #answer(
    method: string,
    path: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<Answer | typeof HIDDEN> {
    const { control, service, mode, applyFaults, catchUp } = this.#options
    if (!LOOPBACK_HOST.test(request.headers.host ?? ''))
      throw new VenueError(421, 'bad_host', 'The practice venue answers on loopback names only.')
    if (control !== null && path.startsWith(CONTROL_PREFIX)) {
      refuseForeignPage(request)
      const { route, params } = this.#route(control, method, path, response)
      return this.#run(route, params, request, null)
    }
    this.#countRequest(request, response)
    await applyFaults()
    if (BINARY_PATHS.test(path)) return HIDDEN
    if (OUTCOME_PATHS.test(path))
      throw new VenueError(404, 'outcomes_disabled', 'Outcome markets are off in this deployment.')
    const { route, params } = this.#route(service, method, path, response)
    if (route.scalarOnly && mode === 'binary') return HIDDEN
    const caller = await this.#callerOf(route, request)
    catchUp()
    return this.#run(route, params, request, caller)
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
    caller: Caller | null,
  ): Promise<Answer> {
    const query = new URLSearchParams((request.url ?? '').split('?')[1] ?? '')
    const body = route.method === 'POST' ? await readJson(request) : null
    const result = await route.handle({ params, query, body }, caller)
    return result instanceof Answer ? result : new Answer(200, result)
  }

  async #callerOf({ audience }: Route, request: IncomingMessage): Promise<Caller | null> {
    if (audience === 'anyone') return null
    const { sessions } = this.#options
    const caller = await sessions.callerOf(bearerToken(request.headers.authorization), 'http')
    if (audience === 'traders') sessions.requireAllowed(caller)
    return caller
  }

  #countRequest(request: IncomingMessage, response: ServerResponse): void {
    const wait = this.#options.rateLimit.take(request.headers.authorization ?? request.socket.remoteAddress ?? '')
    if (wait === 0) return
    response.setHeader('Retry-After', String(wait))
    throw new VenueError(429, 'rate_limited', `Too many requests; try again in ${wait} s.`)
  }
}

const HIDDEN = Symbol('hidden')

/** The path alone: a query may hold a token, and never reaches a log. */
const pathOf = (url: string): string => url.split('?')[0] ?? '/'

/** Control is for tests and the terminal, not for a page in a browser that guessed the port. */
function refuseForeignPage({ headers: { origin } }: IncomingMessage): void {
  if (origin === undefined) return
  const host = URL.canParse(origin) ? new URL(origin).host : ''
  if (!LOOPBACK_HOST.test(host)) throw new VenueError(403, 'bad_origin', 'Control takes no requests of other origins.')
}

function send(response: ServerResponse, status: number, type: string, body: unknown): void {
  const text = Buffer.from(JSON.stringify(body))
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': text.length, 'Cache-Control': 'no-store' })
  response.end(text)
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Length': text.length })
  response.end(text)
}
