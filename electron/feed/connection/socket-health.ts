/** When a socket is given up, and when the next one is tried: pings, limits on incoming data, and pauses between attempts. */

import { type SafeText, text } from '../../../contract/safe-text.ts'
import type { Cancel, Clock, Random } from '../../../contract/time.ts'

interface HeartbeatOptions {
  readonly clock: Pick<Clock, 'monotonic' | 'every'>
  /** Sends a ping in the service's own form, or one of the protocol. */
  readonly ping: () => void
  /** No frame of any kind for too long. */
  readonly onSilence: () => void
}

const PING_EVERY = 1000
/** Without any frame for this long an open socket counts as dead. */
const SILENCE = 5000
const MAX_PINGS_WAITING = 10

/** Keeps an open socket alive and detects a dead one: a ping each second, its round trip, and the time without a frame. */
export class Heartbeat {
  readonly #options: HeartbeatOptions
  #lastFrameAt: number | null = null
  #latency: number | null = null
  #pings: number[] = []
  #timer: Cancel | null = null

  constructor(options: HeartbeatOptions) {
    this.#options = options
  }

  /** Round trip of the last answered ping, ms; null without one. */
  get latencyMs(): number | null {
    return this.#latency
  }

  /** Monotonic time of the latest frame of any kind, over all sockets. */
  get lastFrameAt(): number | null {
    return this.#lastFrameAt
  }

  /** A socket opened. */
  start(): void {
    const { clock, onSilence } = this.#options
    this.#timer?.()
    this.#pings = []
    // A new socket is not silent: it has had no time to send anything.
    let quietSince = clock.monotonic()
    this.#ping()
    this.#timer = clock.every(PING_EVERY, () => {
      quietSince = Math.max(quietSince, this.#lastFrameAt ?? 0)
      if (clock.monotonic() - quietSince >= SILENCE) onSilence()
      else this.#ping()
    })
  }

  /** The socket is gone. */
  stop(): void {
    this.#timer?.()
    this.#timer = null
    this.#latency = null
  }

  /** A frame of any kind arrived. */
  frame(): void {
    this.#lastFrameAt = this.#options.clock.monotonic()
  }

  answered(): void {
    const sentAt = this.#pings.shift()
    if (sentAt !== undefined) this.#latency = Math.round((this.#options.clock.monotonic() - sentAt) * 10) / 10
  }

  #ping(): void {
    this.#pings.push(this.#options.clock.monotonic())
    if (this.#pings.length > MAX_PINGS_WAITING) this.#pings.shift()
    this.#options.ping()
  }
}

// Limits the incoming data of one socket, so that one deployment never takes from main what another deployment's exits need.

/**
 * Per second, averaged over `WINDOW`; the initial data of a socket, all books and trades at once, fits into one window several times.
 *
 * - `messages`: the terminal is measured at 10,000 books a second (tools/bench/README.md), more than any venue sends one client.
 * - `bytes`: 10,000 books of 25 levels a side are 20 MB. A book of the usual shape is read from its bytes at more than 400 MB a second, so these
 *   cost less than a tenth of a core.
 * - `others`: everything but such books, framing included. Parsing and checking reaches 5 MB a second at its worst (objects each of another shape,
 *   prices of thousands of coins) and 40 of trades. 10,000 trades a second are 1 MB, the contexts of 1,000 assets 0.3 MB, and 750 books of another
 *   shape 1.5 MB.
 * - `work`: ms of main, pauses included. On a machine so busy that main parses invalid data more slowly than `others` allows, that would still take
 *   all of main; 10,000 books take 50 ms.
 */
const PER_SECOND = { messages: 15_000, bytes: 32_000_000, others: 1_500_000, work: 400 } as const
/** ms */
const WINDOW = 5_000
/** Maximum ms that one message counts for: one during which the machine slept or paused is not a flood. */
const LONGEST_WORK = 500
/** ms that a socket may keep main busy before it is paused; its initial data takes less. */
const STRETCH = 20
/** Share of main for a socket that is paused again and again. */
const SHARE = PER_SECOND.work / 1000
/** Maximum ms of one message that a pause is computed from: on an idle machine the worst message takes less. */
const LONGEST_STRETCH = 60
/** Minimum ms of a message: taking it off the socket is work too. 15,000 of them a second cause no pause. */
const MIN_WORK = 0.015

type Kind = keyof typeof PER_SECOND
const KINDS: readonly Kind[] = ['messages', 'bytes', 'others', 'work']

const SAID: Readonly<Record<Kind, SafeText>> = {
  messages: text`The venue sends more than ${PER_SECOND.messages.toLocaleString('en-US')} messages per second.`,
  bytes: text`The venue sends more than ${PER_SECOND.bytes / 1e6} MB per second.`,
  others: text`The venue sends more than ${PER_SECOND.others / 1e6} MB per second besides order books.`,
  work: text`The venue's messages take more than ${PER_SECOND.work / 10} % of the terminal's time.`,
}

/** Token buckets of one socket, full at its opening. */
export class FeedBudget {
  readonly #spent: Record<Kind, number> = { messages: 0, bytes: 0, others: 0, work: 0 }
  /** ms that main was busy with this socket without a pause. */
  #stretch = 0
  #at: number

  /** @param now monotonic ms, as below. */
  constructor(now: number) {
    this.#at = now
  }

  /** Bytes arrived, framing included; their kind is not known yet. */
  received(bytes: number, now: number): void {
    this.#refill(now)
    this.#spent.bytes += bytes
    this.#spent.others += bytes
  }

  /**
   * A message, a ping or a pong is complete.
   * @param bookBytes how many of its bytes were a book of the usual shape.
   * @param work ms spent on it.
   */
  message(bookBytes: number, work: number, now: number): void {
    this.#refill(now)
    this.#spent.messages += 1
    this.#spent.work += Math.min(work, LONGEST_WORK)
    this.#spent.others = Math.max(0, this.#spent.others - bookBytes)
    this.#stretch += Math.min(Math.max(work, MIN_WORK), LONGEST_STRETCH)
  }

  /**
   * How long to pause the socket so that main gets to its other work, ms; 0 while it kept main busy only for a moment. TCP slows the service down
   * meanwhile.
   */
  pause(now: number): number {
    this.#refill(now)
    return Math.max(0, this.#stretch - STRETCH) / SHARE
  }

  /** The socket was paused for `time` ms: it counts as work, since the data that waits needs it. */
  paused(time: number, now: number): void {
    this.#refill(now)
    this.#spent.work += Math.min(time, LONGEST_WORK)
  }

  /** Why the socket is to be closed; null while it keeps within its budget. */
  get excess(): SafeText | null {
    for (const kind of KINDS) {
      if (this.#spent[kind] > (PER_SECOND[kind] * WINDOW) / 1000) return SAID[kind]
    }
    return null
  }

  #refill(now: number): void {
    const seconds = (now - this.#at) / 1000
    if (seconds === 0) return
    this.#at = now
    for (const kind of KINDS) this.#spent[kind] = Math.max(0, this.#spent[kind] - seconds * PER_SECOND[kind])
    this.#stretch = Math.max(0, this.#stretch - seconds * PER_SECOND.work)
  }
}

/** Why the last connection, or the last attempt, ended. */
export interface SocketEnd {
  /** Close code of an open connection (1006: cut without a close frame); null when it never opened. */
  readonly code: number | null
  /** HTTP status of the refused upgrade; null when there was none. */
  readonly status: number | null
  /** The service's own message if it gave one, else a description. */
  readonly reason: SafeText
  readonly retryAfterMs: number | null
}

const FIRST = 250
/** Small enough that fresh data shows within 3 s of a server's return, however long it was away. */
const CAP = 2000
const POLICY_WAIT = 10_000
const POLICY_JITTER = 2000
/** For a server that closes a connection right after opening it. */
const REFUSED_FIRST = 2000
const REFUSED_CAP = 60_000
/** Close codes of a refusal: policy, restart, try again later, and the service's own for too many connections. */
const REFUSALS: ReadonlySet<number | null> = new Set([1008, 1012, 1013, 4008])
/** An upgrade refused for its token is tried again after this long, or as soon as the token changes. */
const TOKEN_WAIT = 30_000
const LONGEST_RETRY_AFTER = 60_000

/** Whether only another token could help. */
export const isTokenRefused = ({ status }: SocketEnd): boolean => status === 401 || status === 403

/** Whether the service refused the terminal rather than lost it: by its code, or because it closed the connection right after opening it. */
export const isRefusal = ({ code, status }: SocketEnd, closedAtOnce: boolean): boolean =>
  REFUSALS.has(code) || status === 429 || closedAtOnce

/**
 * Full jitter: anywhere between 0 and the bound, which doubles with every consecutive failure; longer where the service asked for it, or refused the
 * terminal.
 * @param failures in a row before this one.
 * @param refusals in a row including this one (`isRefusal`); 0 when it was none.
 */
export function retryDelay(end: SocketEnd, failures: number, refusals: number, random: Random): number {
  if (isTokenRefused(end)) return TOKEN_WAIT
  if (refusals > 0) {
    const requests = Math.min(end.retryAfterMs ?? 0, LONGEST_RETRY_AFTER)
    const least = REFUSALS.has(end.code) || end.status === 429 ? POLICY_WAIT : 0
    const grown = Math.min(REFUSED_CAP, REFUSED_FIRST * 2 ** Math.min(refusals - 1, 10))
    return Math.max(least, requests, grown) + random() * POLICY_JITTER
  }
  return random() * Math.min(CAP, FIRST * 2 ** Math.min(failures, 10))
}

const MAX_UPGRADES = 30
const MINUTE = 60_000

/** Limits upgrades to 30 in any minute, regardless of what the server does: services block clients that open more. */
export class UpgradeRate {
  readonly #times: number[] = []

  /** 0 when one may begin now, which is counted; otherwise the ms to wait. @param now monotonic */
  begin(now: number): number {
    while (this.#times[0] !== undefined && now - this.#times[0] >= MINUTE) this.#times.shift()
    const [oldest] = this.#times
    if (oldest !== undefined && this.#times.length >= MAX_UPGRADES) return oldest + MINUTE - now
    this.#times.push(now)
    return 0
  }
}

const FIRST_RENEWAL_WAIT = 10_000
const LONGEST_RENEWAL_WAIT = 300_000

/** Limits how often a connection is reopened because its data is frozen: less and less often while that does not help. */
export class Renewals {
  #lastAt = Number.NEGATIVE_INFINITY
  #wait = 0

  /** Whether it may be done now, which counts as done. */
  isDue(now: number): boolean {
    const since = now - this.#lastAt
    if (since < this.#wait) return false
    this.#wait = since > 2 * LONGEST_RENEWAL_WAIT ? FIRST_RENEWAL_WAIT : Math.min(LONGEST_RENEWAL_WAIT, 2 * this.#wait)
    this.#lastAt = now
    return true
  }
}
