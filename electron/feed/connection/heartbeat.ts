/** Keeps an open socket alive and finds out that it is dead: a ping each second, its round trip, and how long no frame came. */
import type { Cancel, Clock } from '../../../contract/time.ts'

interface HeartbeatOptions {
  readonly clock: Pick<Clock, 'monotonic' | 'every'>
  /** Sends a ping in the service's own form, or one of the protocol. */
  readonly ping: () => void
  /** No frame of any kind came for too long. */
  readonly onSilence: () => void
}

const PING_EVERY = 1000
/** Without any frame for this long an open socket is taken for dead. */
const SILENCE = 5000
const MOST_PINGS_WAITING = 10

export class Heartbeat {
  readonly #options: HeartbeatOptions
  #lastFrameAt: number | null = null
  #latency: number | null = null
  #pings: number[] = []
  #timer: Cancel | null = null

  constructor(options: HeartbeatOptions) {
    this.#options = options
  }

  /** Round trip of the last ping that was answered, ms; null while there is none. */
  get latencyMs(): number | null {
    return this.#latency
  }

  /** Monotonic time of the newest frame of any kind, over all sockets. */
  get lastFrameAt(): number | null {
    return this.#lastFrameAt
  }

  /** A socket opened. */
  start(): void {
    const { clock, onSilence } = this.#options
    this.#timer?.()
    this.#pings = []
    // A new socket is not silent: it has had no time to say anything.
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

  /** A frame of any kind came. */
  frame(): void {
    this.#lastFrameAt = this.#options.clock.monotonic()
  }

  /** A ping was answered. */
  answered(): void {
    const sentAt = this.#pings.shift()
    if (sentAt !== undefined) this.#latency = Math.round((this.#options.clock.monotonic() - sentAt) * 10) / 10
  }

  #ping(): void {
    this.#pings.push(this.#options.clock.monotonic())
    if (this.#pings.length > MOST_PINGS_WAITING) this.#pings.shift()
    this.#options.ping()
  }
}
