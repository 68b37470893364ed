/**
 * HTTP client for the weather services: four fixed hosts, answers bounded in size and time, conditional requests (ETag, Last-Modified). No data of the
 * trader is sent: no token, no cookie, no wallet address. Only the host for customers of Open-Meteo gets the trader's key for it.
 */
import { type SafeText, safeText, text } from '../../contract/safe-text.ts'
import { type Clock, type Millis, millis, type Random } from '../../contract/time.ts'
import { redact } from '../log/index.ts'
import type { Secret } from '../secrets/index.ts'
import { parseAnswer, retryAfterOf, Wire } from '../service/index.ts'

/** A failed request, as a sentence for the trader. */
export class WeatherError extends Error {
  readonly sentence: SafeText
  /** The host's `Retry-After`, ms; null when it sent none. */
  readonly retryAfter: number | null

  constructor(sentence: SafeText, retryAfter: number | null = null, cause?: unknown) {
    super(sentence, { cause })
    this.sentence = sentence
    this.retryAfter = retryAfter
  }
}

/** Base URL of each service. On practice, all are the practice venue. */
export interface WeatherHosts {
  readonly aviationWeather: string
  readonly nws: string
  readonly openMeteo: string
  readonly openMeteoCustomer: string
}

export const LIVE_HOSTS: WeatherHosts = {
  aviationWeather: 'https://aviationweather.gov',
  nws: 'https://api.weather.gov',
  openMeteo: 'https://api.open-meteo.com',
  openMeteoCustomer: 'https://customer-api.open-meteo.com',
}

/** The practice venue serves the same shapes under its own address. It is never asked with a key. */
export const practiceHosts = (baseUrl: string): WeatherHosts => {
  const base = `${baseUrl}/practice-weather`
  return { aviationWeather: base, nws: base, openMeteo: base, openMeteoCustomer: base }
}

/** A JSON answer; `isNew` false when the host answered 304, so that the last kept answer is current. */
export type WeatherAnswer =
  | {
      readonly isNew: true
      readonly wire: Wire
      /** Call once the answer was processed: the next request is then conditional on it. */
      readonly keep: () => void
    }
  | { readonly isNew: false }

/** Requests JSON from a host. @param apikey part of this one request, and of nothing that is kept or thrown @throws WeatherError */
export type AskWeather = (
  host: keyof WeatherHosts,
  path: string,
  query?: Readonly<Record<string, string>>,
  apikey?: Secret | null,
) => Promise<WeatherAnswer>

interface WeatherHttpOptions {
  readonly hosts: WeatherHosts
  readonly http: typeof fetch
  /** Resolves once requests to an origin use the system's proxy settings; null when they already do. */
  readonly reach: (baseUrl: string) => Promise<void> | null
  readonly clock: Pick<Clock, 'now' | 'after'>
  /** `User-Agent` header: api.weather.gov refuses requests without one. */
  readonly userAgent: string
}

/** Time limit of a request, until the last byte, ms. */
const ANSWERS_WITHIN = 10_000
/** Maximum size of an answer, bytes; a longer one is an error. */
const MAX_BYTES = 1024 * 1024
/** Maximum number of URLs whose validators are kept. */
const MAX_REMEMBERED = 50

/** What makes the next request for a URL conditional. */
interface Validators {
  readonly etag: string | null
  readonly modified: string | null
}

export function createWeatherHttp({ hosts, http, reach, clock, userAgent }: WeatherHttpOptions): AskWeather {
  const remembered = new Map<string, Validators>()

  function remember(url: string, { headers }: Response): void {
    const found = { etag: headers.get('etag'), modified: headers.get('last-modified') }
    remembered.delete(url)
    if (found.etag === null && found.modified === null) return
    remembered.set(url, found)
    const [oldest] = remembered.keys()
    if (remembered.size > MAX_REMEMBERED && oldest !== undefined) remembered.delete(oldest)
  }

  return async (host, path, query = {}, apikey = null) => {
    const base = hosts[host]
    const url = new URL(`${base}${path}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const name = url.host
    const limit = new AbortController()
    const cancel = clock.after(ANSWERS_WITHIN, () => limit.abort())
    try {
      await reach(url.origin)
      const response = await http(apikey === null ? url.href : withKey(url, apikey), {
        headers: headersOf(userAgent, remembered.get(url.href)),
        redirect: 'manual',
        cache: 'no-store',
        credentials: 'omit',
        signal: limit.signal,
      })
      const { status } = response
      if (status === 304) return { isNew: false }
      if (status < 200 || status >= 300)
        throw (apikey && (await keyRefusal(response, name))) ?? refusal(response, name, clock.now())
      const body = await readText(response, name)
      const wire = await parsed(body, response, name)
      return { isNew: true, wire, keep: () => remember(url.href, response) }
    } catch (error) {
      if (error instanceof WeatherError) throw error
      // The cause may name the URL with its key.
      const cause = apikey === null ? error : undefined
      if (limit.signal.aborted)
        throw new WeatherError(text`${name} did not answer within ${ANSWERS_WITHIN / 1000} s.`, null, cause)
      throw new WeatherError(text`${name} could not be reached.`, null, cause)
    } finally {
      cancel()
      limit.abort()
    }
  }
}

const headersOf = (userAgent: string, known: Validators | undefined): Record<string, string> => ({
  accept: 'application/geo+json, application/json',
  'user-agent': userAgent,
  ...(known?.etag == null ? {} : { 'if-none-match': known.etag }),
  ...(known?.modified == null ? {} : { 'if-modified-since': known.modified }),
})

function withKey(url: URL, apikey: Secret): string {
  const keyed = new URL(url)
  keyed.searchParams.set('apikey', apikey.reveal())
  return keyed.href
}

/** Longest reason that is shown, characters. */
const LONGEST_REASON = 200

/** Null where the answer is about something other than the key: a wrong key is a 400, a missing one a 401, one of a smaller plan a 403. */
async function keyRefusal(response: Response, name: string): Promise<WeatherError | null> {
  const { status } = response
  if (status !== 400 && status !== 401 && status !== 403) return null
  const reason = await reasonIn(response, name)
  if (status === 400 && !/api ?key/i.test(reason)) return null
  const said = reason === '' ? `${status}` : reason.replace(/\.+$/, '')
  return new WeatherError(text`${name} refused the API key: ${said}. Check or replace it in Settings under Weather.`)
}

/** `reason` of an answer such as `{"error":true,"reason":"The supplied API key is invalid."}`, without a key that it repeats; empty without one. */
async function reasonIn(response: Response, name: string): Promise<string> {
  try {
    const wire = new Wire({ route: name, status: response.status }, await parseAnswer(await readText(response, name)))
    return safeText(redact(wire.at('reason').said), LONGEST_REASON)
  } catch {
    return ''
  }
}

const REASONS: Readonly<Record<number, string>> = {
  403: 'Access is denied to this program or network.',
  404: 'The station or place is unknown there.',
  429: 'The request limit was exceeded.',
}

function refusal({ status, headers }: Response, name: string, now: Millis): WeatherError {
  const reason =
    REASONS[status] ??
    (status >= 500
      ? 'The server has an error.'
      : status < 400
        ? 'Redirects are not followed.'
        : 'The request was refused.')
  return new WeatherError(text`${name} answered ${status}. ${reason}`, retryAfterOf(headers.get('retry-after'), now))
}

async function readText(response: Response, name: string): Promise<string> {
  const decoder = new TextDecoder()
  let body = ''
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > MAX_BYTES) throw new WeatherError(text`The response from ${name} is larger than 1 MB and was not read.`)
    body += decoder.decode(chunk, { stream: true })
  }
  return body + decoder.decode()
}

async function parsed(body: string, { status, headers }: Response, name: string): Promise<Wire> {
  // No content: a station without reports is an empty list.
  if (status === 204 || body === '') return new Wire({ route: name, status }, [])
  try {
    return new Wire({ route: name, status }, await parseAnswer(body))
  } catch (error) {
    const isPage = /html/i.test(headers.get('content-type') ?? '') || /^\s*</.test(body)
    throw new WeatherError(
      isPage ? text`${name} answered with a web page instead of data.` : text`The response from ${name} is not JSON.`,
      null,
      error,
    )
  }
}

/** Wait after the first failure, and the longest computed one, ms. */
const FIRST_WAIT = 60_000
const LONGEST_WAIT = 30 * 60_000

/**
 * Wait before the next request to a source, ms: doubles with each failure in a row, with 25 % jitter, and is at least `retryAfter` up to 3 hours.
 * @param failures failures in a row, from 1
 * @param retryAfter the source's own `Retry-After`, ms
 */
export function backOff(failures: number, retryAfter: number | null, random: Random): number {
  const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (failures - 1))
  return millis(Math.round(Math.max(Math.min(retryAfter ?? 0, 6 * LONGEST_WAIT), wait * (0.75 + random() / 2))))
}
