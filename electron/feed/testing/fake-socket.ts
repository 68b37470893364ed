/** Sockets that a test opens, feeds and cuts. */
import { safeText } from '../../../contract/safe-text.ts'
import type { Secret } from '../../secrets/index.ts'
import type { OpenSocket, SocketEnd } from '../connection/index.ts'

export interface FakeSocket {
  readonly url: string
  readonly token: Secret | null
  readonly sent: unknown[]
  /** Number of protocol pings sent. */
  pings: number
  terminated: boolean
  /** Nothing is read from it at the moment. */
  paused: boolean
  open(): void
  /** A message as JSON. */
  say(message: unknown): void
  sayText(text: string): void
  /** Bytes that are not a complete message yet. */
  receive(bytes: number): void
  /** A ping of the protocol, or the answer to one. */
  beat(kind: 'ping' | 'pong'): void
  end(end?: Partial<Omit<SocketEnd, 'reason'>> & { readonly reason?: string }): void
}

export interface FakeSockets {
  readonly open: OpenSocket
  readonly all: FakeSocket[]
  /** The newest. */
  readonly last: FakeSocket
  /** Automatic result of an attempt; `hang` leaves it to the test. */
  server: 'hang' | 'accept' | 'refuse'
  /** Whether opening throws synchronously. */
  failsToOpen: boolean
}

export function createFakeSockets(): FakeSockets {
  const all: FakeSocket[] = []
  const sockets: FakeSockets = {
    all,
    server: 'hang',
    failsToOpen: false,
    get last() {
      return all.at(-1) as FakeSocket
    },
    open(url, token, events) {
      if (sockets.failsToOpen) throw new TypeError('Invalid character in header content')
      const socket: FakeSocket = {
        url,
        token,
        sent: [],
        pings: 0,
        terminated: false,
        paused: false,
        open: () => events.opened(),
        say: (message) => socket.sayText(JSON.stringify(message)),
        receive: (bytes) => events.received(bytes),
        beat: (kind) => events.heartbeat(kind),
        sayText(text) {
          const bytes = Buffer.from(text)
          events.received(bytes.length)
          events.message(bytes)
        },
        end: ({ reason = 'cut', ...end } = {}) =>
          events.ended({ code: 1006, status: null, retryAfterMs: null, ...end, reason: safeText(reason) }),
      }
      all.push(socket)
      if (sockets.server === 'accept') queueMicrotask(() => !socket.terminated && socket.open())
      if (sockets.server === 'refuse') queueMicrotask(() => !socket.terminated && socket.end({ code: null }))
      return {
        send(text) {
          socket.sent.push(JSON.parse(text))
        },
        ping() {
          socket.pings += 1
        },
        pause() {
          socket.paused = true
        },
        resume() {
          socket.paused = false
        },
        terminate() {
          socket.terminated = true
        },
      }
    },
  }
  return sockets
}
