/** The route table: method, path, permitted callers, and handler. */
import { type Caller, walletOf } from '../access.ts'
import type { Account } from '../market/index.ts'

export interface VenueRequest {
  params: Record<string, string>
  query: URLSearchParams
  /** The JSON body of a POST, null for a GET. */
  body: unknown
}

/** Result of a handler: a JSON body with 200, or another status. */
export class Answer {
  readonly status: number
  readonly body: unknown

  constructor(status: number, body: unknown) {
    this.status = status
    this.body = body
  }
}

/** Permitted callers: anyone; any valid token; a token admitted by the waitlist; or anyone without a waitlist, and an admitted token with one. */
export type Audience = 'anyone' | 'identified' | 'allowed' | 'gated'

export interface Route {
  method: 'GET' | 'POST'
  /** `/v1/positions/:address`: a segment with a colon is a parameter. */
  path: string
  audience: Audience
  /** Its market family; hidden (404 in plain text) in the other family's market mode. */
  family: 'scalar' | 'binary' | 'all'
  /** Whether a request with this body executes an action; absent for routes that never do. */
  acts?: (body: unknown) => boolean
  /** `caller` is null on open routes. */
  handle: (request: VenueRequest, caller: Caller | null) => unknown
}

type Method = Route['method']

const routeFor =
  (audience: Audience) =>
  (method: Method, path: string, handle: Route['handle']): Route => ({ method, path, audience, family: 'all', handle })

export const open = routeFor('anyone')

/** A route for any valid token, on the waitlist or not. */
export const identified = (
  method: Method,
  path: string,
  handle: (request: VenueRequest, caller: Caller) => unknown,
): Route => routeFor('identified')(method, path, (request, caller) => handle(request, caller as Caller))

/** A read that the waitlist guards; needs no token without a waitlist. */
export const gated = routeFor('gated')

/** A read that needs a token admitted by the waitlist. */
export const allowed = routeFor('allowed')

/** A route that acts for the token's wallet, guarded by the waitlist. */
export const trading = (
  method: Method,
  path: string,
  handle: (request: VenueRequest, wallet: Account) => unknown,
): Route => allowed(method, path, (request, caller) => handle(request, walletOf(caller as Caller)))

/** The same route, hidden in binary mode. */
export const scalar = (route: Route): Route => ({ ...route, family: 'scalar' })

/** The same route, hidden in scalar mode. */
export const binary = (route: Route): Route => ({ ...route, family: 'binary' })

/** The same route, marked as executing actions: always, or for some bodies. */
export const acting = (route: Route, acts: (body: unknown) => boolean = () => true): Route => ({ ...route, acts })

export type RouteMatch =
  | { kind: 'route'; route: Route; params: Record<string, string> }
  | { kind: 'wrong-method'; allow: Method[] }
  | { kind: 'none' }

/** Finds routes by method and path. */
export class Router {
  readonly #routes: { route: Route; segments: string[] }[]

  constructor(routes: readonly Route[]) {
    this.#routes = routes.map((route) => ({ route, segments: route.path.split('/') }))
  }

  match(method: string, path: string): RouteMatch {
    const given = path.split('/')
    const allow: Method[] = []
    for (const { route, segments } of this.#routes) {
      const params = paramsOf(segments, given)
      if (params === null) continue
      if (route.method === method) return { kind: 'route', route, params }
      allow.push(route.method)
    }
    return allow.length > 0 ? { kind: 'wrong-method', allow } : { kind: 'none' }
  }
}

function paramsOf(segments: string[], given: string[]): Record<string, string> | null {
  if (segments.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [index, segment] of segments.entries()) {
    const text = given[index] ?? ''
    if (segment.startsWith(':')) params[segment.slice(1)] = text
    else if (segment !== text) return null
  }
  return params
}
