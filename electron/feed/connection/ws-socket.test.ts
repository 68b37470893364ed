import { once } from 'node:events'
import { createServer, setGlobalProxyFromEnv } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { createFakeClock } from '../../../contract/testing/fake-clock.ts'
import { noLimit } from '../testing/no-limit.ts'
import { createRecordingLog } from '../testing/recording-log.ts'
import { Connection } from './connection.ts'
import { openWsSocket } from './ws-socket.ts'

async function openServer(): Promise<{ readonly server: WebSocketServer; readonly url: string }> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => {
    for (const client of server.clients) client.terminate()
    server.close()
  })
  await once(server, 'listening')
  return { server, url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

it('distinguishes the server’s pings, and its answers to our own, from messages', async () => {
  const { server, url } = await openServer()
  const reports: string[] = []
  const request = new Promise<void>((done) => {
    server.on('connection', (client) => {
      client.on('message', (data) => reports.push(`server heard ${data}`))
      client.on('ping', () => {
        client.ping()
        done()
      })
    })
  })
  await new Promise<void>((done) => {
    const socket = openWsSocket(url, null, {
      opened: () => socket.ping(),
      received: () => undefined,
      message: () => reports.push('message'),
      heartbeat(kind) {
        reports.push(kind)
        if (reports.includes('ping') && reports.includes('pong')) done()
      },
      ended: ({ reason }) => reports.push(reason),
    })
    onTestFinished(() => socket.terminate())
  })
  await request
  expect(reports.sort()).toEqual(['ping', 'pong'])
})

it('delivers no message while paused, and all of them in order afterwards', async () => {
  const { server, url } = await openServer()
  const LARGE = 100_000
  server.on('connection', (client) => {
    for (let i = 0; i < 20; i += 1) client.send(String(i).padEnd(LARGE))
    client.on('message', () => client.ping())
  })
  const messages: number[] = []
  let whilePaused: readonly number[] = []
  await new Promise<void>((done) => {
    const socket = openWsSocket(url, null, {
      opened: () => undefined,
      received: () => undefined,
      message(bytes) {
        messages.push(Number(bytes.toString()))
        if (messages.length > 1) return
        socket.pause()
        // Without a pause all twenty arrive within far fewer turns.
        let turns = 0
        let before = 0
        const turn = (): void => {
          turns += 1
          if (turns === 1) before = messages.length
          if (turns < 500) return void setImmediate(turn)
          whilePaused = [before, messages.length]
          socket.resume()
          socket.send('resumed')
        }
        setImmediate(turn)
      },
      heartbeat: () => done(),
      ended: () => done(),
    })
    onTestFinished(() => socket.terminate())
  })
  expect(whilePaused[0]).toBeLessThan(20)
  expect(whilePaused[1]).toBe(whilePaused[0])
  expect(messages).toEqual(Array.from({ length: 20 }, (_, i) => i))
})

it('uses Node’s proxy, and bypasses it for loopback', async () => {
  const proxy = createServer().listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const requests: string[] = []
  proxy.on('connect', (request, socket) => {
    requests.push(request.url ?? '')
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
  })
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const restore = setGlobalProxyFromEnv({ https_proxy: address, http_proxy: address, no_proxy: '127.0.0.1' })
  onTestFinished(() => {
    restore()
    proxy.closeAllConnections()
    proxy.close()
  })
  for (const host of ['service.example', '127.0.0.1:9']) {
    await new Promise<void>((done) => {
      openWsSocket(`wss://${host}/ws`, null, {
        opened: () => undefined,
        received: () => undefined,
        message: () => undefined,
        heartbeat: () => undefined,
        ended: () => done(),
      })
    })
  }
  expect(requests).toEqual(['service.example:443'])
})

it.each([
  ['lists within lists', (client: WebSocket) => client.send(`${'['.repeat(500_000)}${']'.repeat(500_000)}`)],
  ['fragments of a message that never ends', (client: WebSocket) => client.send('x'.repeat(1_000_000), { fin: false })],
])('a connection is closed while a server floods it with %s, and reports why', async (_, send) => {
  const { server, url } = await openServer()
  let sent = 0
  server.on('connection', (client) => {
    // Faster than any budget, and no faster than the socket drains.
    const more = (): void => {
      if (client.readyState !== WebSocket.OPEN) return
      sent += 1
      send(client)
      setImmediate(more)
    }
    more()
  })
  const clock = createFakeClock()
  const reason = await new Promise((done) => {
    const connection = new Connection({
      url,
      limit: noLimit(clock),
      token: () => null,
      ping: null,
      openSocket: openWsSocket,
      clock,
      random: () => 0,
      log: createRecordingLog(),
      onMessage: () => 0,
      onState: (state) => state === 'offline' && done(connection.reason),
    })
    onTestFinished(() => connection.stop('over'))
    connection.start()
  })
  expect(reason).toBe('The venue sends more than 1.5 MB per second besides order books.')
  expect(sent).toBeGreaterThan(0)
})
