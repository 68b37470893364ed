/**
 * One WebSocket to the deployment that never gives up: connects, keeps alive, detects half-open sockets, waits with jitter, reconnects
 * (docs/service/websocket.md#reconnecting). It knows no messages except its own heartbeat.
 */
import { MESSAGES as COMMON } from '../../../contract/messages.ts'
import { type SafeText, safeText, text } from '../../../contract/safe-text.ts'
import type { SocketState } from '../../../contract/session.ts'
import type { Cancel, Clock, Random } from '../../../contract/time.ts'
import type { Log } from '../../log/index.ts'
import type { Secret } from '../../secrets/index.ts'
import {
  FeedBudget,
  Heartbeat,
  isRefusal,
  isTokenRefused,
  Renewals,
  retryDelay,
  type SocketEnd,
  UpgradeRate,
} from './socket-health.ts'

/** An attempt or an open socket. After `terminate` there are no more events. */
export interface FeedSocket {
  send(message: string): void
  /** Sends a ping of the protocol itself, which every server answers. */
  ping(): void
  /** Stops reading until `resume`; what has already arrived is still delivered. */
  pause(): void
  resume(): void
  /** Cuts at once, without the closing handshake. */
  terminate(): void
}

/** Events of a socket; `ended` comes at most once, opened or not. */
interface SocketEvents {
  opened(): void
  /** Bytes of the open connection, framing included, before they are a message. */
  received(bytes: number): void
  message(bytes: Buffer): void
  /** A ping of the server, or its answer to one: the connection is alive, independent of the data. */
  heartbeat(kind: 'ping' | 'pong'): void
  ended(end: SocketEnd): void
}

export type OpenSocket = (url: string, token: Secret | null, events: SocketEvents) => FeedSocket

/** The service's rate limit; an upgrade counts as a request. */
export interface UpgradeLimit {
  /** 0 when a socket may open now, which is counted; otherwise the ms to wait. */
  openSocket(): number
  /** An upgrade was refused with 429. */
  socketRefused(retryAfterMs: number | null): void
  /** Another token is in use. */
  callerChanged(): void
  /** The pause that the service asks for, as text; null without one. */
  pauseText(): string | null
}

interface ConnectionOptions {
  readonly url: string
  readonly limit: UpgradeLimit
  readonly token: () => Secret | null
  /** The service's keep-alive message; null for pings of the protocol. */
  readonly ping: string | null
  readonly openSocket: OpenSocket
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  /** Returns how many of the bytes were a book of the usual shape. */
  readonly onMessage: (bytes: Buffer) => number
  /** The socket opened, closed, or is about to be tried. */
  readonly onState: (state: SocketState) => void
}

/** Maximum duration of an attempt; longer only where opening is known, or not yet known, to be slow. */
const CONNECT_TIMEOUT = 2500
const LONGEST_CONNECT_TIMEOUT = 10_000
/** An open connection that lasted this long was good: failures are counted from zero again. A shorter one was refused. */
const PROVEN_AFTER = 5000
/** After this long it is healthy: refusals are counted from zero again. */
const HEALTHY_AFTER = 60_000

export class Connection {
  readonly #options: ConnectionOptions
  #state: SocketState = 'offline'
  #socket: Pick<FeedSocket, 'send' | 'ping' | 'terminate'> | null = null
  #running = false
  #failures = 0
  #refusals = 0
  #attempts = 0
  #reason: SafeText | null = null
  #retryAt: number | null = null
  #tokenRefused = false
  #usedToken: Secret | null = null
  #attemptAt = 0
  #openedAt = 0
  #openTook: number | null = null
  #timeouts = 0
  readonly #heartbeat: Heartbeat
  readonly #renewals = new Renewals()
  readonly #upgrades = new UpgradeRate()
  #timers: Cancel[] = []

  constructor(options: ConnectionOptions) {
    this.#options = options
    const { clock, ping } = options
    this.#heartbeat = new Heartbeat({
      clock,
      ping: () => (ping === null ? this.#socket?.ping() : this.send(ping)),
      onSilence: () =>
        this.#ended({ code: 1006, status: null, reason: text`The venue stopped sending data.`, retryAfterMs: null }),
    })
  }

  get state(): SocketState {
    return this.#state
  }

  /** Attempts since the last live connection. */
  get attempts(): number {
    return this.#attempts
  }

  /** Why it is not live; null while it is. */
  get reason(): SafeText | null {
    return this.#reason
  }

  /** ms until the next attempt, null when none is scheduled. */
  get retryInMs(): number | null {
    return this.#retryAt === null ? null : Math.max(0, Math.round(this.#retryAt - this.#now()))
  }

  /** Round trip of the last heartbeat, ms. */
  get latencyMs(): number | null {
    return this.#heartbeat.latencyMs
  }

  /** Monotonic time of the latest frame of any kind, pings of the protocol included, over all connections. */
  get lastFrameAt(): number | null {
    return this.#heartbeat.lastFrameAt
  }

  start(): void {
    if (this.#running) return
    this.#running = true
    this.#failures = 0
    this.#refusals = 0
    this.#attempt()
  }

  /** Closes and stays closed until `start`. */
  stop(reason: string): void {
    this.#running = false
    this.#drop()
    this.#reason = safeText(reason)
    this.#enter('offline')
  }

  /** Switches to the current token if it differs: an open connection is reopened with it, and waits end. Called a few times a second. */
  followToken(): void {
    if (!this.#running) return
    const token = this.#options.token()
    if (token === this.#usedToken || token?.equals(this.#usedToken) === true) return
    this.#options.limit.callerChanged()
    this.#drop()
    this.#failures = 0
    this.#attempt()
  }

  /** Tries at once instead of waiting, for example when the network is back. */
  retryNow(): void {
    if (!this.#running || this.#retryAt === null || this.#tokenRefused) return
    this.#drop()
    this.#attempt()
  }

  /**
   * Reopens a connection whose data is frozen; less and less often where that does not help.
   * @param reason for the trader.
   */
  renew(reason: string): void {
    if (this.#state !== 'live' || !this.#renewals.isDue(this.#now())) return
    this.#ended({ code: null, status: null, reason: safeText(reason), retryAfterMs: null })
  }

  /** Sends when the connection is live; otherwise the message is dropped, since everything is sent again on reopening. */
  send(message: string): void {
    if (this.#state === 'live') this.#socket?.send(message)
  }

  /** The heartbeat was answered, as reported by the decoder. */
  pong(): void {
    this.#heartbeat.answered()
  }

  #now(): number {
    return this.#options.clock.monotonic()
  }

  #attempt(): void {
    const { clock, url, token, openSocket } = this.#options
    this.#drop()
    if (this.#isHeldBack()) return
    this.#attempts += 1
    this.#attemptAt = this.#now()
    this.#tokenRefused = false
    this.#usedToken = token()
    this.#enter('connecting')
    let ended = false
    const guard =
      <Args extends unknown[]>(run: (...args: Args) => void) =>
      (...args: Args): void => {
        if (!ended) run(...args)
      }
    const budget = new FeedBudget(this.#attemptAt)
    const endIfOverBudget = (): void => {
      const reason = budget.excess
      // Treated like a refusal by the service: a flooding server would do so again at once.
      if (reason !== null && !ended) this.#ended({ code: 1008, status: null, reason, retryAfterMs: null })
    }
    let isPaused = false
    const pauseIfDue = (): void => {
      const time = budget.pause(this.#now())
      if (time === 0 || isPaused || ended) return
      isPaused = true
      const from = this.#now()
      socket.pause()
      clock.after(Math.ceil(time), () => {
        if (ended) return
        isPaused = false
        const now = this.#now()
        budget.paused(now - from, now)
        endIfOverBudget()
        // Messages that had already arrived were still delivered meanwhile.
        pauseIfDue()
        if (!isPaused && !ended) socket.resume()
      })
    }
    const events: SocketEvents = {
      opened: guard(() => this.#opened()),
      received: guard((bytes) => {
        budget.received(bytes, this.#now())
        endIfOverBudget()
      }),
      message: guard((bytes) => {
        this.#heartbeat.frame()
        const from = this.#now()
        const bookBytes = this.#options.onMessage(bytes)
        const now = this.#now()
        budget.message(bookBytes, now - from, now)
        endIfOverBudget()
        pauseIfDue()
      }),
      heartbeat: guard((kind) => {
        this.#heartbeat.frame()
        if (kind === 'pong' && this.#options.ping === null) this.pong()
        budget.message(0, 0, this.#now())
        endIfOverBudget()
      }),
      ended: guard((end) => {
        ended = true
        this.#ended(end)
      }),
    }
    let socket: FeedSocket
    try {
      socket = openSocket(url, this.#usedToken, events)
    } catch {
      // A token with characters that no header can carry; the error itself might quote it.
      this.#ended({
        code: null,
        status: 401,
        reason: text`The access token contains invalid characters.`,
        retryAfterMs: null,
      })
      return
    }
    this.#socket = {
      send: (message) => socket.send(message),
      ping: () => socket.ping(),
      terminate() {
        ended = true
        socket.terminate()
      },
    }
    this.#timers.push(
      clock.after(this.#connectTimeout(), () => {
        this.#timeouts += 1
        this.#ended({ code: null, status: null, reason: text`${COMMON.venueSlow}`, retryAfterMs: null })
      }),
    )
  }

  /** Whether the rate limit delays the attempt; it is then made as soon as that is over. */
  #isHeldBack(): boolean {
    const { clock, limit } = this.#options
    const paused = Math.ceil(limit.openSocket())
    const wait = paused > 0 ? paused : Math.ceil(this.#upgrades.begin(this.#now()))
    if (wait <= 0) return false
    this.#usedToken = this.#options.token()
    this.#reason =
      paused > 0
        ? text`${limit.pauseText() ?? "Waiting for the venue's request limit before connecting."}`
        : text`Isotherm connects at most 30 times per minute.`
    this.#retryAt = this.#now() + wait
    this.#timers.push(clock.after(wait, () => this.#attempt()))
    this.#enter('offline')
    return true
  }

  /** Three times the last opening time; before the first one, longer with every time-out. */
  #connectTimeout(): number {
    const patient = this.#openTook === null ? CONNECT_TIMEOUT * 1.5 ** this.#timeouts : this.#openTook * 3
    return Math.min(LONGEST_CONNECT_TIMEOUT, Math.max(CONNECT_TIMEOUT, patient))
  }

  #opened(): void {
    const { log } = this.#options
    this.#clearTimers()
    this.#openedAt = this.#now()
    this.#openTook = this.#openedAt - this.#attemptAt
    this.#attempts = 0
    this.#timeouts = 0
    this.#reason = null
    log.info({ tookMs: Math.round(this.#openTook) }, 'feed connected')
    this.#enter('live')
    this.#heartbeat.start()
  }

  #ended(end: SocketEnd): void {
    const { clock, log, random } = this.#options
    const wasLive = this.#state === 'live'
    this.#drop()
    const lasted = wasLive ? this.#now() - this.#openedAt : null
    if (lasted !== null && lasted >= PROVEN_AFTER) this.#failures = 0
    if (lasted !== null && lasted >= HEALTHY_AFTER) this.#refusals = 0
    this.#tokenRefused = isTokenRefused(end)
    // A cut (1006) comes from the network, and no code means that the terminal gave up: neither was the server's decision.
    const closedAtOnce = lasted !== null && lasted < PROVEN_AFTER && end.code !== null && end.code !== 1006
    const refused = isRefusal(end, closedAtOnce)
    if (refused) this.#refusals += 1
    if (end.status === 429) this.#options.limit.socketRefused(end.retryAfterMs)
    const delay = retryDelay(end, this.#failures, refused ? this.#refusals : 0, random)
    this.#failures += 1
    // Back-off counts from the start of an attempt: one that hung has waited already.
    const spent = wasLive || end.status !== null ? 0 : this.#now() - this.#attemptAt
    const wait = Math.max(0, delay - spent)
    this.#reason = end.reason
    this.#retryAt = this.#now() + wait
    if (wasLive || this.#failures === 1) {
      log.warn({ code: end.code, status: end.status, reason: end.reason, waitMs: Math.round(wait) }, 'feed lost')
    }
    this.#timers.push(clock.after(wait, () => this.#attempt()))
    this.#enter('offline')
  }

  #drop(): void {
    this.#clearTimers()
    this.#heartbeat.stop()
    this.#retryAt = null
    const socket = this.#socket
    this.#socket = null
    socket?.terminate()
  }

  #clearTimers(): void {
    for (const cancel of this.#timers.splice(0)) cancel()
  }

  #enter(state: SocketState): void {
    this.#state = state
    this.#options.onState(state)
  }
}
