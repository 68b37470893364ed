import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Client } from '../testing/socket-client.ts'
import { startTestVenue, type TestVenue } from '../testing/test-venue.ts'

let venue: TestVenue
const clients: Client[] = []
const connect = (): Promise<Client> => {
  const client = new Client(venue.wsUrl)
  clients.push(client)
  return client.opened()
}
const subscribe = (client: Client, channels: string[]): void =>
  client.say({ type: 'subscribe', channels, coins: [venue.live] })

beforeEach(async () => {
  venue = await startTestVenue({ control: true })
  venue.core.setTemperature('70')
})
afterEach(async () => {
  for (const { socket } of clients.splice(0)) socket.terminate()
  await venue.close()
})

describe('half_open', () => {
  it('keeps old and new sockets open and answers nothing, not even protocol pings; then everyone gets the full state', async () => {
    const old = await connect()
    subscribe(old, ['activeAssetCtx'])
    await old.next('subscriptionResponse')
    await old.next('activeAssetCtx')
    await venue.post('/practice/faults', { half_open: true })
    const late = await connect()
    for (const client of [old, late]) {
      client.socket.ping()
      client.say({ type: 'ping' })
    }
    let pongs = 0
    for (const { socket } of [old, late]) socket.on('pong', () => (pongs += 1))
    venue.control.setTemperature('71')
    await venue.get('/v1/markets')
    expect([pongs, old.all, late.all, old.socket.readyState, late.socket.readyState]).toEqual([0, [], [], 1, 1])
    const healed = once(old.socket, 'pong')
    await venue.post('/practice/faults', { half_open: false })
    await healed
    await old.next('pong')
    await late.next('pong')
    expect((await old.next('activeAssetCtx')).data.ctx.markPx).toBe('571.00')
  })
})

describe('duplicate_feed', () => {
  it('sends data and answers twice', async () => {
    await venue.post('/practice/faults', { duplicate_feed: true })
    const client = await connect()
    subscribe(client, ['book'])
    for (const channel of ['subscriptionResponse', 'book']) {
      const first = await client.next(channel)
      expect(await client.next(channel)).toEqual(first)
    }
    await client.settled()
  })
})

describe('reorder_feed', () => {
  it('swaps messages, and sends the held one when it ends', async () => {
    await venue.post('/practice/faults', { reorder_feed: true })
    const client = await connect()
    subscribe(client, ['book', 'activeAssetCtx'])
    await client.next('book')
    expect(client.kept('activeAssetCtx')).toEqual([])
    await client.next('subscriptionResponse')
    await venue.post('/practice/faults', { reorder_feed: false })
    await client.next('activeAssetCtx')
  })
})

describe('garbage_feed', () => {
  it('inserts garbage between valid messages', async () => {
    await venue.post('/practice/faults', { garbage_feed: true })
    const client = await connect()
    subscribe(client, ['book', 'activeAssetCtx'])
    await client.next('activeAssetCtx')
    expect(client.all.length).toBeGreaterThanOrEqual(4)
    expect(client.kept('garbage').length).toBeGreaterThan(0)
  })
})

describe('huge_message', () => {
  it('is sent once to every open and every new connection', async () => {
    const old = await connect()
    await venue.post('/practice/faults', { huge_message: true })
    expect((await old.next('book')).data.coin).toBe('HUGE')
    const late = await connect()
    expect((await late.next('book')).data.coin).toBe('HUGE')
    await venue.post('/practice/faults', { latency_ms: 0 })
    await old.settled()
    expect(old.kept('book')).toEqual([])
  })
})
