/** A DevTools protocol client over the browser's pipe: calls, answers and events of the browser and of each page session. */
import type { Readable, Writable } from 'node:stream'
import { frame, MessageSplitter } from './framing.ts'

/** Result of a call or data of an event; see the protocol's documentation for its fields. */
// biome-ignore lint/suspicious/noExplicitAny: the protocol has no types here; every reader names the field it wants.
export type Payload = any

/** A call that the browser refused, with the protocol's message. */
class ProtocolError extends Error {
  readonly method: string

  constructor(method: string, message: string) {
    super(`${method}: ${message}`)
    this.name = 'ProtocolError'
    this.method = method
  }
}

type Listener = (params: Payload) => void

/** One protocol session: the browser itself, or one attached page, frame or worker. */
export class Session {
  readonly id: string | null
  readonly #connection: Connection
  readonly #listeners = new Map<string, Listener[]>()
  #open = true

  constructor(connection: Connection, id: string | null) {
    this.#connection = connection
    this.id = id
  }

  /** Whether the target still exists. */
  get open(): boolean {
    return this.#open
  }

  /**
   * Calls a method.
   * @throws ProtocolError when the browser refuses, or when the session or the browser ends first.
   */
  call(method: string, params: object = {}): Promise<Payload> {
    if (!this.#open) return Promise.reject(new ProtocolError(method, 'the target is gone'))
    return this.#connection.call(this, method, params)
  }

  /** Calls a method without waiting for the answer; a refusal is ignored because the target may be going away. */
  send(method: string, params: object = {}): void {
    this.call(method, params).catch(() => undefined)
  }

  on(event: string, listener: Listener): void {
    const listeners = this.#listeners.get(event)
    if (listeners === undefined) this.#listeners.set(event, [listener])
    else listeners.push(listener)
  }

  /** For the connection: dispatches an event to the listeners. */
  deliver(event: string, params: Payload): void {
    for (const listener of this.#listeners.get(event) ?? []) listener(params)
  }

  /** For the connection: the target is gone. */
  end(): void {
    this.#open = false
  }
}

interface Pending {
  readonly session: Session
  readonly method: string
  readonly resolve: (result: Payload) => void
  readonly reject: (error: Error) => void
}

export class Connection {
  /** The browser's own session. */
  readonly browser: Session
  readonly #write: Writable
  readonly #pending = new Map<number, Pending>()
  readonly #sessions = new Map<string, Session>()
  #lastId = 0
  #closed = false

  /**
   * @param write the browser's end of file descriptor 3.
   * @param read the browser's end of file descriptor 4.
   */
  constructor(write: Writable, read: Readable) {
    this.#write = write
    this.browser = new Session(this, null)
    const splitter = new MessageSplitter((text) => this.#receive(JSON.parse(text)))
    read.on('data', (chunk: Buffer) => splitter.push(chunk))
    read.once('close', () => this.close())
    // A dying browser closes the pipe; `close` above rejects all pending calls.
    read.on('error', () => undefined)
    write.on('error', () => undefined)
  }

  /** The session with this id, created on first use. */
  session(id: string): Session {
    let session = this.#sessions.get(id)
    if (session === undefined) {
      session = new Session(this, id)
      this.#sessions.set(id, session)
    }
    return session
  }

  /** For sessions. */
  call(session: Session, method: string, params: object): Promise<Payload> {
    if (this.#closed) return Promise.reject(new ProtocolError(method, 'the browser is gone'))
    this.#lastId += 1
    const id = this.#lastId
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { session, method, resolve, reject })
      this.#write.write(
        frame(session.id === null ? { id, method, params } : { id, sessionId: session.id, method, params }),
      )
    })
  }

  /** Rejects every pending call. */
  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#reject(() => true, 'the browser is gone')
    for (const session of this.#sessions.values()) session.end()
    this.browser.end()
  }

  #receive(message: Payload): void {
    if (message.id !== undefined) {
      const pending = this.#pending.get(message.id)
      this.#pending.delete(message.id)
      if (pending === undefined) return
      if (message.error === undefined) pending.resolve(message.result)
      else pending.reject(new ProtocolError(pending.method, message.error.message))
      return
    }
    if (message.method === 'Target.detachedFromTarget') this.#detach(message.params.sessionId)
    const session = message.sessionId === undefined ? this.browser : this.#sessions.get(message.sessionId)
    session?.deliver(message.method, message.params)
  }

  #detach(id: string): void {
    const session = this.#sessions.get(id)
    if (session === undefined) return
    session.end()
    this.#sessions.delete(id)
    this.#reject((pending) => pending.session === session, 'the target is gone')
    session.deliver('detached', {})
  }

  #reject(which: (pending: Pending) => boolean, why: string): void {
    for (const [id, pending] of this.#pending) {
      if (!which(pending)) continue
      this.#pending.delete(id)
      pending.reject(new ProtocolError(pending.method, why))
    }
  }
}
