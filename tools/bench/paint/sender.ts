/**
 * A service in its own process that streams order books at a chosen rate, to measure the time from message to screen. Every book carries its send
 * time in the size of its best bid, in tenths of a millisecond, so that a painted book shows its own age. The rate is that of all markets together,
 * in rotation over the subscribed ones. Prints one JSON line with its address; `POST /rate {"rate":N}` sets the messages per second.
 */
import { createServer } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import { floorPage } from './floor-page.ts'
import { ASSETS, contextOf, LIVE, nextBook, reads } from './sender-market.ts'

/** Subscribers by market; markets without one are absent. */
const subscribers = new Map<string, Set<WebSocket>>()
let wanted: string[] = []
let turn = 0
let rate = 0
let due = 0
let last = performance.now()

function subscribe(asset: string, socket: WebSocket): void {
  subscribers.set(asset, (subscribers.get(asset) ?? new Set()).add(socket))
  wanted = [...subscribers.keys()]
}

function leave(asset: string, socket: WebSocket): void {
  const sockets = subscribers.get(asset)
  sockets?.delete(socket)
  if (sockets?.size === 0) subscribers.delete(asset)
  wanted = [...subscribers.keys()]
}

/** Sends what is due; every message is stamped when sent. */
function pump(): void {
  const now = performance.now()
  due = Math.min(due + ((now - last) * rate) / 1000, rate / 20 + 1)
  last = now
  for (; due >= 1; due -= 1) {
    const asset = wanted[turn % wanted.length]
    turn += 1
    if (asset === undefined) continue
    const text = nextBook(asset)
    for (const socket of subscribers.get(asset) ?? []) if (socket.bufferedAmount < 4_000_000) socket.send(text)
  }
  setTimeout(pump, 1)
}
pump()

setInterval(() => {
  for (const [asset, sockets] of subscribers) {
    const text = contextOf(asset)
    for (const socket of sockets) socket.send(text)
  }
}, 1000)

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  if (request.method === 'POST' && pathname === '/rate') {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      rate = Number(JSON.parse(body).rate)
      due = 0
      response.end('{}')
    })
    return
  }
  if (pathname === '/floor') {
    response.writeHead(200, { 'content-type': 'text/html' }).end(floorPage(searchParams.get('asset') ?? LIVE))
    return
  }
  const read = reads[pathname]
  response.writeHead(read === undefined ? 404 : 200, { 'content-type': 'application/json' })
  response.end(
    JSON.stringify(
      read === undefined
        ? { title: 'not here', status: 404, detail: 'not part of this bench' }
        : read(searchParams.get('asset') ?? LIVE),
    ),
  )
})

const sockets = new WebSocketServer({ server, perMessageDeflate: false })
sockets.on('connection', (socket) => {
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as { type: string; channels?: string[]; coins?: string[] }
    if (message.type === 'ping') socket.send('{"channel":"pong"}')
    const assets = (message.coins ?? []).filter((coin) => (ASSETS as readonly string[]).includes(coin))
    if (message.type === 'subscribe') {
      socket.send(JSON.stringify({ channel: 'subscriptionResponse', data: message }))
      if (message.channels?.includes('book')) for (const asset of assets) subscribe(asset, socket)
    }
    if (message.type === 'unsubscribe' && message.channels?.includes('book')) {
      for (const asset of assets) leave(asset, socket)
    }
  })
  socket.on('close', () => {
    for (const asset of ASSETS) leave(asset, socket)
  })
})

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${address.port}` })}\n`)
})
process.on('SIGTERM', () => process.exit(0))
