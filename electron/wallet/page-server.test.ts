import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { type PageServer, startPageServer } from './page-server.ts'

let server: PageServer | null = null
const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  server?.close()
})

it('takes no more connections at once than a browser opens', async () => {
  server = await startPageServer({
    html: () => '<!doctype html>',
    onMessage: async () => ({ ok: true, message: '', over: false }),
    randomText: (bytes) => 'x'.repeat(bytes),
  })
  const { port } = new URL(server.url)
  const open = async (): Promise<Socket> => {
    const socket = connect(Number(port), '127.0.0.1')
    sockets.push(socket)
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    return socket
  }
  const held = []
  for (let number = 0; number < 8; number += 1) held.push(await open())
  const ninth = await open()
  await once(ninth, 'close')
  expect(held.map(({ destroyed }) => destroyed)).toEqual(Array(8).fill(false))
})
