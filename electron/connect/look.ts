/** Asks a service what it is and what it offers, without a token, within limits of time and bytes. Stores nothing. */

import type { FamilyFound, ServiceFound } from '../../contract/connect.ts'
import type { Clock } from '../../contract/time.ts'
import { CallError } from '../errors.ts'
import {
  createTradingService,
  type DeploymentProfile,
  isAbsent,
  OPEN_ROUTES,
  type RouteName,
  ServiceError,
  type TradingService,
} from '../service/index.ts'

/** Maximum length of a displayed text of a service, characters. */
const LONGEST_WORDS = 240

/** A service's text on one line: no control characters, cut to its maximum length. */
function lineOf(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trim()
  return line.length <= LONGEST_WORDS ? line : `${line.slice(0, LONGEST_WORDS - 1)}…`
}

const CERTIFICATES: readonly (readonly [code: RegExp, why: string])[] = [
  [/^CERT_HAS_EXPIRED$/, 'it has expired'],
  [/^CERT_NOT_YET_VALID$/, 'it is not valid yet; check the clock of this computer'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'it is for another host'],
  [/SELF_SIGNED_CERT/, 'it is self-signed'],
  [/^UNABLE_TO_/, 'its issuer is unknown to this computer'],
  [/^CERT_/, 'it is not valid'],
]

/** Failures in which the other end answers, but without TLS. */
const NO_TLS = /^(EPROTO|ERR_SSL_\w+|HPE_\w+)$/

/**
 * @param url the requested one.
 * @param location target of a redirect, as the service wrote it; null for none.
 */
function failureText(error: unknown, url: URL, location: string | null): string {
  const { host, hostname, pathname } = url
  if (!(error instanceof ServiceError)) return `${host} could not be reached: ${lineOf(String(error))}`
  const { kind, code, status, message } = error
  switch (kind) {
    case 'unreachable':
    case 'no_answer': {
      const certificate = CERTIFICATES.find(([known]) => known.test(code))
      if (certificate !== undefined)
        return `The certificate of ${host} is not trusted: ${certificate[1]} (${code}). Nothing was sent to it.`
      if (NO_TLS.test(code)) return `${host} does not use https there (${code}). Check the address and port.`
      if (/^(ENOTFOUND|EAI_\w+)$/.test(code))
        return `Host ${hostname} not found (${code}). Check the spelling and your network connection.`
      if (code === 'ECONNREFUSED') return `Nothing answers at ${host}: the connection was refused. Check the address.`
      return `${message} Check the address and your network connection.`
    }
    case 'unreadable':
      return `${host} answers, but is not a venue that Isotherm supports. ${lineOf(message)}`
    case 'problem':
      if (status !== null && status >= 300 && status < 400) return redirectText(url, status, location)
      if (status === 404) {
        const path = pathname === '/' ? '' : ` Try it without ${lineOf(pathname)}.`
        return `${host} answers, but is not a venue that Isotherm supports: it has no /v1/runtime-config (404).${path}`
      }
      return `${host} answers with an error (${status}): ${lineOf(message)}`
    default:
      return lineOf(message)
  }
}

function redirectText(url: URL, status: number, location: string | null): string {
  const goal = location !== null && URL.canParse(location, url.href) ? new URL(location, url.href) : null
  const redirects =
    goal === null
      ? `${url.host} redirects (${status}).`
      : `${url.host} redirects to ${goal.host === url.host ? `${goal.protocol}//${goal.host}` : goal.host} (${status}).`
  return `${redirects} Isotherm does not follow redirects. If you trust that address, enter it here.`
}

type Fetch = Parameters<typeof createTradingService>[0]['http']

export interface LookOptions {
  readonly http: Fetch
  readonly clock: Clock
  /** Resolves once the system's settings for an address apply, such as a proxy; null where there is nothing to wait for. */
  readonly reach: (baseUrl: string) => Promise<void> | null
}

/** Result of an inspection. */
type Found = Pick<ServiceFound, 'waitlist' | 'families' | 'clockAheadMs' | 'answeredInMs' | 'directOrders' | 'off'>

/** Time limit of a whole inspection, ms, from the first request on. */
const LONGEST_LOOK = 15_000

/** Facts from the answers' headers. */
interface Heads {
  /** Target of the last redirect. */
  location: string | null
  /** Time of the answerer minus that of this computer, ms, to the second. */
  dateAheadMs: number | null
  answeredInMs: number
}

/**
 * @param stop aborts the inspection: it then fails with code `cancelled`, and makes no further request.
 * @throws CallError with code `not_found_there` where there is no such service.
 */
export async function lookAt(profile: DeploymentProfile, options: LookOptions, stop: AbortSignal): Promise<Found> {
  const { clock } = options
  const url = new URL(profile.baseUrl)
  const end = new AbortController()
  const heads: Heads = { location: null, dateAheadMs: null, answeredInMs: 0 }
  const stopped = whenStopped(stop)
  try {
    await Promise.race([options.reach(profile.baseUrl), stopped])
    if (stop.aborted) throw cancelled()
    const { tooLate, cancel } = after(clock, LONGEST_LOOK, url)
    const service = serviceOf(profile, options, heads, AbortSignal.any([stop, end.signal]))
    const withinTime = <T>(read: Promise<T>): Promise<T> => Promise.race([read, tooLate, stopped])
    try {
      const config = await withinTime(service.runtimeConfig()).catch((error: unknown) => {
        throw error instanceof CallError
          ? error
          : new CallError('not_found_there', failureText(error, url, heads.location), 'address')
      })
      const { answeredInMs, dateAheadMs } = heads
      const [ownClock, ...families] = await Promise.all([
        withinTime(clockOf(service, clock)).catch(orNull),
        familyOf('scalar', withinTime(service.markets())),
        familyOf('binary', withinTime(service.binaryMarkets())),
        ...(config.outcomesEnabled ? [familyOf('outcome', withinTime(service.outcomes()))] : [OUTCOMES_OFF]),
      ])
      return {
        ...{ waitlist: config.waitlistEnabled, families, answeredInMs },
        clockAheadMs: ownClock ?? dateAheadMs,
        ...profileSays(profile),
      }
    } finally {
      cancel()
    }
  } finally {
    end.abort()
  }
}

/** Every request once: the user can inspect again. */
function serviceOf(
  profile: DeploymentProfile,
  { http, clock }: LookOptions,
  heads: Heads,
  stop: AbortSignal,
): TradingService {
  let isFirst = true
  const watched: Fetch = async (url, init) => {
    const request = { at: clock.monotonic(), time: clock.now() }
    const response = await http(url, { ...init, signal: AbortSignal.any([init.signal, stop]) })
    heads.location = response.headers.get('location')
    if (isFirst) {
      isFirst = false
      heads.answeredInMs = Math.round(clock.monotonic() - request.at)
      const date = Date.parse(response.headers.get('date') ?? '')
      // In whole seconds, truncated: half a second later on average, and half of the round trip ago.
      if (!Number.isNaN(date)) {
        heads.dateAheadMs = Math.round(date + 500 - (Number(request.time) + heads.answeredInMs / 2))
      }
    }
    return response
  }
  const service = createTradingService({ profile, http: watched, clock, token: () => null, random: () => 1 })
  return service.for({ urgency: 'market', patience: 0 })
}

const OUTCOMES_OFF: FamilyFound = {
  ...{ family: 'outcome', state: 'absent', markets: null },
  reason: 'The venue reports outcome markets as off.',
}

/** The result of a failed read; an abort is passed on. */
function orNull(error: unknown): null {
  if (error instanceof CallError && error.code === 'cancelled') throw error
  return null
}

/** The service's own clock, from its buckets, minus that of this computer, ms; null where unknown. */
async function clockOf(service: TradingService, clock: Clock): Promise<number | null> {
  const [sentAt, from] = [clock.now(), clock.monotonic()]
  const ahead = ({ serverTime }: { readonly serverTime: number | null }): number | null =>
    serverTime === null ? null : Math.round(serverTime - (sentAt + (clock.monotonic() - from) / 2))
  const [scalar, binary] = await Promise.all(
    [service.bucket(), service.binaryBucket()].map((read) => read.then(ahead, orNull)),
  )
  return scalar ?? binary ?? null
}

async function familyOf(family: FamilyFound['family'], read: Promise<readonly unknown[]>): Promise<FamilyFound> {
  try {
    return { family, state: 'offered', markets: (await read).length, reason: null }
  } catch (error) {
    orNull(error)
    const reason = lineOf(error instanceof Error ? error.message : String(error))
    if (isAbsent(error)) return { family, state: 'absent', markets: null, reason }
    const isClosed = error instanceof ServiceError && (error.status === 401 || error.status === 403)
    return { family, state: isClosed ? 'closed' : 'unread', markets: null, reason }
  }
}

const NO_DOMAIN =
  "Off: direct orders need a profile file. Ask the venue's operator for one. The agent signs everything else."

function profileSays({ directOrder, routes }: DeploymentProfile): Pick<Found, 'directOrders' | 'off'> {
  const lacking = (Object.keys(routes) as RouteName[]).filter((name) => routes[name] === null)
  const purposes = new Set(lacking.filter((name) => name !== 'directOrder').map((name) => OPEN_ROUTES[name].purpose))
  const off = [...purposes].map((purpose) => `${purpose}: off, the profile file has no route for it.`)
  if (directOrder === null) return { off, directOrders: { on: false, reason: NO_DOMAIN } }
  if (routes.directOrder === null)
    return { off, directOrders: { on: false, reason: 'Off: the profile file has no route for direct orders.' } }
  const { name, version, chainId, verifyingContract } = directOrder.domain
  const fields = { Name: name, Version: version, Chain: chainId, Contract: verifyingContract }
  const domain = Object.entries(fields).flatMap(([field, value]) =>
    value === undefined ? [] : [{ name: field, value: lineOf(String(value)) }],
  )
  return { off, directOrders: { on: true, domain } }
}

const cancelled = (): CallError => new CallError('cancelled', 'Check canceled.')

/** Never resolves; rejects once it is stopped. */
function whenStopped(stop: AbortSignal): Promise<never> {
  const stopped = new Promise<never>((_, reject) => {
    if (stop.aborted) reject(cancelled())
    else stop.addEventListener('abort', () => reject(cancelled()), { once: true })
  })
  stopped.catch(() => undefined)
  return stopped
}

function after(clock: Clock, ms: number, { host }: URL): { tooLate: Promise<never>; cancel: () => void } {
  let cancel = (): void => undefined
  const tooLate = new Promise<never>((_, reject) => {
    cancel = clock.after(ms, () =>
      reject(new CallError('not_found_there', `${host} did not answer within ${ms / 1000} s.`, 'address')),
    )
  })
  tooLate.catch(() => undefined)
  return { tooLate, cancel }
}
