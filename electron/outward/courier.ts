/**
 * Brings messages to one place: one at a time, paced, again where it may pass, from a queue with a bound. What the place does changes nothing for
 * whoever gives it a message.
 */
import type { Cancel, Clock, Millis, Random } from '../../contract/time.ts'
import type { OutwardMessage, OutwardRequest } from './message.ts'
import type { Outcome, OutwardSend } from './outward-http.ts'
import { waitAfter } from './pace.ts'

/** More wait for nobody: the oldest is given up. */
export const MOST_WAITING = 50
/** Between two requests, ms. */
export const BETWEEN = 2_000
/** What could not be brought for so long is given up, ms. */
export const OLDEST = 60 * 60_000
/** A failure that may pass is told of when it happens so often in a row. */
const FAILURES_TOLD = 2

interface CourierOptions {
  readonly clock: Clock
  readonly random: Random
  readonly send: OutwardSend
  /** Whether there is an address. */
  readonly isReady: () => boolean
  /** The request for a message as of now; null while there is no address. */
  readonly request: (message: OutwardMessage, lost: number) => OutwardRequest | null
  /** What is known of it says something else. */
  readonly changed: () => void
  /** It fails, in words, and has not before; null once it takes messages again. */
  readonly trouble: (words: string | null) => void
  /** What must not happen did: it ends here, whatever it was. */
  readonly failed: (error: unknown) => void
}

/** What is known of a place. */
export interface CourierState {
  readonly waiting: number
  readonly lost: number
  readonly sentAt: Millis | null
  readonly failure: { readonly words: string; readonly at: Millis } | null
}

export interface Courier {
  readonly state: CourierState
  push(message: OutwardMessage): void
  /** There is an address now. */
  addressChanged(): void
  /** Sends one at once, before those that wait, and says what came of it; null where there is no address. */
  deliver(message: OutwardMessage): Promise<Outcome | null>
  /** Gives up all that waits and is under way. */
  clear(): void
  /** Takes nothing more; what is under way goes on. Resolves once that is over. */
  end(): Promise<void>
}

interface Waiting {
  readonly message: OutwardMessage
  /** Monotonic, ms. */
  readonly since: number
}

const NOTHING: CourierState = { waiting: 0, lost: 0, sentAt: null, failure: null }

export function createCourier(options: CourierOptions): Courier {
  const { clock, random, send, isReady, request, changed, trouble, failed } = options
  let queue: readonly Waiting[] = []
  let known = NOTHING
  /** Given up since one was taken: the next one tells. */
  let untold = 0
  let failures = 0
  let isTold = false
  let lastAt = Number.NEGATIVE_INFINITY
  let timer: Cancel | null = null
  let isEnded = false
  let abort = new AbortController()
  /** One request at a time, whoever asks for it. */
  let line: Promise<unknown> = Promise.resolve()
  let isBusy = false

  function show(part: Partial<CourierState>): void {
    known = { ...known, ...part, waiting: queue.length }
    changed()
  }

  function lose(count: number): void {
    untold += count
    known = { ...known, lost: known.lost + count }
  }

  function note(outcome: Outcome, toldLost: number): void {
    if (outcome.isTaken) {
      untold -= toldLost
      failures = 0
      if (isTold) trouble(null)
      isTold = false
      show({ sentAt: clock.now(), failure: null })
      return
    }
    failures += 1
    if (!isTold && (!outcome.mayPass || failures >= FAILURES_TOLD)) {
      isTold = true
      trouble(outcome.words)
    }
    show({ failure: { words: outcome.words, at: clock.now() } })
  }

  /** Sends one in its turn; null where there is no address any more. */
  function inTurn(message: OutwardMessage): Promise<Outcome | null> {
    const turn = line.then(() => attempt(message)).catch(broken)
    line = turn
    return turn
  }

  /** As a place that may be there later: nothing of it reaches who gave the message. */
  function broken(error: unknown): Outcome {
    failed(error)
    return { isTaken: false, words: 'could not be asked', mayPass: true, afterMs: null }
  }

  async function attempt(message: OutwardMessage): Promise<Outcome | null> {
    const { signal } = abort
    const lost = untold
    const asked = request(message, lost)
    if (asked === null) return null
    lastAt = clock.monotonic()
    const outcome = await send(asked, signal)
    // What was forgotten meanwhile is of no interest.
    if (signal.aborted) return null
    note(outcome, lost)
    return outcome
  }

  function later(ms: number): void {
    timer?.()
    timer = clock.after(ms, () => {
      timer = null
      pump()
    })
  }

  function pump(): void {
    if (isBusy || isEnded || timer !== null || !isReady()) return
    const fresh = queue.filter(({ since }) => clock.monotonic() - since <= OLDEST)
    if (fresh.length < queue.length) {
      lose(queue.length - fresh.length)
      queue = fresh
      show({})
    }
    const [first] = queue
    if (first === undefined) return
    const wait = lastAt + BETWEEN - clock.monotonic()
    if (wait > 0) {
      later(wait)
      return
    }
    isBusy = true
    void inTurn(first.message)
      .then((outcome) => settle(first, outcome))
      .catch(failed)
      .finally(() => {
        isBusy = false
        pump()
      })
  }

  function settle(sent: Waiting, outcome: Outcome | null): void {
    if (outcome === null) return
    if (outcome.isTaken || !outcome.mayPass) {
      // It may have been given up for newer ones meanwhile.
      const isThere = queue.includes(sent)
      queue = queue.filter((one) => one !== sent)
      if (!outcome.isTaken && isThere) lose(1)
      show({})
    }
    if (!outcome.isTaken) later(Math.max(outcome.afterMs ?? 0, waitAfter(Math.max(1, failures), random)))
  }

  return {
    get state() {
      return known
    },
    push(message) {
      if (isEnded) return
      queue = [...queue, { message, since: clock.monotonic() }]
      if (queue.length > MOST_WAITING) {
        lose(queue.length - MOST_WAITING)
        queue = queue.slice(-MOST_WAITING)
      }
      show({})
      pump()
    },
    addressChanged: pump,
    async deliver(message) {
      const outcome = await inTurn(message)
      if (outcome?.isTaken === true && timer !== null) {
        timer()
        timer = null
        pump()
      }
      return outcome
    },
    clear() {
      abort.abort()
      abort = new AbortController()
      timer?.()
      timer = null
      queue = []
      untold = 0
      failures = 0
      if (isTold) trouble(null)
      isTold = false
      known = NOTHING
      changed()
    },
    async end() {
      isEnded = true
      timer?.()
      timer = null
      await line
    },
  }
}
