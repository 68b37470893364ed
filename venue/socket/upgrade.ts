/** Admits WebSocket clients: `/v1/ws` or `/ws`, with a token when the waitlist is on. */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { bearerToken, type Caller, type Sessions } from '../access.ts'
import { badRequest, problemOf, refuse } from '../http/index.ts'
import { VenueError } from '../market/index.ts'
import type { Quirks } from '../quirks.ts'
import { Connection } from './connection.ts'
import { type FeedFaults, hugeMessage } from './disturbance.ts'
import type { Feed } from './feed.ts'

const PATHS: readonly string[] = ['/v1/ws', '/ws']
const LARGEST_MESSAGE = 64 * 1024
/** Maximum number of connections. */
const MAX_CONNECTIONS = 100
/** Close code of a service that is overloaded (RFC 6455, registry of close codes). */
const TRY_AGAIN_LATER = 1013

/** Faults of the upgrade and of messages. */
export interface SocketFaults extends FeedFaults {
  drop_ws: boolean
  huge_message: boolean
}

export interface UpgradesOptions {
  feed: Feed
  sessions: Sessions
  quirks: Quirks
  /** The active socket faults. */
  faults: () => SocketFaults
  log: (line: string) => void
}

/** Handles the upgrade requests of one HTTP server. */
export class Upgrades {
  readonly #options: UpgradesOptions
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: LARGEST_MESSAGE, perMessageDeflate: false })

  constructor(options: UpgradesOptions) {
    this.#options = options
    this.#sockets.on('wsClientError', ({ message }, stream) => refuse(stream, problemOf(badRequest(`${message}.`))))
  }

  /** Handles one upgrade; never rejects. */
  async handle(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    const { log } = this.#options
    // A client that disconnects during the handshake is not an error.
    stream.on('error', () => {})
    const [path = '', query = ''] = (request.url ?? '').split('?')
    let caller: Caller | null
    try {
      caller = await this.#admit(request, path, new URLSearchParams(query))
    } catch (error) {
      const problem = problemOf(error)
      log(`WS ${path} ${problem.status} ${problem.code}`)
      refuse(stream, problem)
      return
    }
    this.#sockets.handleUpgrade(request, stream, head, (socket) => {
      log(`WS ${path} open`)
      const { feed, faults, sessions, quirks } = this.#options
      const connection = new Connection(socket, stream, faults)
      feed.add(connection)
      if (quirks.has('try-again-later')) connection.close(TRY_AGAIN_LATER, 'try again later')
      if (faults().huge_message) connection.sendAsIs(hugeMessage())
      // A policy close: the client needs a new token to reconnect.
      const unwatch =
        caller === null ? () => {} : sessions.watch(caller, ({ message }) => connection.close(1008, message))
      socket.on('message', (data, isBinary) =>
        feed.onMessage(connection, isBinary ? '' : (data as Buffer).toString('utf8')),
      )
      socket.on('error', () => socket.terminate())
      socket.on('close', (code) => {
        unwatch()
        feed.remove(connection)
        log(`WS ${path} closed ${code}`)
      })
    })
  }

  async #admit(request: IncomingMessage, path: string, query: URLSearchParams): Promise<Caller | null> {
    const { feed, sessions, faults } = this.#options
    if (!PATHS.includes(path)) throw new VenueError(404, 'not_found', `There is no WebSocket at ${path}.`)
    if (faults().drop_ws) throw new VenueError(503, 'unavailable', 'The practice venue was set to refuse WebSockets.')
    if (feed.connections >= MAX_CONNECTIONS)
      throw new VenueError(429, 'rate_limited', 'The venue has reached its limit of WebSocket connections.')
    const inHeader = bearerToken(request.headers.authorization)
    const token = inHeader ?? query.get('token')
    if (token === null && !sessions.waitlist) return null
    const caller = await sessions.callerOf(token, inHeader === null ? 'socket-url' : 'socket-header')
    sessions.requireAllowed(caller)
    return caller
  }
}
