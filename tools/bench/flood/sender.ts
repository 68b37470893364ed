/**
 * A service in its own process with one market. Its mark moves four times a second, and its day volume carries the send time, ms since the epoch.
 * With `--flood KIND` it sends 25 Mbit/s of nonsense to every client. Prints one JSON line with its address.
 */
import { createServer } from 'node:http'
import { parseArgs } from 'node:util'
import { type WebSocket, WebSocketServer } from 'ws'
import { LIVE, reads } from '../paint/sender-market.ts'
import { FLOODS, isFloodKind } from './floods.ts'

const BYTES_PER_MS = 25_000 / 8
const { flood } = parseArgs({ options: { flood: { type: 'string' } } }).values
const message = isFloodKind(flood) ? FLOODS[flood] : null

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  // Pushed data is not served by reads: a feed that seems stalled is reopened.
  const read = pathname === '/v1/ticker' || pathname === '/v1/book' ? undefined : reads[pathname]
  response.writeHead(read === undefined ? 404 : 200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(read?.(LIVE) ?? { title: 'not here', status: 404, detail: 'not part of this bench' }))
})
const sockets = new WebSocketServer({ server, perMessageDeflate: false })
sockets.on('connection', (socket) => {
  socket.on('message', (data) => {
    const { type, ...lists } = JSON.parse(String(data)) as { type: string }
    if (type === 'ping') socket.send('{"channel":"pong"}')
    if (type === 'subscribe') socket.send(JSON.stringify({ channel: 'subscriptionResponse', data: { type, ...lists } }))
  })
  if (message !== null) sendWithoutEnd(socket, message)
})

function sendWithoutEnd(socket: WebSocket, text: string): void {
  let last = performance.now()
  let due = 0
  const timer = setInterval(() => {
    const now = performance.now()
    due += (now - last) * BYTES_PER_MS
    last = now
    for (; due >= text.length; due -= text.length) if (socket.bufferedAmount < 4_000_000) socket.send(text)
  }, 5)
  socket.on('close', () => clearInterval(timer))
}

let turn = 0
setInterval(() => {
  turn += 1
  const ctx = { markPx: `571.8${turn % 2}`, dayNtlVlm: (performance.timeOrigin + performance.now()).toFixed(1) }
  for (const socket of sockets.clients)
    socket.send(JSON.stringify({ channel: 'activeAssetCtx', data: { coin: LIVE, ctx } }))
}, 250)

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${address.port}` })}\n`)
})
process.on('SIGTERM', () => process.exit(0))
