/** A server that records the notifications of terminals. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One received request. */
export interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, unknown>>
  /** Its JSON; null without a body. */
  readonly body: Readonly<Record<string, unknown>> | null
}

export interface Listener {
  /** Example: `http://127.0.0.1:4567`. */
  readonly url: string
  /** Oldest first. */
  readonly notified: readonly ReceivedRequest[]
  /** Sets the status of later answers. */
  answer(status: number): void
  close(): void
}

export async function listen(): Promise<Listener> {
  const received: ReceivedRequest[] = []
  let status = 200
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const text = Buffer.concat(parts).toString('utf8')
      const { method = '', url: path = '', headers } = request
      received.push({ method, path, headers, body: text === '' ? null : JSON.parse(text) })
      response.writeHead(status).end('{"id":"planted-answer"}')
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    notified: received,
    answer(next) {
      status = next
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
