/** One client's connection: what it subscribed to, how fast it may talk, and how far behind it may fall. */
import type { WebSocket } from 'ws'
import { MessageLimit } from './message-limit.ts'
import type { Channel } from './messages.ts'

/** Beyond this many unsent bytes a connection gets no more book updates until it has caught up. */
const BEHIND = 1024 * 1024
/** Beyond this many it is cut. */
const LOST = 8 * 1024 * 1024

export type Topic = `${Channel}:${string}`

export class Connection {
  readonly topics = new Set<Topic>()
  readonly limit = new MessageLimit()
  readonly #socket: WebSocket

  constructor(socket: WebSocket) {
    this.#socket = socket
  }

  /** Sends a message that must not be missed; a connection that reads nothing any more is cut. */
  send(message: Buffer): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (this.#socket.bufferedAmount > LOST) this.#socket.terminate()
    else this.#socket.send(message, { binary: false })
  }

  /** Sends a message that the next of its kind replaces: skipped while the connection is behind. */
  sendLatest(message: Buffer): void {
    if (this.#socket.bufferedAmount <= BEHIND) this.send(message)
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason)
  }

  /** Cuts the connection without a word. */
  cut(): void {
    this.#socket.terminate()
  }
}
