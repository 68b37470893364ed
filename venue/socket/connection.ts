/** One client connection: its subscriptions, its message limit, and its backlog limit. */
import type { Writable } from 'node:stream'
import type { WebSocket } from 'ws'
import { Disturbance, type FeedFaults, NO_FAULTS } from './disturbance.ts'

/** Message limit of a connection (docs/service/limits.md#rates). */
const PER_SECOND = 100
/** This many refused messages close the connection. */
const MAX_REFUSED = 50
/** Refused messages are forgotten after this long without one, ms. */
const FORGIVEN_AFTER = 10_000

type LimitVerdict = 'pass' | 'refuse' | 'close'

/** Counts the messages of one connection. */
export class MessageLimit {
  #windowEnds = 0
  #count = 0
  #violations = 0
  #lastViolation = 0

  /** Counts one message. @param now real time in ms. */
  take(now: number): LimitVerdict {
    if (now >= this.#windowEnds) {
      this.#windowEnds = now + 1000
      this.#count = 0
    }
    this.#count += 1
    if (this.#count <= PER_SECOND) return 'pass'
    if (now - this.#lastViolation > FORGIVEN_AFTER) this.#violations = 0
    this.#lastViolation = now
    this.#violations += 1
    return this.#violations > MAX_REFUSED ? 'close' : 'refuse'
  }
}

/** With more unsent bytes than this, a connection gets no book updates until it has caught up. */
const BEHIND_BEYOND = 1024 * 1024
/** With more unsent bytes than this, it is cut. */
const CUT_BEYOND = 8 * 1024 * 1024

/** A channel and coin: `book:NYCTMP1`, `outcomeBook:#36010`. */
export type Topic = `${string}:${string}`

export class Connection {
  readonly topics = new Set<Topic>()
  readonly limit = new MessageLimit()
  readonly #socket: WebSocket
  readonly #stream: Pick<Writable, 'cork' | 'uncork'>
  readonly #disturbance: Disturbance
  #halfOpen = false
  #corked = false

  /** @param stream that the socket writes to */
  constructor(
    socket: WebSocket,
    stream: Pick<Writable, 'cork' | 'uncork'>,
    faults: () => FeedFaults = () => NO_FAULTS,
  ) {
    this.#socket = socket
    this.#stream = stream
    this.#disturbance = new Disturbance(faults)
  }

  /** Sends a message that must not be lost; a connection that no longer reads is cut. */
  send(message: Buffer): void {
    for (const each of this.#disturbance.apply(message)) this.sendAsIs(each)
  }

  /** Sends a message that the next one replaces: skipped while the connection is behind. */
  sendLatest(message: Buffer): void {
    if (this.#socket.bufferedAmount <= BEHIND_BEYOND) this.send(message)
  }

  /** Sends past every fault except half-open. */
  sendAsIs(message: Buffer): void {
    if (this.#halfOpen || this.#socket.readyState !== this.#socket.OPEN) return
    if (this.#socket.bufferedAmount > CUT_BEYOND) this.#socket.terminate()
    else {
      this.#gather()
      this.#socket.send(message, { binary: false })
    }
  }

  /** Messages of one market step leave in one write, and wake the client once. */
  #gather(): void {
    if (this.#corked) return
    this.#corked = true
    this.#stream.cork()
    queueMicrotask(() => {
      this.#corked = false
      this.#stream.uncork()
    })
  }

  /** Sends the message that was held for reordering, after the fault ends. */
  releaseHeld(): void {
    for (const each of this.#disturbance.release()) this.sendAsIs(each)
  }

  /** While half open nothing is read or sent, so that not even pings are answered. */
  setHalfOpen(halfOpen: boolean): void {
    if (halfOpen === this.#halfOpen) return
    this.#halfOpen = halfOpen
    if (halfOpen) this.#socket.pause()
    else this.#socket.resume()
  }

  close(code: number, reason: string): void {
    this.setHalfOpen(false)
    this.#socket.close(code, reason)
  }

  /** Cuts the connection without a close frame. */
  cut(): void {
    this.#socket.terminate()
  }
}
