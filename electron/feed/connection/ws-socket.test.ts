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
