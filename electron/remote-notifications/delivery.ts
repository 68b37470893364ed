/** Posts to one place: each message gets up to three tries with a time limit, and a burst of messages becomes a few posts. */
import type { Clock, Millis, Random } from '../../contract/time.ts'
import type { RemoteMessage, RemoteRequest } from './message.ts'

/** The result of a request. */
export type Outcome =
  | { readonly isTaken: true }
  | {
      readonly isTaken: false
      /** The rest of a sentence that begins with the host: `answered 503`. */
      readonly text: string
      /** Whether the same request may succeed later. */
      readonly mayPass: boolean
    }

/** Sends one request. Never rejects. */
export type SendRemoteRequest = (request: RemoteRequest, signal: AbortSignal) => Promise<Outcome>

interface RemoteHttpOptions {
  readonly clock: Pick<Clock, 'after'>
  /** Resolves once requests to an address use the system's proxy settings; null where there is nothing to wait for. */
  readonly reach?: (baseUrl: string) => Promise<void> | null
  readonly http?: typeof fetch
}

/** Time limit of a request, ms. */
const ANSWERS_WITHIN = 10_000

/** Requests without redirects; only the status of an answer is read. */
export function createRemoteHttp({ clock, reach = () => null, http = fetch }: RemoteHttpOptions): SendRemoteRequest {
  return async ({ method, url, headers, body }, signal) => {
    const limit = new AbortController()
    const cancel = clock.after(ANSWERS_WITHIN, () => limit.abort())
    try {
      await reach(new URL(url).origin)
      const response = await http(url, {
        ...{ method, headers, redirect: 'manual', cache: 'no-store', signal: AbortSignal.any([signal, limit.signal]) },
        ...(body === undefined ? {} : { body }),
      })
      // The rest of the answer is not awaited.
      response.body?.cancel().catch(() => undefined)
      return outcomeOf(response.status)
    } catch (error) {
      if (signal.aborted) return failure('was canceled', false)
      if (limit.signal.aborted) return failure(`did not answer within ${ANSWERS_WITHIN / 1000} s`, true)
      return failure(`could not be reached${codeText(error)}`, true)
    } finally {
      cancel()
    }
  }
}

const failure = (message: string, mayPass: boolean): Outcome => ({ isTaken: false, text: message, mayPass })

/** Statuses after which the same request may succeed later, besides 500 and above. */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429])

function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return { isTaken: true }
  if (status >= 300 && status < 400)
    return failure(`redirects (${status}), which is not followed. Use the final address`, false)
  if (status === 401 || status === 403) return failure(`answered ${status}: wrong address or access token`, false)
  if (status === 404 || status === 410)
    return failure(`answered ${status}: nothing accepts messages at this address`, false)
  return failure(`answered ${status}`, status >= 500 || PASSING.has(status))
}

/** The network's error code, from the error or its causes: their messages may contain the address. */
function codeText(error: unknown, depth = 0): string {
  if (typeof error !== 'object' || error === null || depth > 5) return ''
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown }
  if (typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,60}$/.test(code)) return ` (${code})`
  return codeText(cause ?? (Array.isArray(errors) ? errors[0] : null), depth + 1)
}

/** Tries of a message or ping before it is given up. */
export const TRIES = 3
/** Messages posted at once; more that come meanwhile are joined into one post. */
const MAX_AT_ONCE = 5
/** A post counts as one of these for at least so long, ms: it bounds the rate to a place that answers quickly, too. */
const SLOT = 10_000

/** Wait before the next try, ms, by the number of failures in a row; with jitter, so that terminals do not all retry at once. */
export const backOff = (failures: number, random: Random): number =>
  Math.round(5_000 * 3 ** (failures - 1) * (0.75 + random() / 2))

/** State of the posts to a place. */
export interface DeliveryState {
  /** Messages that were given up. */
  readonly lost: number
  readonly sentAt: Millis | null
  readonly failure: { readonly text: string; readonly at: Millis } | null
}

/** Builds a request at the moment it is sent; null while there is no address. */
type Build = (lost: number) => RemoteRequest | null

interface DeliveryOptions {
  readonly clock: Clock
  readonly random: Random
  readonly send: SendRemoteRequest
  /** Resolves once the address has been read from the keychain. */
  readonly ready: () => Promise<void>
  /** @param lost how many messages before it were given up. */
  readonly request: (message: RemoteMessage, lost: number) => RemoteRequest | null
  readonly changed: () => void
  /** The place fails, with the reason, and did not before; null once it takes messages again. */
  readonly trouble: (text: string | null) => void
  /** An unexpected error; it is not passed on. */
  readonly failed: (error: unknown) => void
}

export type Delivery = ReturnType<typeof createDelivery>

/** Everything since the address was set. */
interface Run {
  readonly abort: AbortController
  posts: number
  /** Posted once one of the current posts is over. */
  next: RemoteMessage | null
  /** Lost messages that no later post has mentioned. */
  unreported: number
  isFailing: boolean
  state: DeliveryState
}

const newRun = (): Run => ({
  abort: new AbortController(),
  posts: 0,
  next: null,
  unreported: 0,
  isFailing: false,
  state: { lost: 0, sentAt: null, failure: null },
})

export function createDelivery(options: DeliveryOptions) {
  const { clock, random, send, ready, request, changed, trouble, failed } = options
  let run = newRun()
  let isEnded = false
  /** Ends each pause under way. */
  const pauses = new Set<() => void>()
  const underWay = new Set<Promise<unknown>>()

  function pause(ms: number): Promise<void> {
    if (isEnded) return Promise.resolve()
    const { promise, resolve } = Promise.withResolvers<void>()
    const over = (): void => {
      cancel()
      pauses.delete(over)
      resolve()
    }
    const cancel = clock.after(ms, over)
    pauses.add(over)
    return promise
  }

  function endPauses(): void {
    for (const over of [...pauses]) over()
  }

  /** One try; null where there is no address, or another one by now. */
  async function attempt(of: Run, build: Build, isLast: boolean): Promise<Outcome | null> {
    // Taken over by this request, so that no other one mentions them too.
    const lost = of.unreported
    of.unreported = 0
    const outcome = await requested(of, build, lost)
    if (outcome?.isTaken !== true) of.unreported += lost
    if (outcome === null || of !== run) return null
    note(outcome, isLast)
    return outcome
  }

  async function requested(of: Run, build: Build, lost: number): Promise<Outcome | null> {
    try {
      const built = build(lost)
      return built === null ? null : await send(built, of.abort.signal)
    } catch (error) {
      failed(error)
      return failure('could not be reached', true)
    }
  }

  function note(outcome: Outcome, isLast: boolean): void {
    const { state, isFailing } = run
    if (outcome.isTaken) {
      run.isFailing = false
      run.state = { ...state, sentAt: clock.now(), failure: null }
      if (isFailing) trouble(null)
    } else {
      run.state = { ...state, failure: { text: outcome.text, at: clock.now() } }
      if (!isFailing && (isLast || !outcome.mayPass)) {
        run.isFailing = true
        trouble(outcome.text)
      }
    }
    changed()
  }

  async function post(of: Run, message: RemoteMessage): Promise<void> {
    await ready()
    for (let count = 1; count <= TRIES && of === run && !isEnded; count += 1) {
      const outcome = await attempt(of, (lost) => request(message, lost), count === TRIES)
      if (outcome === null || outcome.isTaken) return
      if (!outcome.mayPass) break
      if (count < TRIES) await pause(backOff(count, random))
    }
    if (of !== run) return
    const lost = 1 + (message.more ?? 0)
    of.unreported += lost
    of.state = { ...of.state, lost: of.state.lost + lost }
    changed()
  }

  /** Posts a message; waits for nothing, and never throws. */
  function push(message: RemoteMessage): void {
    if (isEnded) return
    const of = run
    if (of.posts >= MAX_AT_ONCE) {
      of.next = of.next === null ? message : joined(of.next, message)
      return
    }
    of.posts += 1
    void tracked(Promise.all([post(of, message), pause(SLOT)]).catch(failed)).then(() => {
      of.posts -= 1
      const { next } = of
      of.next = null
      if (next !== null && of === run) push(next)
    })
  }

  function tracked<T>(work: Promise<T>): Promise<T> {
    underWay.add(work)
    return work.finally(() => underWay.delete(work))
  }

  return {
    get state(): DeliveryState {
      return run.state
    },
    push,
    /** Sends one request now, in a single try; null where there is no address. @param isLast a failure is the final one. */
    once: (build: Build, isLast: boolean = false): Promise<Outcome | null> => tracked(attempt(run, build, isLast)),
    /** Drops everything: the address has changed. */
    clear(): void {
      const before = run
      run = newRun()
      before.abort.abort()
      endPauses()
      if (before.isFailing) trouble(null)
      changed()
    },
    /** Takes no more messages and makes no more tries. Resolves once the requests under way are over. */
    async end(): Promise<void> {
      isEnded = true
      endPauses()
      await Promise.allSettled(underWay)
    },
  }
}

const GRAVITY = { info: 0, warning: 1, error: 2 } as const

/** The more severe of two messages, or the newer of equals, with the number that it represents. */
function joined(before: RemoteMessage, message: RemoteMessage): RemoteMessage {
  const shown = GRAVITY[message.level] >= GRAVITY[before.level] ? message : before
  return { ...shown, more: (before.more ?? 0) + 1 }
}
