/**
 * A service in a process of its own that streams order books at a chosen rate, for measuring how long a message takes to the screen.
 * Every book carries the moment it was sent in the size of its best bid, in tenths of a millisecond, so that what is painted tells its
 * own age. Prints one JSON line with its address; `POST /rate {"rate":N}` sets the messages a second.
 */
import { createServer } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import { floorPage } from './floor-page.ts'
import { STAMP_RANGE } from './stamp.ts'

const ASSET = 'NYCTMP1'
const LEVELS = 20
const epochTenths = (): number => Math.round((performance.timeOrigin + performance.now()) * 10) % STAMP_RANGE

/** `1234.5678`: the stamp as a size with four decimals. */
const stampText = (): string => {
  const digits = String(epochTenths()).padStart(5, '0')
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`
}

/** Everything of a book but its time and the size of its best bid; a few variants, so that rows do change. */
const variants = Array.from({ length: 16 }, (_, variant) => {
  const level = (side: number, i: number): string => {
    const cents = 57_184 + side * (3 + i * 5)
    const size = `${20 + ((i * 37 + variant * 11) % 180)}.${String(1000 + ((i * 131 + variant * 977) % 9000))}`
    return `{"px":"${(cents / 100).toFixed(2)}","sz":"${size}","n":${1 + ((i + variant) % 5)}}`
  }
  const rest = Array.from({ length: LEVELS - 1 }, (_, i) => level(-1, i + 1)).join(',')
  const asks = Array.from({ length: LEVELS }, (_, i) => level(1, i)).join(',')
  return `","n":2},${rest}],[${asks}]]}}`
})

let sent = 0
function nextBook(): string {
  sent += 1
  const tail = variants[sent % variants.length]
  return `{"channel":"book","data":{"coin":"${ASSET}","time":${Date.now()},"levels":[[{"px":"571.81","sz":"${stampText()}${tail}`
}

const subscribers = new Set<WebSocket>()
let rate = 0
let due = 0
let last = performance.now()

/** Sends what is due; every message is stamped when it is sent. */
function pump(): void {
  const now = performance.now()
  due = Math.min(due + ((now - last) * rate) / 1000, rate / 20 + 1)
  last = now
  for (; due >= 1; due -= 1) {
    const text = nextBook()
    for (const socket of subscribers) if (socket.bufferedAmount < 4_000_000) socket.send(text)
  }
  setTimeout(pump, 1)
}
pump()

const bucketStart = Math.floor(Date.now() / 7_200_000) * 7_200_000
const context = () => ({
  channel: 'activeAssetCtx',
  data: {
    coin: ASSET,
    ctx: {
      markPx: '571.84',
      oraclePx: '571.84',
      midPx: '571.84',
      openInterest: '1200.0000',
      dayNtlVlm: '1000000',
      prevDayPx: '570.12',
    },
  },
})
setInterval(() => {
  const text = JSON.stringify(context())
  for (const socket of subscribers) socket.send(text)
}, 1000)

const reads: Record<string, () => unknown> = {
  '/v1/runtime-config': () => ({ waitlist_enabled: false, outcomes_enabled: false }),
  '/v1/markets': () => [
    {
      asset: ASSET,
      asset_id: 0,
      status: 'active',
      sz_decimals: 4,
      tick_size: '0.01',
      max_leverage: 10,
      station: 'bench',
    },
  ],
  '/v1/bucket': () => ({
    current: { asset: ASSET, start: bucketStart, end: bucketStart + 7_200_000, phase: 'trading' },
    next: { asset: 'NYCTMP2', start: bucketStart + 7_200_000, end: bucketStart + 14_400_000, phase: 'waiting' },
    server_time: Date.now(),
  }),
  '/v1/ticker': () => ({
    asset: ASSET,
    mark: '571.84',
    oracle: '571.84',
    mid: '571.84',
    bid: '571.81',
    ask: '571.87',
    last: '571.84',
    volume_24h: '1000000',
    open_interest: '1200.0000',
    prev_day: '570.12',
    status: 'active',
    time: Date.now(),
  }),
  '/v1/book': () =>
    JSON.parse(nextBook()).data && { asset: ASSET, time: Date.now(), levels: JSON.parse(nextBook()).data.levels },
  '/tv/history': () => ({ s: 'no_data' }),
}

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
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
    response.writeHead(200, { 'content-type': 'text/html' }).end(floorPage)
    return
  }
  const read = reads[pathname]
  response.writeHead(read === undefined ? 404 : 200, { 'content-type': 'application/json' })
  response.end(
    JSON.stringify(read === undefined ? { title: 'not here', status: 404, detail: 'not part of this bench' } : read()),
  )
})

const sockets = new WebSocketServer({ server, perMessageDeflate: false })
sockets.on('connection', (socket) => {
  socket.on('message', (data) => {
    const message = JSON.parse(String(data))
    if (message.type === 'ping') socket.send('{"channel":"pong"}')
    if (message.type === 'subscribe') {
      socket.send(JSON.stringify({ channel: 'subscriptionResponse', data: message }))
      if (message.channels.includes('book') && message.coins.includes(ASSET)) subscribers.add(socket)
    }
  })
  socket.on('close', () => subscribers.delete(socket))
})

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${address.port}` })}\n`)
})
process.on('SIGTERM', () => process.exit(0))
