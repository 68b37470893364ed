/** Serves a venue on loopback: HTTP, WebSocket, persistence and the clock around a core. */
import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { PRACTICE_DEPOSIT, type SessionRequest, Sessions, Tokens } from './access.ts'
import { Driver, type VenueClock } from './clock.ts'
import { controlRoutes, createControl, type VenueControl } from './control.ts'
import type { VenueCore } from './core/index.ts'
import { FaultSwitches, type Faults } from './faults.ts'
import {
  BOOK_LEVELS,
  createContext,
  type MarketMode,
  type OracleState,
  RateLimit,
  RequestListener,
  RequestQuirks,
  Router,
  refuseUnreadable,
  serviceRoutes,
  upstreamWire,
  venueWire,
  type WireName,
} from './http/index.ts'
import { DIRECT_ORDER, type DirectOrder } from './signing/index.ts'
import { Feed, feedSources, hugeMessage, Upgrades } from './socket/index.ts'
import { AccountRegistry, GroupCommit, openStore, type VenueStore } from './store/index.ts'

// Importing `node:http` would load Node's whole `fetch`, a tenth of the venue's start time.
const { createServer } = process.getBuiltinModule('node:http')

interface VenueOptions {
  core: VenueCore
  /** Venue time; `speed` is its speed factor. */
  clock: Pick<VenueClock, 'now' | 'advance' | 'realDelayUntil' | 'speed'>
  /** The store; null keeps everything in memory. The caller closes it, after the venue. */
  store: VenueStore | null
  /** 0 uses a free port. */
  port: number
  /** Loopback, the only permitted address. */
  host?: string
  waitlist?: boolean
  /** Which market families the deployment shows; default `all`. */
  mode?: MarketMode
  /** Whether it has outcome markets; default true. */
  outcomes?: boolean
  /** Wire format; default is the venue's own. */
  wire?: WireName
  /** Quirks of other services, as `name` or `name=N`; default none. */
  quirks?: readonly string[]
  /** Whether the `/practice/` routes exist. */
  control?: boolean
  /** Requests per caller in 10 s; default 600. */
  requestsPerWindow?: number
  /** Time for a client to send a request, ms; default 15,000. */
  requestTimeoutMs?: number
  log?: (line: string) => void
  /** For injected faults; in [0, 1). */
  random?: () => number
}

/** A venue that accepts connections. */
export interface RunningVenue {
  url: string
  wsUrl: string
  directOrder: DirectOrder
  /** The functions of `/practice/` in process, even without those routes. */
  control: VenueControl
  /** A token for the identity; a new address gets a practice account. */
  issueToken(request: SessionRequest): Promise<string>
  /** Finishes pending requests, closes sockets with 1001, and writes everything to disk. */
  close(): Promise<void>
}

const HOST = '127.0.0.1'
const RATE_WINDOW = 10_000
const REQUESTS_PER_WINDOW = 600
/** Keep-alive time of an idle connection, ms: long, so that an order does not meet one that is just closing. */
const KEEP_ALIVE = 75_000
/** Time after which an incomplete request is answered 408, ms. */
const REQUEST_TIMEOUT = 15_000
/** Time for pending requests when the venue closes, ms. */
const CLOSING_GRACE = 3_000

/**
 * Starts a venue on loopback.
 * @throws RangeError for another address; QuirkError for an unknown quirk; the listening error (`EADDRINUSE`, …) when the port is not available.
 */
export async function startVenue(options: VenueOptions): Promise<RunningVenue> {
  const { core, clock, port, host = HOST, waitlist = false, mode = 'all', log = () => {} } = options
  if (host !== HOST) throw new RangeError(`the practice venue binds to ${HOST} only; ${host} is not that`)
  core.quirks.set(options.quirks ?? [])
  const store = options.store ?? openStore(':memory:', clock.now()).store
  const realNow = () => performance.now()

  core.advanceTo(clock.now())
  let pushed = 0
  const push = (ms: number): void => {
    clock.advance(ms)
    pushed += ms
  }
  const accounts = new AccountRegistry(core, store)
  const tokens = new Tokens(tokenSecret(store), { now: () => clock.now(), pushed: () => pushed, speed: clock.speed })
  const openAccount = (account: `0x${string}`) => accounts.open(account, PRACTICE_DEPOSIT)
  const sessions = new Sessions({ store, tokens, waitlist, openAccount, now: () => clock.now() })
  const outcomes = (options.outcomes ?? true) ? core.outcomes : null
  const oracle: OracleState = { stale: false }
  const context = createContext({ core, store, sessions, mode, outcomes, oracle, speed: clock.speed })
  const faults = new FaultSwitches({
    random: options.random ?? Math.random,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  })
  const commits = new GroupCommit({
    dirty: () => accounts.dirty || store.uncommitted,
    write: () => {
      accounts.flush()
      store.commit()
    },
    defer: setImmediate,
    failed: (error) => log(`error the book-keeping could not be written: ${(error as Error).message}`),
  })
  store.groupWrites(() => commits.soon())
  const stepped = () => {
    commits.soon()
    sessions.timePassed()
  }
  const driver = new Driver({ core, clock, stepped })
  const catchUp = () => core.advanceTo(clock.now())
  const rateLimit = new RateLimit({
    requests: options.requestsPerWindow ?? REQUESTS_PER_WINDOW,
    windowMs: RATE_WINDOW,
    realNow,
  })
  const control = createControl({
    core,
    sessions,
    faults,
    clock: { advance: push },
    catchUp,
    oracle,
    rateLimit,
    oraclePinned: () => accounts.touch(),
  })
  const sources = feedSources({
    core,
    scalar: mode !== 'binary',
    binary: mode !== 'scalar',
    outcomes,
    bookLevels: BOOK_LEVELS,
    marksHeldBack: () => oracle.stale,
  })
  const feed = new Feed({ sources, realNow, after })
  faults.onChange((now, before) => {
    applyFeedFaults(feed, now, before)
    core.setTradersStill(now.still_traders)
  })

  const listener = new RequestListener({
    service: new Router(serviceRoutes(context)),
    control: options.control ? new Router(controlRoutes(control)) : null,
    sessions,
    mode,
    outcomes: outcomes !== null,
    rateLimit,
    wire: options.wire === 'upstream' ? upstreamWire(core) : venueWire(core.quirks),
    quirks: new RequestQuirks(core),
    faults,
    catchUp,
    durable: () => commits.durable(),
    log,
    realNow,
    now: () => clock.now(),
  })
  const upgrades = new Upgrades({ feed, sessions, faults: () => faults.current, quirks: core.quirks, log })
  let closing = false
  const requestTimeout = options.requestTimeoutMs ?? REQUEST_TIMEOUT
  const strictness = {
    requestTimeout,
    headersTimeout: requestTimeout,
    // Answered like any other wrong host name, in the service's own format.
    requireHostHeader: false,
    connectionsCheckingInterval: Math.min(1000, requestTimeout),
  }
  const server = createServer(strictness, (request, response) => {
    unused.delete(request.socket)
    response.once('close', () => {
      if (closing) setImmediate(() => server.closeIdleConnections())
    })
    void listener.handle(request, response)
  })
  server.keepAliveTimeout = KEEP_ALIVE
  /** Connections without a request so far: Node does not count them as idle, and clients open them in advance. */
  const unused = new Set<Socket>()
  server.on('connection', (connection) => {
    unused.add(connection)
    connection.once('close', () => unused.delete(connection))
  })
  server.on('clientError', refuseUnreadable)
  server.on('upgrade', (request, stream, head) => {
    unused.delete(request.socket)
    void upgrades.handle(request, stream, head)
  })
  await listening(server, port)
  driver.start()

  const bound = (server.address() as AddressInfo).port
  return {
    url: `http://${HOST}:${bound}`,
    wsUrl: `ws://${HOST}:${bound}/v1/ws`,
    directOrder: DIRECT_ORDER,
    control,
    async issueToken(request) {
      const token = await sessions.issueToken(request)
      await commits.durable()
      return token
    },
    async close() {
      closing = true
      driver.stop()
      feed.close()
      for (const connection of unused) connection.destroy()
      await closed(server, () => feed.cutAll())
      accounts.touch()
      accounts.flush()
      store.endGroups()
      if (options.store === null) store.close()
    },
  }
}

/** Applies changed faults to the feed at once. */
function applyFeedFaults(feed: Feed, now: Faults, before: Faults): void {
  feed.setHalfOpen(now.half_open)
  feed.setFrozen(now.freeze_feed || now.half_open)
  if (now.drop_ws) feed.cutAll()
  if (before.reorder_feed && !now.reorder_feed) feed.releaseHeld()
  if (now.huge_message && !before.huge_message) feed.sendToAll(hugeMessage())
}

/** The secret that signs access tokens, created once per store. */
function tokenSecret(store: VenueStore): Uint8Array {
  const known = store.setting('token_secret')
  const secret = known ?? randomBytes(32).toString('hex')
  if (known === null) store.saveSetting('token_secret', secret)
  return Buffer.from(secret, 'hex')
}

function after(ms: number, run: () => void): () => void {
  if (ms <= 0) {
    const immediate = setImmediate(run)
    return () => clearImmediate(immediate)
  }
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

const listening = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host: HOST, exclusive: true }, () => {
      server.off('error', reject)
      resolve()
    })
  })

/** Waits for pending requests; after the grace period the rest is cut. */
const closed = (server: Server, cutSockets: () => void): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => {
      cutSockets()
      server.closeAllConnections()
    }, CLOSING_GRACE)
    server.close(() => {
      clearTimeout(timer)
      resolve()
    })
    server.closeIdleConnections()
  })
