/** The way outside: one request, bounded in time, without redirects; nothing of an answer is read but its status. */
import type { Clock } from '../../contract/time.ts'
import type { OutwardRequest } from './message.ts'

/** What came of a request. */
export type Outcome =
  | { readonly isTaken: true }
  | {
      readonly isTaken: false
      /** As the end of a sentence that begins with the place: `answered 503`. */
      readonly words: string
      /** Whether the same may be taken later. */
      readonly mayPass: boolean
      /** How long the place wants to be left alone, ms; null where it does not say. */
      readonly afterMs: number | null
    }

/** Sends one. Never rejects. */
export type OutwardSend = (request: OutwardRequest, signal: AbortSignal) => Promise<Outcome>

interface OutwardHttpOptions {
  readonly clock: Pick<Clock, 'after'>
  /** Waits until requests to an address go the way that the system wants; null where there is nothing to wait for. */
  readonly reach?: (baseUrl: string) => Promise<void> | null
  readonly http?: typeof fetch
}

/** A place that takes longer is given up, ms. */
export const ANSWERS_WITHIN = 10_000
/** A place that asks for a longer pause is asked again all the same, ms. */
const LONGEST_PAUSE = 15 * 60_000

export function createOutwardHttp({ clock, reach = () => null, http = fetch }: OutwardHttpOptions): OutwardSend {
  return async ({ method, url, headers, body }, signal) => {
    const limit = new AbortController()
    const cancel = clock.after(ANSWERS_WITHIN, () => limit.abort())
    try {
      await reach(new URL(url).origin)
      const response = await http(url, {
        ...{ method, headers, redirect: 'manual', cache: 'no-store', signal: AbortSignal.any([signal, limit.signal]) },
        ...(body === undefined ? {} : { body }),
      })
      // Whatever it goes on sending is not waited for.
      response.body?.cancel().catch(() => undefined)
      return outcomeOf(response)
    } catch (error) {
      if (signal.aborted) return failed('was not waited for', false)
      if (limit.signal.aborted) return failed(`did not answer within ${ANSWERS_WITHIN / 1000} s`, true)
      return failed(`could not be reached${codeWords(error)}`, true)
    } finally {
      cancel()
    }
  }
}

const failed = (words: string, mayPass: boolean, afterMs: number | null = null): Outcome => ({
  isTaken: false,
  words,
  mayPass,
  afterMs,
})

/** Answers by which the same may be taken later, beside those of 500 and above. */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429])

function outcomeOf({ status, headers }: Response): Outcome {
  if (status >= 200 && status < 300) return { isTaken: true }
  if (status >= 300 && status < 400)
    return failed(`sends elsewhere (${status}), which is not followed: set the address that it leads to`, false)
  if (status === 401 || status === 403)
    return failed(`answered ${status}: it wants another address, or an access token`, false)
  if (status === 404 || status === 410) return failed(`answered ${status}: nothing is taken at this address`, false)
  if (status >= 500 || PASSING.has(status)) return failed(`answered ${status}`, true, pauseOf(headers))
  return failed(`answered ${status}`, false)
}

function pauseOf(headers: Headers): number | null {
  const seconds = headers.get('retry-after') ?? ''
  return /^\d{1,9}$/.test(seconds) ? Math.min(Number(seconds) * 1000, LONGEST_PAUSE) : null
}

/** The code of the network, from the error down its causes: its other words may name the address. */
function codeWords(error: unknown, depth = 0): string {
  if (typeof error !== 'object' || error === null || depth > 5) return ''
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown }
  if (typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,60}$/.test(code)) return ` (${code})`
  return codeWords(cause ?? (Array.isArray(errors) ? errors[0] : null), depth + 1)
}
