import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import type { ConnectionView } from '../../contract/session.ts'
import { systemClock } from '../clock.ts'
import { Secret, secretAccount } from '../secrets/index.ts'
import type { Deployment } from './deployment.ts'
import { openDeployments } from './testing/setup.ts'

/** A service that admits nobody, on any route or socket, except with one of its tokens. */
async function openWaitlisted(allowed: readonly string[]) {
  const isAllowed = ({ headers }: IncomingMessage): boolean =>
    allowed.some((token) => headers.authorization === `Bearer ${token}`)
  const sockets: { readonly socket: WebSocket; readonly authorization: string | undefined }[] = []
  const refusals: string[] = []
  const received: (() => void)[] = []
  const upgrades = new WebSocketServer({ noServer: true })
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    if (!isAllowed(request)) response.writeHead(401).end('{"status":401,"detail":"This service is by invitation."}')
    else if (request.url === '/v1/access/self') response.end('{"wallet":null,"email":"a@b.example","access":"allowed"}')
    else if (request.url === '/v1/runtime-config') response.end('{"waitlist_enabled":true,"outcomes_enabled":false}')
    else response.writeHead(404).end()
  })
  server.on('upgrade', (request, stream, head) => {
    if (!isAllowed(request)) {
      refusals.push(request.headers.authorization ?? 'no token')
      stream.end('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
      return
    }
    upgrades.handleUpgrade(request, stream, head, (socket) => {
      sockets.push({ socket, authorization: request.headers.authorization })
      for (const hear of received.splice(0)) hear()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(async () => {
    for (const { socket } of sockets) socket.terminate()
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sockets,
    refusals,
    /** The next admitted socket. */
    next: () => new Promise<void>((done) => received.push(done)),
  }
}

let service: Awaited<ReturnType<typeof openWaitlisted>>
let deployment: Deployment
let importToken: (text: string) => Promise<void>

const connectionOf = () => deployment.feed.sources[0] as (typeof deployment.feed.sources)[number]
const connection = () => connectionOf().view({ kind: 'connection' }) as ConnectionView

beforeEach(async () => {
  service = await openWaitlisted(['first.token.text', 'second.token.text'])
  const { make, secrets } = openDeployments(systemClock)
  deployment = make('waitlisted', service.url)
  importToken = async (text) => {
    await secrets.set(secretAccount('waitlisted', 'access-token'), new Secret(text))
    await deployment.identity.reload()
  }
  const refused = new Promise<void>((done) => {
    connectionOf().onChange(() => connection().socket === 'offline' && done())
  })
  await deployment.start()
  await refused
})

it('a token imported on a waitlisted deployment opens the feed at once, even while it waits', async () => {
  expect(connection().retryInMs).toBeGreaterThan(20_000)
  const opened = service.next()
  const importedAt = systemClock.monotonic()
  await importToken('first.token.text')
  await opened
  expect(systemClock.monotonic() - importedAt).toBeLessThan(15_000)
  expect(service.sockets.map(({ authorization }) => authorization)).toEqual(['Bearer first.token.text'])
  expect(service.refusals).toEqual(['no token'])
})

it('an open feed switches to the new token, and leaves the socket of the old one', async () => {
  const first = service.next()
  await importToken('first.token.text')
  await first
  const closed = new Promise((done) => service.sockets[0]?.socket.once('close', done))
  const second = service.next()
  await importToken('second.token.text')
  await Promise.all([second, closed])
  expect(service.sockets[1]?.authorization).toBe('Bearer second.token.text')
})
