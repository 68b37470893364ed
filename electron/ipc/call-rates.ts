/** Counts the calls of each window against the rates in the contract's entries (`contract/ipc/call.ts`). */

import type { WebContents } from 'electron'
import type { RateName } from '../../contract/ipc/call.ts'
import { type CallName, callNames, calls } from '../../contract/ipc.ts'
import type { Clock } from '../../contract/time.ts'
import { CallError } from '../errors.ts'
import type { Log } from '../log/index.ts'

/** A rate limit. */
interface Rate {
  /** Maximum at once, after a rest. */
  readonly burst: number
  /** Interval after which one more call is allowed, ms. */
  readonly everyMs: number
}

/** Starts full. */
export class TokenBucket {
  readonly #rate: Rate
  readonly #monotonic: () => number
  #tokens: number
  #at: number

  /** @param monotonic ms of a clock that never goes back: setting the wall clock changes nothing. */
  constructor(rate: Rate, monotonic: () => number) {
    this.#rate = rate
    this.#monotonic = monotonic
    this.#tokens = rate.burst
    this.#at = monotonic()
  }

  /** Takes tokens afterwards, even into debt: the debt, at most a burst, is awaited by the next `take`. */
  spend(count: number): void {
    this.#fill()
    this.#tokens = Math.max(-this.#rate.burst, this.#tokens - count)
  }

  /** Takes this many tokens, at most a burst, and returns 0; or takes none, and returns the ms until they are available. */
  take(count = 1): number {
    const { everyMs } = this.#rate
    this.#fill()
    // A rounding error is not awaited.
    if (this.#tokens < count - 1e-9) return Math.ceil((count - this.#tokens) * everyMs)
    this.#tokens = Math.max(0, this.#tokens - count)
    return 0
  }

  #fill(): void {
    const { burst, everyMs } = this.#rate
    const now = this.#monotonic()
    this.#tokens = Math.min(burst, this.#tokens + (now - this.#at) / everyMs)
    this.#at = now
  }
}

/** Rate of the calls that share a name here; each window has its own bucket, or all windows share one. */
interface CallRate extends Rate {
  readonly of: 'window' | 'terminal'
  /** Subject of the refusal's message. */
  readonly tooOften: string
}

const perWindow = (burst: number, everyMs: number, tooOften: string): CallRate => ({
  burst,
  everyMs,
  of: 'window',
  tooOften,
})
const perTerminal = (burst: number, everyMs: number, tooOften: string): CallRate => ({
  burst,
  everyMs,
  of: 'terminal',
  tooOften,
})

/** Generous for people: nobody who clicks or types reaches one of them. */
export const RATES = {
  orders: perWindow(20, 100, 'Too many orders from this window'),
  /** Calls that reduce a position, cancel an order or protect: no other request of a window can block them. */
  reducing: perWindow(200, 50, 'Too many cancels and closes from this window'),
  /** Separate from single closes, so that a flood of these cannot block Flatten and Cancel all. */
  stopping: perWindow(20, 500, 'Too many Flatten and Cancel all requests'),
  disarming: perWindow(100, 50, 'Too many disarm requests from this window'),
  answers: perWindow(20, 200, 'Too many answers from this window'),
  saves: perWindow(30, 200, 'Too many saves from this window'),
  /** A window saves its layout twice a second at most. */
  layouts: perWindow(20, 200, 'Too many layout saves from this window'),
  reads: perWindow(300, 10, 'Too many reads from this window'),
  watching: perWindow(2000, 2, 'Too many topics for this window'),
  /** As often as a frame of a fast display. */
  pointing: perWindow(240, 4, 'Too many chart reads from this window'),
  copies: perWindow(20, 200, 'Too many copies from this window'),
  /** Each is megabytes for the clipboard. */
  pictures: perWindow(5, 1000, 'Too many picture copies from this window'),
  /** A market's name and price in the title change with the market. */
  titles: perWindow(20, 200, 'Too many title changes from this window'),
  workspaces: perWindow(20, 300, 'Too many workspace changes from this window'),
  /** Counted across all windows: each new one has its own full buckets. */
  windows: perTerminal(12, 1000, 'Too many windows requested'),
  /** Each asks the trader for a file. */
  exports: perWindow(5, 1000, 'Too many exports from this window'),
  errors: perWindow(10, 6000, 'Too many error reports from this window'),
  /** An immediate second try is for a typing mistake, or a signature of the wrong wallet. */
  agents: perTerminal(3, 60_000, 'Too many agent requests'),
  /** A user clicks once; each asks the release host, or the trader. */
  updates: perTerminal(6, 5000, 'Too many update requests'),
  /** Each contacts an external host. */
  remote_notifications: perTerminal(10, 3000, 'Too many test notifications'),
  access: perTerminal(3, 60_000, 'Too many access requests'),
  /** Each contacts an address that a window names. */
  looks: perTerminal(10, 3000, 'Too many venue checks'),
} as const satisfies Readonly<Record<RateName, CallRate>>

/** The rules of all calls, from the contract. */
export const CALL_RULES = Object.fromEntries(callNames.map((name) => [name, calls[name].rule])) as {
  readonly [N in CallName]: (typeof calls)[N]['rule']
}

/** The bucket of a call. */
export function rateOf(name: CallName, input: unknown): RateName {
  const { rate } = CALL_RULES[name]
  return typeof rate === 'function' ? rate(input as never) : rate
}

interface Bucket {
  readonly tokens: TokenBucket
  /** The last one was refused: a flood is one line of the log. */
  refusing: boolean
}

/**
 * Counts the calls of each window against the rates of `call-rates.ts`. Each function throws a CallError `too_often` with the time to try again;
 * nothing has been done then.
 */
export function createCallRates(clock: Pick<Clock, 'monotonic'>, log: Pick<Log, 'warn'>) {
  const shared = new Map<RateName, Bucket>()
  const ofWindow = new WeakMap<WebContents, Map<RateName, Bucket>>()
  const bytesOf = new WeakMap<WebContents, Bucket>()
  const timeOf = new WeakMap<WebContents, Bucket>()

  function bucketsFor(window: WebContents, { of }: CallRate): Map<RateName, Bucket> {
    if (of === 'terminal') return shared
    const found = ofWindow.get(window) ?? new Map<RateName, Bucket>()
    ofWindow.set(window, found)
    return found
  }

  const newBucket = (rate: Rate): Bucket => ({
    tokens: new TokenBucket(rate, () => clock.monotonic()),
    refusing: false,
  })

  function takeFrom(bucket: Bucket, count: number, name: CallName, what: { rate: string; tooOften: string }): void {
    const wait = bucket.tokens.take(count)
    if (wait === 0) {
      bucket.refusing = false
      return
    }
    if (!bucket.refusing) log.warn({ call: name, rate: what.rate }, 'calls come too often')
    bucket.refusing = true
    const seconds = Math.ceil(wait / 1000)
    throw new CallError('too_often', `${what.tooOften}. Nothing was done; try again in ${seconds} s.`, name)
  }

  function timeFor(window: WebContents): Bucket {
    const found = timeOf.get(window) ?? newBucket(TIME)
    timeOf.set(window, found)
    return found
  }

  const takeTime = (name: CallName, window: WebContents): void =>
    takeFrom(timeFor(window), 0, name, { rate: 'time', tooOften: "This window used too much of the terminal's time" })

  return {
    /**
     * Takes a call's data from the budget of its window, before any of it is read; a large one also waits until its window has time left.
     * @throws CallError `bad_input` for too many values, or data that is not plain.
     */
    takeBytes(name: CallName, input: unknown, window: WebContents): void {
      const whole = sizeOf(input)
      if (whole === null)
        throw new CallError('bad_input', `input: has more than ${MAX_PARTS} values, or some that are no plain data`)
      const size = Math.min(whole, BYTES.burst)
      if (size < SMALL) return
      takeTime(name, window)
      const bucket = bytesOf.get(window) ?? newBucket(BYTES)
      bytesOf.set(window, bucket)
      takeFrom(bucket, size, name, { rate: 'bytes', tooOften: 'This window sent too much data' })
    },
    /** Takes a call from its bucket; one that may keep main busy also waits until its window has time left. */
    take(name: CallName, rateName: RateName, window: WebContents): void {
      const rate: CallRate = RATES[rateName]
      if (WORKING.has(rateName)) takeTime(name, window)
      const buckets = bucketsFor(window, rate)
      const bucket = buckets.get(rateName) ?? newBucket(rate)
      buckets.set(rateName, bucket)
      takeFrom(bucket, 1, name, { rate: rateName, tooOften: rate.tooOften })
    },
    /** Parses or runs a call, and takes the time that main spent on it from its window. */
    timed<Value>(window: WebContents, run: () => Value): Value {
      const begun = clock.monotonic()
      try {
        return run()
      } finally {
        timeFor(window).tokens.spend(clock.monotonic() - begun)
      }
    },
    /** Takes the time for sending an answer, by its size. */
    answered(window: WebContents, value: unknown): void {
      timeFor(window).tokens.spend(answerSize(value) / SENT_IN_A_MS)
    },
  }
}

/** Data that a window may send with its calls: two of the largest at once, and a megabyte a second. */
const BYTES: Rate = { burst: 17_000_000, everyMs: 1 / 1_000 }
/** Main's time for the calls of one window, ms: three seconds at once, and a quarter of the time. */
const TIME: Rate = { burst: 3_000, everyMs: 4 }
/** Calls that wait when their window has no time left. Orders, cancels and closes never do. */
const WORKING: ReadonlySet<RateName> = new Set(['reads', 'watching', 'saves', 'layouts', 'workspaces', 'exports'])
/** Characters of an answer that main copies for its window per ms, conservatively. */
const SENT_IN_A_MS = 10_000
/** Data below this size, that of any order, is limited only by the number of calls, characters. */
const SMALL = 4_096
/** More values than any window needs to send at once. Reading one takes main microseconds, and it reads them all before it refuses. */
const MAX_PARTS = 50_000

/** Approximate number of characters in an input: of its texts, names and values. Null for too many values, or data that JSON does not have. */
function sizeOf(input: unknown): number | null {
  let size = 0
  let parts = 1
  const left: unknown[] = [input]
  while (left.length > 0) {
    const value = left.pop()
    size += typeof value === 'string' ? value.length : 8
    if (typeof value !== 'object' || value === null) continue
    const isArray = Array.isArray(value)
    if (!isArray && Object.prototype.toString.call(value) !== '[object Object]') return null
    // An array may be long and empty.
    const values = isArray ? value.length : Object.keys(value).length
    parts += values
    if (parts > MAX_PARTS) return null
    for (const [name, part] of Object.entries(value)) {
      size += isArray ? 0 : name.length
      left.push(part)
    }
  }
  return size
}

/** Number of list entries that are sampled: those of one list are alike. */
const SAMPLE = 8

/** Approximate number of characters of an answer. */
function answerSize(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 8
  const parts: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
  const step = Array.isArray(value) ? Math.ceil(parts.length / SAMPLE) : 1
  const seen = parts.filter((_, at) => at % step === 0)
  const size = seen.reduce<number>((sum, part) => sum + answerSize(part), 0)
  return 8 * parts.length + (size * parts.length) / Math.max(1, seen.length)
}
