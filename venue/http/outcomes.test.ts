import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createVenueCore } from '../core/index.ts'
import type { OutcomeInfo } from '../outcomes/index.ts'
import { Client } from '../testing/socket-client.ts'
import { START, startTestVenue, type TestTrader, type TestVenue } from '../testing/test-venue.ts'

let venue: TestVenue
let trader: TestTrader
let meta: OutcomeInfo[]
beforeAll(async () => {
  const core = createVenueCore({ seed: 'test', startTime: START })
  core.advanceTo(START + 30_000)
  venue = await startTestVenue({ core, control: true, requestsPerWindow: 1e6 })
  meta = (await venue.get('/v1/outcomes/meta')).body
  trader = await ready(400)
})
afterAll(() => venue.close())

/** A trader with an agent, and collateral in the outcome class. */
async function ready(usdh: number): Promise<TestTrader> {
  const made = await venue.trader()
  await made.approveAgent()
  if (usdh > 0) await transfer(made, String(usdh))
  return made
}
async function transfer(who: TestTrader, amount: string) {
  const prepared = await who.post('/v1/outcomes/transfer/prepare', { amount })
  if (prepared.status !== 200) return prepared
  const { actionHash, eip712Domain: domain, types, primaryType, message } = prepared.body
  const signature = await who.signAsWallet({ domain, types, primaryType, message })
  return who.post('/v1/outcomes/transfer/submit', { actionHash, signature })
}
/** A market in the middle of its life, with two sides, in a question of several outcomes. */
const market = (): OutcomeInfo => {
  const found = meta.find(
    ({ expired, settling, questions, sides }) =>
      !expired && !settling && sides.length === 2 && (questions[0]?.outcomes.length ?? 0) > 1,
  )
  if (found === undefined) throw new Error('there is no such market')
  return found
}
const order = (change: object = {}) => ({
  outcomeId: market().outcomeId,
  side: 0,
  isBuy: true,
  sz: '10',
  mode: { kind: 'limit', limitPx: '0.002' },
  ...change,
})
const place = (change: object = {}, who = trader) =>
  who.act('/v1/outcomes/orders/prepare', '/v1/outcomes/orders/submit', order(change))
const convert = (body: object, who = trader) =>
  who.act('/v1/outcomes/conversions/prepare', '/v1/outcomes/conversions/submit', body)
const money = async (who = trader) => (await venue.get(`/v1/positions/${who.address}`)).body.account

describe('the outcome reads', () => {
  it('list at least eight markets over four questions, with rules, expiries and every state', () => {
    const open = meta.filter(({ expired, settling }) => !expired && !settling)
    expect(open.length).toBeGreaterThanOrEqual(8)
    expect(new Set(meta.flatMap(({ questions }) => questions.map(({ id }) => id))).size).toBeGreaterThanOrEqual(4)
    for (const { sides, questions } of meta) {
      for (const { coin, index } of sides) expect(coin).toMatch(new RegExp(`^#\\d+${index}$`))
      for (const { rules } of questions) expect(rules.length).toBeGreaterThan(40)
    }
    expect(meta.some(({ sides }) => sides.length > 2)).toBe(true)
    expect(new Set(meta.map(({ expiry }) => expiry)).size).toBeGreaterThan(3)
    expect(open.some(({ expiry }) => expiry - START < 3_600_000)).toBe(true)
    expect(meta.some(({ settling }) => settling)).toBe(true)
    expect(meta.some(({ expired }) => expired)).toBe(true)
  })

  it('return seven days of prices of the requested coins, with the # escaped', async () => {
    const [a, b] = market().sides.map(({ coin }) => coin) as [string, string]
    const { body } = await venue.get(
      `/v1/outcomes/price-history?coins=${encodeURIComponent(a)},${encodeURIComponent(b)}`,
    )
    expect(Object.keys(body).sort()).toEqual([a, b].sort())
    const first = body[a][0]
    expect(START - first.time).toBeGreaterThanOrEqual(7 * 86_400_000 - 3_600_000)
    expect(Number(first.price)).toBeGreaterThanOrEqual(0)
    expect((await venue.get('/v1/outcomes/price-history')).body.field).toBe('coins')
    expect(await venue.get('/v1/outcomes/price-history?coins=%23999')).toMatchObject({
      status: 404,
      body: { code: 'unknown_coin', field: 'coins' },
    })
  })

  it('include the configuration', async () => {
    expect((await venue.get('/v1/runtime-config')).body.outcomes_enabled).toBe(true)
  })
})

describe('collateral', () => {
  it('is transferred by the wallet’s signature, once, into the outcome class', async () => {
    const who = await ready(0)
    const prepared = (await who.post('/v1/outcomes/transfer/prepare', { amount: '250.50' })).body
    expect(prepared).toMatchObject({
      primaryType: 'HyperliquidTransaction:UsdClassTransfer',
      message: { hyperliquidChain: 'Testnet', amount: '250.5', toPerp: false, nonce: expect.any(Number) },
    })
    const { actionHash, eip712Domain: domain, types, primaryType, message } = prepared
    const typed = { domain, types, primaryType, message }
    const external = { actionHash, signature: await trader.signAsWallet(typed) }
    expect((await who.post('/v1/outcomes/transfer/submit', external)).body.code).toBe('bad_signature')
    const own = { actionHash, signature: await who.signAsWallet(typed) }
    expect((await who.post('/v1/agent/approve', own)).body.code).toBe('stale_prepared_action')
    expect((await who.post('/v1/outcomes/transfer/submit', own)).body).toEqual({ status: 'accepted' })
    expect((await who.post('/v1/outcomes/transfer/submit', own)).body.code).toBe('already_submitted')
    expect(Number((await money(who)).usdh_outcome)).toBe(250.5)
    expect(Number((await money(who)).usdh)).toBe(749.5)
    expect(await who.post('/v1/outcomes/transfer/prepare', { amount: '5000' })).toMatchObject({
      status: 409,
      body: { code: 'insufficient_margin', field: 'amount' },
    })
  })
})

describe('an outcome order', () => {
  it('rests, is found by either oid or cloid but not both, and is canceled by cloid', async () => {
    const prepared = (await trader.post('/v1/outcomes/orders/prepare', order())).body
    const { outcomeId, sides } = market()
    expect(prepared.action.orders[0]).toMatchObject({ a: 100_000_000 + 10 * outcomeId, b: true, p: '0.002', s: '10' })
    const cloid = prepared.action.orders[0].c
    const { body } = await trader.post('/v1/outcomes/orders/submit', await trader.signed(prepared))
    expect(body).toEqual({ status: 'accepted', oid: expect.any(String), cloid })
    const open = await venue.get(`/v1/outcomes/orders/open/${trader.address}`, trader.token)
    expect(open.body).toMatchObject([{ oid: body.oid, cloid, asset: sides[0]?.coin, status: 'resting', tif: 'GTC' }])
    const status = (by: object) => trader.post('/v1/outcomes/order-status', { address: trader.address, ...by })
    for (const by of [{ oid: body.oid }, { oid: Number(body.oid) }, { cloid }])
      expect((await status(by)).body).toMatchObject({ order: { oid: body.oid }, status: 'resting' })
    for (const by of [{}, { oid: body.oid, cloid }])
      expect(await status(by)).toMatchObject({ status: 400, body: { code: 'oid_xor_cloid' } })
    expect((await status({ oid: '999999' })).body).toMatchObject({ code: 'unknown_order', field: 'oid' })

    const cancel = { outcomeId, side: 0, cloid }
    expect((await trader.post('/v1/outcomes/cancel/prepare', { ...cancel, side: 1 })).body.field).toBe('cloid')
    const cancelled = await trader.act('/v1/outcomes/cancel/prepare', '/v1/outcomes/cancel/submit', cancel)
    expect(cancelled.body).toEqual({ status: 'accepted', oid: body.oid, cloid })
    expect((await status({ cloid })).body.status).toBe('cancelled')
    expect((await trader.post('/v1/outcomes/cancel/prepare', cancel)).body.code).toBe('order_not_open')
    const history = (await venue.get(`/v1/orders/history/${trader.address}`)).body
    expect(history).toContainEqual(expect.objectContaining({ oid: body.oid, status: 'cancelled' }))
  })

  it('in market mode fills at once within its slippage, and becomes a position', async () => {
    const { body } = await place({ sz: '5', mode: { kind: 'market', slippageBps: 2000 } })
    expect(body.status).toBe('accepted')
    const status = await trader.post('/v1/outcomes/order-status', { address: trader.address, oid: body.oid })
    expect(status.body.status).toBe('filled')
    const { positions } = (await venue.get(`/v1/positions/${trader.address}`)).body
    expect(positions).toContainEqual(expect.objectContaining({ family: 'outcome', asset: market().sides[0]?.coin }))
    expect((await place({ isBuy: false, sz: '5', mode: { kind: 'market', slippageBps: 5000 } })).body.status).toBe(
      'accepted',
    )
  })

  it('is refused with the right code and field', async () => {
    const by = (test: (info: OutcomeInfo) => boolean) => meta.find(test)?.outcomeId
    for (const [change, status, code, field] of [
      [{ outcomeId: 1 }, 404, 'unknown_outcome', 'outcomeId'],
      [{ side: 7 }, 400, 'bad_request', 'side'],
      [{ mode: { kind: 'limit', limitPx: '0.0005' } }, 400, 'bad_request', 'limitPx'],
      [{ mode: { kind: 'limit', limitPx: '1' } }, 400, 'bad_request', 'limitPx'],
      [{ mode: { kind: 'limit' } }, 400, 'bad_request', 'limitPx'],
      [{ mode: { kind: 'market', slippageBps: 1.5 } }, 400, 'bad_request', 'slippageBps'],
      [{ mode: { kind: 'stop' } }, 400, 'bad_request', 'kind'],
      [{ mode: 'limit' }, 400, 'bad_request', 'mode'],
      [{ sz: '0.001' }, 400, 'bad_request', 'sz'],
      [{ outcomeId: by(({ expired }) => expired) }, 409, 'market_closed', undefined],
      [{ outcomeId: by(({ settling }) => settling) }, 409, 'market_closed', undefined],
    ] as const) {
      const reply = await trader.post('/v1/outcomes/orders/prepare', order(change))
      const given = field === undefined ? undefined : reply.body.field
      expect([change, reply.body.code, given, reply.status]).toEqual([change, code, field, status])
    }
  })

  it('requires an agent, with the family’s own code, on every prepare route', async () => {
    const stranger = await venue.trader()
    const { outcomeId } = market()
    for (const [path, body] of [
      ['orders', order()],
      ['cancel', { outcomeId, side: 0, cloid: `0x${'ab'.repeat(16)}` }],
      ['conversions', { kind: 'split', outcomeId, amount: '1' }],
      ['transfer', { amount: '1' }],
    ] as const)
      expect((await stranger.post(`/v1/outcomes/${path}/prepare`, body)).body.code).toBe('outcome_agent_not_approved')
  })

  it('is stale once its market changed, and refused while it is paused', async () => {
    const prepared = (await trader.post('/v1/outcomes/orders/prepare', order())).body
    const coin = market().sides[0]?.coin
    await venue.post('/practice/market', { asset: coin, status: 'paused' })
    const late = await trader.post('/v1/outcomes/orders/submit', await trader.signed(prepared))
    expect(late.body.code).toBe('stale_prepared_action')
    expect((await trader.post('/v1/outcomes/orders/prepare', order())).status).toBe(423)
    await venue.post('/practice/market', { asset: coin, status: 'active' })
    expect((await trader.post('/v1/outcomes/orders/prepare', order())).status).toBe(200)
  })
})

describe('conversions', () => {
  it('split, merge, negate and merge a question, each signed, and all appear in the history', async () => {
    const who = await ready(100)
    const { outcomeId, questions } = market()
    const [question] = questions
    const prepared = await who.post('/v1/outcomes/conversions/prepare', { kind: 'split', outcomeId, amount: '20.50' })
    expect(prepared.body.action).toEqual({ type: 'userOutcome', splitOutcome: { outcome: outcomeId, amount: '20.5' } })
    expect((await who.post('/v1/outcomes/conversions/submit', await who.signed(prepared.body))).status).toBe(200)
    expect(Number((await money(who)).usdh_outcome)).toBe(79.5)
    expect((await convert({ kind: 'negate', outcomeId, amount: '4' }, who)).body.status).toBe('accepted')
    expect((await convert({ kind: 'merge_question', questionId: question?.id, amount: '3' }, who)).body.status).toBe(
      'accepted',
    )
    expect((await convert({ kind: 'merge', outcomeId }, who)).body.status).toBe('accepted')
    const history = await venue.get('/v1/outcomes/conversions/history', who.token)
    expect(history.body.map(({ kind }: { kind: string }) => kind)).toEqual([
      'merge',
      'merge_question',
      'negate',
      'split',
    ])
    expect(history.body.at(-1)).toMatchObject({
      id: expect.any(String),
      outcomeId,
      amount: expect.stringMatching(/^20\.5/),
    })
    expect((await who.post('/v1/outcomes/conversions/prepare', { kind: 'split', outcomeId })).body.field).toBe('amount')
    expect((await who.post('/v1/outcomes/conversions/prepare', { kind: 'merge', amount: '1' })).body.field).toBe(
      'outcomeId',
    )
    expect((await who.post('/v1/outcomes/conversions/prepare', { kind: 'shred', outcomeId })).body.field).toBe('kind')
  })
})

describe('the outcome feed', () => {
  it('publishes books, trades and prices of a coin on its own channels', async () => {
    const client = await new Client(venue.wsUrl).opened()
    const coin = market().sides[0]?.coin
    client.say({ type: 'subscribe', channels: ['outcomeBook', 'outcomeTrades', 'outcomePrices'], coins: [coin] })
    expect((await client.next('outcomeBook')).data).toMatchObject({
      coin,
      levels: [expect.any(Array), expect.any(Array)],
    })
    expect((await client.next('outcomeTrades')).data).toEqual(expect.any(Array))
    expect((await client.next('outcomePrices')).data).toEqual({
      time: expect.any(Number),
      prices: { [coin ?? '']: expect.stringMatching(/^0\.\d+$/) },
    })
    await place({ mode: { kind: 'market', slippageBps: 3000 }, sz: '1' })
    expect((await client.next('outcomeBook')).data.coin).toBe(coin)
    expect((await client.next('outcomeTrades')).data[0]).toMatchObject({ coin, sz: expect.any(String) })
    client.say({ type: 'subscribe', channels: ['book'], coins: [coin] })
    expect((await client.next('error')).data.code).toBe('unknown_asset')
    client.socket.terminate()
  })
})
