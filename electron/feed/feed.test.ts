import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { type Clock, millis } from '../../contract/time.ts'
import type { FrameBatch } from '../../contract/topics.ts'
import { epochMs, systemClock } from '../clock.ts'
import { Secret } from '../secrets/index.ts'
import { createPublisher, type Publisher } from '../topics/index.ts'
import { createFeed, type Feed } from './create-feed.ts'
import { benchDecode } from './testing/bench.ts'
import { bucketOf, createFakeService } from './testing/fake-service.ts'
import { bookMessage, contextMessage } from './testing/messages.ts'
import { noLimit } from './testing/no-limit.ts'
import { createRecordingLog, type RecordingLog } from './testing/recording-log.ts'

const TOKEN = 'header.payload.signature'
/** Start of each test, independent of the machine's clock: half an hour into a bucket. */
const START = Date.UTC(2026, 2, 4, 12, 30)

let clock: Clock

let server: Server
let sockets: WebSocketServer
let clients: { socket: WebSocket; url: string; authorization: string | undefined; said: unknown[] }[]
let refuse: { status: number; detail: string } | null
let feed: Feed
let publisher: Publisher
let log: RecordingLog
let token: Secret | null
let waiting: { check: () => boolean; done: () => void }[]

const look = () => {
  waiting = waiting.filter(({ check, done }) => {
    if (!check()) return true
    done()
    return false
  })
}
/** Resolves when a feed event, or a client's message, met the condition. */
const until = (check: () => boolean): Promise<void> =>
  check() ? Promise.resolve() : new Promise((done) => waiting.push({ check, done }))

const connection = () => feed.sources[0]?.view({ kind: 'connection' })
const book = () => feed.sources[1]?.view({ kind: 'book', asset: 'NYCTMP1', step: null, levels: 5 })
const last = () => clients.at(-1)
const say = (message: unknown) => last()?.socket.send(JSON.stringify(message))
const subscribed = (client = last()) =>
  client?.said.some((message) => (message as { type: string }).type === 'subscribe') ?? false

beforeEach(async () => {
  clients = []
  waiting = []
  refuse = null
  token = new Secret(TOKEN)
  log = createRecordingLog()
  server = createServer()
  sockets = new WebSocketServer({ noServer: true, perMessageDeflate: true })
  server.on('upgrade', (request, stream, head) => {
    if (refuse !== null) {
      const body = JSON.stringify({ title: 'no', status: refuse.status, detail: refuse.detail })
      stream.end(
        `HTTP/1.1 ${refuse.status} No\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
      )
      return
    }
    sockets.handleUpgrade(request, stream, head, (socket) => {
      const client = {
        socket,
        url: request.url ?? '',
        authorization: request.headers.authorization,
        said: [] as unknown[],
      }
      clients.push(client)
      socket.on('message', (data) => {
        const message = JSON.parse(String(data)) as { type: string }
        client.said.push(message)
        if (message.type === 'ping') socket.send('{"channel":"pong"}')
        else socket.send(JSON.stringify({ channel: 'subscriptionResponse', data: message }))
        look()
      })
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const began = systemClock.monotonic()
  clock = { ...systemClock, now: () => millis(START + Math.floor(systemClock.monotonic() - began)) }
  const service = createFakeService(() => clock.now())
  service.current = bucketOf('NYCTMP1', START - 30 * 60_000)
  feed = createFeed({
    profile: {
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      wsPath: '/v1/ws',
      ping: '{"type":"ping"}',
    },
    service,
    limit: noLimit(clock),
    clock,
    random: () => 0.1,
    log,
    families: () => ({ scalar: true, binary: false, outcomes: false }),
    token: () => token,
  })
  for (const source of feed.sources) source.onChange(look)
  const batches: FrameBatch[] = []
  publisher = createPublisher({
    clock,
    epochMs,
    sources: feed.sources,
    send: (batch) => batches.push(batch),
  })
})
afterEach(async () => {
  feed.stop()
  publisher.close()
  for (const { socket } of clients) socket.terminate()
  await new Promise((done) => server.close(done))
})

describe('over a real socket', () => {
  it('the token is in the header, never in the URL or the log; data flows', async () => {
    feed.start()
    await until(() => subscribed())
    expect(last()).toMatchObject({ url: '/v1/ws', authorization: `Bearer ${TOKEN}` })
    expect(last()?.socket.extensions).toBe('')
    say(bookMessage('NYCTMP1', 2_000_000_000_000))
    say(contextMessage('NYCTMP1', '571.25'))
    await until(() => feed.ticker('NYCTMP1')?.mark === '571.25')
    expect(book()).toMatchObject({ time: 2_000_000_000_000, stale: false, mid: '570.00' })
    expect(connection()).toMatchObject({ socket: 'live', stale: false })
    expect(connection()?.latencyMs).toBeGreaterThan(0)
    expect(JSON.stringify(log.lines)).not.toContain(TOKEN)
  })

  it('a cut socket reconnects by itself, and subscribes again', async () => {
    feed.start()
    await until(() => subscribed())
    last()?.socket.terminate()
    await until(() => connection()?.socket === 'offline')
    expect(connection()).toMatchObject({ stale: true, reason: 'The connection dropped.' })
    await until(() => clients.length === 2 && subscribed())
    say(contextMessage('NYCTMP1', '572.00'))
    await until(() => feed.ticker('NYCTMP1')?.mark === '572.00')
    expect(feed.ticker('NYCTMP1')?.stale).toBe(false)
  })

  it('a refusal is shown with the service’s message, and a new token helps', async () => {
    refuse = { status: 401, detail: 'The feed wants a bearer token.' }
    feed.start()
    await until(() => connection()?.socket === 'offline')
    expect(connection()).toMatchObject({ reason: 'The feed wants a bearer token.', socket: 'offline' })
    expect(connection()?.retryInMs).toBeGreaterThan(25_000)
    refuse = null
    token = new Secret('another.token.text')
    await until(() => connection()?.socket === 'live')
    expect(last()?.authorization).toBe('Bearer another.token.text')
  })

  it('a missing server is reported with a reason', async () => {
    await new Promise((done) => server.close(done))
    feed.start()
    await until(() => connection()?.socket === 'offline')
    expect(connection()?.reason).toBe('The venue refused the connection.')
  })

  it('invalid UTF-8 and binary noise are rejected, the connection stays', async () => {
    feed.start()
    await until(() => subscribed())
    last()?.socket.send(Buffer.from([0xff, 0xfe, 0x00, 0x7b]), { binary: false })
    last()?.socket.send(Buffer.from([1, 2, 3]), { binary: true })
    say(contextMessage('NYCTMP1', '573.00'))
    await until(() => feed.ticker('NYCTMP1')?.mark === '573.00')
    expect(clients).toHaveLength(1)
    expect(log.lines.filter(({ message }) => message === 'feed message rejected')).toHaveLength(1)
  })

  it('an oversized message costs the connection, not the terminal', async () => {
    feed.start()
    await until(() => subscribed())
    last()?.socket.send(Buffer.alloc(9 * 1024 * 1024, 0x20), { binary: false, compress: false })
    await until(() => connection()?.socket === 'offline')
    expect(connection()).toMatchObject({
      reason: expect.stringContaining('sends more than'),
      retryInMs: expect.any(Number),
    })
  })
})

describe('the bench', () => {
  it('measures every way of decoding', () => {
    const { envelope, full, jsonParse, bytesPerMessage } = benchDecode(20)
    for (const figure of [envelope, full, jsonParse]) expect(figure).toBeGreaterThan(0)
    expect(bytesPerMessage).toBeGreaterThan(1200)
  })
})
