import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Client } from '../testing/socket-client.ts'
import { startTestVenue, type TestTrader, type TestVenue } from '../testing/test-venue.ts'

let venue: TestVenue
let trader: TestTrader
const clients: Client[] = []
const connect = (path = '/v1/ws', headers?: Record<string, string>): Client => {
  const client = new Client(venue.url.replace('http', 'ws') + path, headers)
  clients.push(client)
  return client
}
const place = (isBuy: boolean, price: string, size = '1'): void => {
  venue.core.place({
    account: trader.address,
    asset: venue.live,
    isBuy,
    price,
    size,
    tif: 'GTC',
    reduceOnly: false,
    cloid: null,
  })
}

beforeEach(async () => {
  venue = await startTestVenue({ control: true, outcomes: false })
  trader = await venue.trader()
  venue.core.setTemperature('70')
})
afterEach(async () => {
  for (const { socket } of clients.splice(0)) socket.terminate()
  await venue.close()
})

describe('the feed', () => {
  it.each(['/v1/ws', '/ws'])('at %s acknowledges a subscription and starts it with the full state', async (path) => {
    place(true, '569.50')
    const client = await connect(path).opened()
    const channels = ['book', 'trades', 'activeAssetCtx']
    client.say({ type: 'subscribe', channels, coins: [venue.live] })
    expect((await client.next('subscriptionResponse')).data).toEqual({
      type: 'subscribe',
      channels,
      coins: [venue.live],
    })
    expect((await client.next('book')).data).toEqual({
      coin: venue.live,
      time: expect.any(Number),
      levels: [[{ px: '569.50', sz: '1.0000', n: 1 }], []],
    })
    expect((await client.next('trades')).data).toEqual([])
    expect((await client.next('activeAssetCtx')).data).toMatchObject({
      coin: venue.live,
      ctx: { markPx: '570.00', oraclePx: '570.00', midPx: null, status: 'active', isDelisted: false },
    })
  })

  it('flags the asset that is not live as delisted', async () => {
    const other = venue.live === 'NYCTMP1' ? 'NYCTMP2' : 'NYCTMP1'
    const client = await connect().opened()
    client.say({ type: 'subscribe', channels: ['activeAssetCtx'], coins: [other] })
    expect((await client.next('activeAssetCtx')).data.ctx).toMatchObject({ isDelisted: true, status: 'waiting' })
  })

  it('sends one book for a burst of changes, and each trade once', async () => {
    const buyer = await venue.trader()
    const client = await connect().opened()
    client.say({ type: 'subscribe', channels: ['book', 'trades'], coins: [venue.live] })
    await client.next('book')
    await client.next('trades')
    for (let i = 0; i < 20; i++) place(false, `571.${10 + i}`)
    const { account, ...order } = { account: buyer.address, asset: venue.live, isBuy: true, price: '571.11', size: '2' }
    venue.core.place({ account, ...order, tif: 'IOC', reduceOnly: false, cloid: null })
    const book = await client.next('book')
    expect(book.data.levels[1]).toHaveLength(18)
    const trades = await client.next('trades')
    expect(trades.data).toMatchObject([
      { coin: venue.live, side: 'B', px: '571.10', sz: '1.0000', tid: expect.any(Number) },
      { px: '571.11' },
    ])
    await client.settled()
    expect(client.kept('book')).toEqual([])

    const late = await connect().opened()
    late.say({ type: 'subscribe', channels: ['trades'], coins: [venue.live] })
    expect((await late.next('trades')).data).toEqual(trades.data)
  })

  it('sends the context on every reading and on a changed status', async () => {
    const client = await connect().opened()
    client.say({ type: 'subscribe', channels: ['activeAssetCtx'], coins: [venue.live] })
    await client.next('activeAssetCtx')
    venue.control.setTemperature('72')
    expect((await client.next('activeAssetCtx')).data.ctx.markPx).toBe('572.00')
    venue.control.setStatus(venue.live, 'paused')
    expect((await client.next('activeAssetCtx')).data.ctx.status).toBe('paused')
  })

  it('stops sending unsubscribed data', async () => {
    const client = await connect().opened()
    client.say({ type: 'subscribe', channels: ['book'], coins: [venue.live] })
    await client.next('book')
    client.say({ type: 'unsubscribe', channels: ['book'], coins: [venue.live] })
    expect((await client.next('subscriptionResponse')).data.type).toBe('subscribe')
    expect((await client.next('subscriptionResponse')).data.type).toBe('unsubscribe')
    const witness = await connect().opened()
    witness.say({ type: 'subscribe', channels: ['book'], coins: [venue.live] })
    await witness.next('book')
    place(true, '569.50')
    await witness.next('book')
    await client.settled()
    expect(client.kept('book')).toEqual([])
  })
})

describe('messages', () => {
  it('a ping gets a pong', async () => {
    const client = await connect().opened()
    client.say({ type: 'ping' })
    expect(await client.next('pong')).toEqual({ channel: 'pong' })
  })

  it.each([
    ['{', 'bad_request'],
    ['null', 'bad_request'],
    ['{"type":"shout"}', 'bad_request'],
    ['{"type":"subscribe","channels":"book","coins":["NYCTMP1"]}', 'bad_request'],
    ['{"type":"subscribe","channels":["candles"],"coins":["NYCTMP1"]}', 'bad_request'],
    ['{"type":"subscribe","channels":["book"],"coins":["X"]}', 'unknown_asset'],
    ['{"type":"subscribe","channels":["book"],"coins":[]}', 'bad_request'],
    ['{"type":"subscribe","channels":["outcomeBook"],"coins":["#36010"]}', 'outcomes_disabled'],
  ])('%s gets an error %s, and the connection stays open', async (message, code) => {
    const client = await connect().opened()
    client.say(message)
    expect((await client.next('error')).data).toEqual({ code, message: expect.any(String) })
    await client.settled()
  })

  it('too many get an error, and a client that continues is closed with 1008', async () => {
    const client = await connect().opened()
    for (let i = 0; i < 400; i++) client.say({ type: 'ping' })
    expect((await client.next('error')).data.code).toBe('rate_limited')
    expect(await client.closed()).toBe(1008)
  })
})

describe('admission', () => {
  it('is open without a waitlist, but not with an invalid token', async () => {
    expect(await connect().status()).toBe(101)
    expect(await connect('/v1/ws', { authorization: `Bearer ${trader.token}` }).status()).toBe(101)
    expect(await connect('/v1/ws', { authorization: 'Bearer x.y.z' }).status()).toBe(401)
    expect(await connect('/v1/elsewhere').status()).toBe(404)
  })

  it('requires a token with a waitlist, in the header or short-lived in the query', async () => {
    const waiting = await startTestVenue({ waitlist: true })
    const at = (path: string, headers?: Record<string, string>) => {
      const client = new Client(waiting.url.replace('http', 'ws') + path, headers)
      clients.push(client)
      return client.status()
    }
    const { address, token } = await waiting.trader()
    const scoped = await waiting.issueToken({ address, scope: 'ws', ttlSeconds: 60 })
    const lasting = await waiting.issueToken({ address, ttlSeconds: 86_400 })
    expect(await at('/v1/ws')).toBe(401)
    expect(await at('/v1/ws', { authorization: `Bearer ${token}` })).toBe(101)
    expect(await at('/v1/ws', { authorization: `Bearer ${lasting}` })).toBe(101)
    expect(await at(`/ws?token=${scoped}`)).toBe(101)
    expect(await at(`/ws?token=${lasting}`)).toBe(401)
    const waitlisted = await waiting.issueToken({ email: 'a@isotherm.example', access: 'waitlisted' })
    expect(await at('/v1/ws', { authorization: `Bearer ${waitlisted}` })).toBe(403)
    const text = waiting.logged.join('\n')
    for (const secret of [token, scoped, lasting, waitlisted]) expect(text).not.toContain(secret)
    await waiting.close()
  })
})

describe('faults', () => {
  it('drop_ws cuts every socket and refuses new ones until it ends', async () => {
    const client = await connect().opened()
    const closed = client.closed()
    await venue.post('/practice/faults', { drop_ws: true })
    expect(await closed).toBe(1006)
    expect(await connect().status()).toBe(503)
    await venue.post('/practice/faults', { drop_ws: false })
    expect(await connect().status()).toBe(101)
  })

  it('freeze_feed stops data while pings are answered; afterwards everyone gets the full state', async () => {
    const client = await connect().opened()
    client.say({ type: 'subscribe', channels: ['book', 'activeAssetCtx'], coins: [venue.live] })
    await client.next('book')
    await client.next('activeAssetCtx')
    await venue.post('/practice/faults', { freeze_feed: true })
    place(true, '569.50')
    venue.control.setTemperature('75')
    await client.settled()
    await client.settled()
    expect([...client.kept('book'), ...client.kept('activeAssetCtx')]).toEqual([])
    await venue.post('/practice/faults', { freeze_feed: false })
    expect((await client.next('book')).data.levels[0]).toHaveLength(1)
    expect((await client.next('activeAssetCtx')).data.ctx.markPx).toBe('575.00')
  })
})

describe('closing', () => {
  it('sends 1001 to every client', async () => {
    const client = await connect().opened()
    const closed = client.closed()
    await venue.close()
    expect(await closed).toBe(1001)
    venue = await startTestVenue()
  })
})
