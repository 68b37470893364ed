import { once } from 'node:events'
import { createServer, setGlobalProxyFromEnv } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { WebSocketServer } from 'ws'
import { openWsSocket } from './ws-socket.ts'

it('tells the server’s pings, and its answers to pings of our own, from messages', async () => {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => {
    for (const client of server.clients) client.terminate()
    server.close()
  })
  await new Promise((done) => server.once('listening', done))
  const told: string[] = []
  const asked = new Promise<void>((done) => {
    server.on('connection', (client) => {
      client.on('message', (data) => told.push(`server heard ${data}`))
      client.on('ping', () => {
        client.ping()
        done()
      })
    })
  })
  await new Promise<void>((done) => {
    const socket = openWsSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, null, {
      opened: () => socket.ping(),
      message: () => told.push('message'),
      heartbeat(kind) {
        told.push(kind)
        if (told.includes('ping') && told.includes('pong')) done()
      },
      ended: ({ reason }) => told.push(reason),
    })
    onTestFinished(() => socket.terminate())
  })
  await asked
  expect(told.sort()).toEqual(['ping', 'pong'])
})

it('A18: goes through the proxy that Node goes through, and to loopback past it', async () => {
  const proxy = createServer().listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const asked: string[] = []
  proxy.on('connect', (request, socket) => {
    asked.push(request.url ?? '')
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
        message: () => undefined,
        heartbeat: () => undefined,
        ended: () => done(),
      })
    })
  }
  expect(asked).toEqual(['service.example:443'])
})
