import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestVenue, type TestTrader, type TestVenue } from '../testing/test-venue.ts'

let venue: TestVenue
let maker: TestTrader
let trader: TestTrader
let live: string
let mark: number

beforeAll(async () => {
  venue = await startTestVenue({ control: true, requestsPerWindow: 100_000 })
  live = venue.live
})
afterAll(() => venue.close())
beforeEach(async () => {
  maker = await venue.trader()
  trader = await venue.trader()
  await Promise.all([maker.approveAgent(), trader.approveAgent()])
  mark = Math.round(Number(venue.core.ticker(live).mark))
})

const order = (change: object = {}) => ({
  asset: live,
  isBuy: true,
  limitPx: `${mark - 5}.50`,
  sz: '2.00',
  tif: 'GTC',
  reduceOnly: false,
  ...change,
})
const place = (who: TestTrader, change: object = {}) =>
  who.act('/v1/orders/prepare', '/v1/orders/submit', order(change))
const cloid = `0x${'ab'.repeat(16)}`

describe('an order through the agent flow', () => {
  it('is prepared as documented, signed, accepted, and rests', async () => {
    const { status, body } = await trader.post('/v1/orders/prepare', order({ cloid }))
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual([
      'orderId',
      'actionHash',
      'action',
      'nonce',
      'connectionId',
      'eip712Domain',
      'agentMessage',
      'expiresAt',
    ])
    expect(JSON.stringify(body.action)).toBe(
      `{"type":"order","orders":[{"a":${live === 'NYCTMP1' ? 0 : 1},"b":true,"p":"${mark - 5}.5","s":"2","r":false,"t":{"limit":{"tif":"Gtc"}},"c":"${cloid}"}],"grouping":"na"}`,
    )
    expect(body.actionHash).toBe(body.connectionId)
    expect(body.agentMessage).toEqual({ source: 'b', connectionId: body.connectionId })
    expect(body.expiresAt).toBe(venue.core.now() + 30_000)

    const submitted = await trader.post('/v1/orders/submit', await trader.signed(body))
    expect(submitted.status).toBe(200)
    expect(submitted.body).toEqual({ status: 'accepted', oid: expect.any(String), cloid })
    const open = await venue.get(`/v1/orders/open/${trader.address}`)
    expect(open.body).toMatchObject([
      { oid: submitted.body.oid, cloid, asset: live, side: 'buy', size: '2.0000', tif: 'GTC', status: 'resting' },
    ])
  })

  it('is executed once: a second submission names the first order', async () => {
    const { body } = await trader.post('/v1/orders/prepare', order())
    const signed = await trader.signed(body)
    const replies = await Promise.all([
      trader.post('/v1/orders/submit', signed),
      trader.post('/v1/orders/submit', signed),
    ])
    const [won, lost] = replies.sort((a, b) => a.status - b.status)
    expect([won?.status, lost?.status]).toEqual([200, 409])
    expect(lost?.body).toMatchObject({ code: 'already_submitted', detail: expect.stringContaining(won?.body.oid) })
    expect(venue.core.openOrders(trader.address)).toHaveLength(1)
  })

  it('gets increasing nonces', async () => {
    const nonces = []
    for (let i = 0; i < 3; i++) nonces.push((await trader.post('/v1/orders/prepare', order())).body.nonce)
    expect(nonces).toEqual([...new Set(nonces)].sort((a, b) => a - b))
  })

  it('goes stale after 30 s', async () => {
    const { body } = await trader.post('/v1/orders/prepare', order())
    await venue.post('/practice/clock', { advance_ms: 30_000 })
    const late = await trader.post('/v1/orders/submit', await trader.signed(body))
    expect(late).toMatchObject({ status: 409, body: { code: 'stale_prepared_action' } })
  })

  it('goes stale when the market state changes', async () => {
    const { body } = await trader.post('/v1/orders/prepare', order())
    await venue.post('/practice/market', { asset: live, status: 'paused' })
    await venue.post('/practice/market', { asset: live, status: null })
    const late = await trader.post('/v1/orders/submit', await trader.signed(body))
    expect(late).toMatchObject({ status: 409, body: { code: 'stale_prepared_action' } })
  })

  it("belongs to the token's wallet", async () => {
    const { body } = await trader.post('/v1/orders/prepare', order())
    const stolen = await maker.post('/v1/orders/submit', await maker.signed(body))
    expect(stolen).toMatchObject({ status: 409, body: { code: 'stale_prepared_action', field: 'orderId' } })
  })

  it('must be signed by the active agent', async () => {
    const { body } = await trader.post('/v1/orders/prepare', order())
    const forged = await maker.signed(body)
    const refused = await trader.post('/v1/orders/submit', forged)
    expect(refused).toMatchObject({ status: 400, body: { code: 'bad_signature', field: 'hlSignature' } })
    expect((await trader.post('/v1/orders/submit', await trader.signed(body))).status).toBe(200)
  })

  it('must be submitted with the hash it was prepared with, on its own route', async () => {
    const { body } = await trader.post('/v1/orders/prepare', order())
    const signed = await trader.signed(body)
    expect(await trader.post('/v1/orders/submit', { ...signed, actionHash: `0x${'11'.repeat(32)}` })).toMatchObject({
      status: 400,
      body: { code: 'bad_request', field: 'actionHash' },
    })
    expect(await trader.post('/v1/leverage/submit', signed)).toMatchObject({
      status: 400,
      body: { code: 'bad_request', field: 'orderId' },
    })
  })

  it('returns the market’s refusal verbatim, and is used up by it', async () => {
    const { body } = await trader.post('/v1/orders/prepare', order({ reduceOnly: true }))
    const signed = await trader.signed(body)
    const refused = await trader.post('/v1/orders/submit', signed)
    expect(refused).toMatchObject({ status: 409, body: { code: 'reduce_only_would_increase' } })
    const again = await trader.post('/v1/orders/submit', signed)
    expect(again.body).toMatchObject({
      code: 'already_submitted',
      detail: expect.stringContaining(refused.body.detail),
    })
  })

  it.each([
    ['market_closed', 'a paused market', async () => venue.post('/practice/market', { asset: live, status: 'paused' })],
    ['insufficient_margin', 'too large a size', async () => null],
  ])('%s refuses %s', async (code, _, arrange) => {
    await arrange()
    const refused = await place(trader, code === 'insufficient_margin' ? { sz: '40000' } : {})
    await venue.post('/practice/market', { asset: live, status: null })
    expect(refused.body.code).toBe(code)
    expect(refused.type).toContain('application/problem+json')
  })

  it('fills, and appears in positions, trades and history', async () => {
    await place(maker, { isBuy: false, limitPx: `${mark + 1}`, sz: '3' })
    const filled = await place(trader, { limitPx: `${mark + 2}`, sz: '2', tif: 'IOC' })
    expect(filled.status).toBe(200)
    const positions = (await venue.get(`/v1/positions/${trader.address}`)).body
    expect(positions.positions).toMatchObject([{ family: 'scalar', asset: live, size: '2.0000' }])
    expect(Object.keys(positions.account)).toEqual(['equity', 'available', 'usdc', 'usdh', 'usdh_outcome'])
    const trades = (await venue.get(`/v1/trades/${trader.address}?limit=5`)).body
    expect(trades).toMatchObject([{ oid: filled.body.oid, side: 'buy', size: '2.0000', liquidity: 'taker' }])
    const history = (await venue.get(`/v1/orders/history/${trader.address}`)).body
    expect(history).toMatchObject([{ oid: filled.body.oid, status: 'filled' }])
    expect((await venue.get(`/v1/trades/${trader.address}?before=${trades[0].time}`)).body).toEqual([])
  })
})

describe('cancel', () => {
  it.each(['oid', 'cloid'])('cancels an order by %s', async (by) => {
    const placed = await place(trader, { cloid })
    const body = { asset: live, [by]: placed.body[by] }
    const prepared = await trader.post('/v1/orders/cancel/prepare', body)
    expect(prepared.body.action.type).toBe(by === 'oid' ? 'cancel' : 'cancelByCloid')
    const cancelled = await trader.post('/v1/orders/cancel/submit', await trader.signed(prepared.body))
    expect(cancelled.body).toEqual({ status: 'accepted', oid: placed.body.oid, cloid })
    expect(venue.core.openOrders(trader.address)).toEqual([])
  })

  it('requires exactly one of oid and cloid', async () => {
    for (const body of [{ asset: live }, { asset: live, oid: '1', cloid }])
      expect(await trader.post('/v1/orders/cancel/prepare', body)).toMatchObject({
        status: 400,
        body: { code: 'oid_xor_cloid' },
      })
  })

  it('refuses an order of another wallet, or one no longer open', async () => {
    const placed = await place(maker)
    const theirs = { asset: live, oid: placed.body.oid }
    expect(await trader.post('/v1/orders/cancel/prepare', theirs)).toMatchObject({
      status: 404,
      body: { code: 'unknown_order', field: 'oid' },
    })
    await maker.act('/v1/orders/cancel/prepare', '/v1/orders/cancel/submit', theirs)
    expect(await maker.post('/v1/orders/cancel/prepare', theirs)).toMatchObject({
      status: 409,
      body: { code: 'order_not_open' },
    })
  })
})

describe('leverage', () => {
  it('is set by a signed action', async () => {
    const prepared = await trader.post('/v1/leverage/prepare', { asset: live, leverage: 3, isCross: false })
    expect(Object.keys(prepared.body.action)).toEqual(['type', 'asset', 'isCross', 'leverage'])
    const done = await trader.post('/v1/leverage/submit', await trader.signed(prepared.body))
    expect(done.body).toEqual({ status: 'accepted' })
    expect(venue.core.leverage(trader.address, live)).toBe(3)
  })

  it.each([
    ['leverage', { leverage: 11, isCross: false }],
    ['leverage', { leverage: 0, isCross: false }],
    ['leverage', { leverage: 1.5, isCross: false }],
    ['isCross', { leverage: 2, isCross: true }],
  ])('names %s when %j is invalid', async (field, body) => {
    const refused = await trader.post('/v1/leverage/prepare', { asset: live, ...body })
    expect(refused).toMatchObject({ status: 400, body: { code: 'bad_request', field } })
  })
})

describe('the agent', () => {
  it('is approved by the wallet for 30 days', async () => {
    const fresh = await venue.trader()
    const approved = await fresh.approveAgent()
    expect(approved.body).toEqual({
      approved: true,
      agentAddress: fresh.agentAddress,
      expiresAt: venue.core.now() + 30 * 86_400_000,
    })
  })

  it('must be approved before anything is prepared', async () => {
    const fresh = await venue.trader()
    for (const [path, body] of [
      ['/v1/orders/prepare', order()],
      ['/v1/leverage/prepare', { asset: live, leverage: 2, isCross: false }],
      ['/v1/close', { asset: live, slippage_pct: 1 }],
      ['/v1/orders/cancel/prepare', { asset: live, oid: '1' }],
    ] as const)
      expect(await fresh.post(path, body)).toMatchObject({ status: 403, body: { code: 'agent_not_approved' } })
  })

  it('is replaced by the next approval', async () => {
    const { body } = await trader.post('/v1/orders/prepare', order())
    const agentAddress = `0x${'cd'.repeat(20)}`
    const next = (await trader.post('/v1/agent/approve', { agentAddress, agentName: 'other' })).body
    const signature = await trader.signAsWallet({ ...next, domain: next.eip712Domain })
    await trader.post('/v1/agent/approve', { actionHash: next.actionHash, signature })
    const refused = await trader.post('/v1/orders/submit', await trader.signed(body))
    expect(refused.body.code).toBe('bad_signature')
  })

  it('is not approved by another’s signature, nor twice, nor as the wallet itself, nor for two wallets', async () => {
    const request = (await trader.post('/v1/agent/approve', { agentAddress: `0x${'ef'.repeat(20)}`, agentName: 'a' }))
      .body
    const { actionHash } = request
    const typed = { ...request, domain: request.eip712Domain }
    const complete = (signature: string) => trader.post('/v1/agent/approve', { actionHash, signature })
    expect((await complete(await maker.signAsWallet(typed))).body).toMatchObject({
      status: 400,
      code: 'bad_signature',
      field: 'signature',
    })
    expect((await complete(await trader.signAsWallet(typed))).status).toBe(200)
    expect((await complete(await trader.signAsWallet(typed))).body).toMatchObject({
      status: 409,
      code: 'already_submitted',
    })
    for (const agentAddress of [trader.address, maker.agentAddress])
      expect((await trader.post('/v1/agent/approve', { agentAddress, agentName: 'a' })).body).toMatchObject({
        code: 'bad_request',
        field: 'agentAddress',
      })
  })
})

describe('predict and close', () => {
  const predict = (change: object = {}) => ({
    asset: venue.core.markets().findIndex(({ asset }) => asset === live),
    target_temp_f: 68.5,
    sz: '1',
    direction: 'long',
    slippage_pct: 2,
    ...change,
  })

  it('prepare an immediate order at the slippage bound, with its estimate', async () => {
    await place(maker, { isBuy: false, limitPx: `${mark + 1}`, sz: '3' })
    const { body } = await trader.post('/v1/predict', predict())
    expect(body.estimate).toEqual({ avg_px: expect.any(String), worst_px: expect.any(String), target_mark: '568.5' })
    expect(body.action.orders[0]).toMatchObject({ b: true, s: '1', r: false, t: { limit: { tif: 'Ioc' } } })
    expect((await trader.post('/v1/orders/submit', await trader.signed(body))).status).toBe(200)

    await place(maker, { limitPx: `${mark - 1}`, sz: '3' })
    const close = await trader.post('/v1/close', { asset: live, slippage_pct: 2 })
    expect(close.body.action.orders[0]).toMatchObject({ b: false, s: '1', r: true, t: { limit: { tif: 'Ioc' } } })
    expect((await trader.post('/v1/orders/submit', await trader.signed(close.body))).status).toBe(200)
    expect(venue.core.account(trader.address).positions.filter(({ size }) => Number(size) !== 0)).toEqual([])
  })

  it('refuse a close without a position', async () => {
    expect(await trader.post('/v1/close', { asset: live, slippage_pct: 1 })).toMatchObject({
      status: 409,
      body: { code: 'reduce_only_would_increase' },
    })
  })

  it('accept amounts as text or numbers', async () => {
    expect((await trader.post('/v1/predict', predict({ sz: 1.5 }))).status).toBe(200)
    expect((await trader.post('/v1/orders/prepare', order({ limitPx: mark - 5, sz: 1.5 }))).status).toBe(200)
  })

  it.each([
    ['asset', { asset: '0' }],
    ['target_temp_f', { target_temp_f: '68' }],
    ['target_temp_f', { target_temp_f: 1e9 }],
    ['sz', { sz: 0 }],
    ['sz', { sz: '0' }],
    ['sz', { sz: '1.00001' }],
    ['direction', { direction: 'up' }],
    ['slippage_pct', { slippage_pct: -1 }],
  ])('name %s when %j is invalid', async (field, change) => {
    const refused = await trader.post('/v1/predict', predict(change))
    expect(refused).toMatchObject({ status: 400, body: { code: 'bad_request', field } })
  })
})

describe('a direct order', () => {
  const direct = (change: object = {}) => ({
    asset: live,
    side: 'buy',
    size: '1.50',
    price: `${mark - 3}.00`,
    tif: 'GTC',
    nonce: 1,
    timestamp: venue.core.now(),
    reduce_only: false,
    ...change,
  })
  const sign = (who: TestTrader, message: object) => who.signAsWallet({ ...venue.directOrder, message })
  const send = async (change: object = {}, signer = trader) => {
    const message = direct(change)
    return trader.post('/v1/orders', { order: message, signature: await sign(signer, message) })
  }

  it('is accepted with the wallet’s signature', async () => {
    expect((await send()).body).toEqual({ status: 'resting', oid: expect.any(String), filled: '0.0000' })
  })

  it('requires an increasing nonce', async () => {
    await send({ nonce: 5 })
    for (const nonce of [5, 4])
      expect(await send({ nonce })).toMatchObject({ status: 409, body: { code: 'nonce_reused', field: 'nonce' } })
    expect((await send({ nonce: 6 })).status).toBe(200)
  })

  it('accepts a nonce only once, even for concurrent requests', async () => {
    const message = direct({ nonce: 9 })
    const body = { order: message, signature: await sign(trader, message) }
    const replies = await Promise.all([1, 2, 3].map(() => trader.post('/v1/orders', body)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  it.each([-30_001, 30_001])('is refused when its timestamp is off by %i ms', async (off) => {
    expect(await send({ timestamp: venue.core.now() + off })).toMatchObject({
      status: 400,
      body: { code: 'timestamp_out_of_window', field: 'timestamp' },
    })
  })

  it('is refused with another wallet’s signature, or for other content, without using its nonce', async () => {
    expect((await send({}, maker)).body).toMatchObject({ status: 400, code: 'bad_signature' })
    const message = direct()
    const signature = await sign(trader, direct({ size: '1.5' }))
    expect((await trader.post('/v1/orders', { order: message, signature })).body.code).toBe('bad_signature')
    expect((await send()).status).toBe(200)
  })

  it.each(['isBuy', 'limitPx', 'sz'])('is refused with the agent-style field %s', async (field) => {
    const message = { ...direct(), [field]: '1' }
    const refused = await trader.post('/v1/orders', { order: message, signature: await sign(trader, direct()) })
    expect(refused).toMatchObject({ status: 400, body: { code: 'agent_style_field', field } })
  })

  it.each([
    ['asset', 404, { asset: 'NYCTMP9' }],
    ['side', 400, { side: 'B' }],
    ['size', 400, { size: 1 }],
    ['size', 400, { size: '-1' }],
    ['size', 400, { size: '1e3' }],
    ['size', 400, { size: '0.00001' }],
    ['price', 400, { price: '571.805' }],
    ['tif', 400, { tif: 'Gtc' }],
    ['nonce', 400, { nonce: '1' }],
    ['timestamp', 400, { timestamp: 1.5 }],
    ['reduce_only', 400, { reduce_only: undefined }],
  ])('names %s (%i) when %j is invalid', async (field, status, change) => {
    const refused = await trader.post('/v1/orders', { order: direct(change), signature: `0x${'11'.repeat(65)}` })
    expect(refused).toMatchObject({ status, body: { field } })
  })
})

describe('malformed bodies', () => {
  const submit = { orderId: '00000000-0000-4000-8000-000000000000', actionHash: `0x${'0'.repeat(64)}`, hlSignature: '' }
  it.each([
    ['/v1/orders/prepare', 'isBuy', () => order({ isBuy: 'yes' })],
    ['/v1/orders/prepare', 'limitPx', () => order({ limitPx: -570 })],
    ['/v1/orders/prepare', 'limitPx', () => order({ limitPx: '570.001' })],
    ['/v1/orders/prepare', 'sz', () => order({ sz: '1.00001' })],
    ['/v1/orders/prepare', 'tif', () => order({ tif: 'FOK' })],
    ['/v1/orders/prepare', 'reduceOnly', () => order({ reduceOnly: undefined })],
    ['/v1/orders/prepare', 'cloid', () => order({ cloid: '0x12' })],
    ['/v1/orders/prepare', 'asset', () => order({ asset: null })],
    ['/v1/orders/submit', 'orderId', () => ({ ...submit, orderId: 'x' })],
    ['/v1/orders/submit', 'actionHash', () => ({ ...submit, actionHash: 12 })],
    ['/v1/orders/submit', 'hlSignature', () => submit],
    ['/v1/orders/cancel/prepare', 'oid', () => ({ asset: live, oid: 'abc' })],
    ['/v1/orders/cancel/submit', 'orderId', () => ({})],
    ['/v1/leverage/submit', 'orderId', () => ({})],
    ['/v1/agent/approve', 'agentAddress', () => ({ agentAddress: '0x12', agentName: 'a' })],
    ['/v1/agent/approve', 'agentName', () => ({ agentAddress: `0x${'12'.repeat(20)}`, agentName: '' })],
    ['/v1/agent/approve', 'signature', () => ({ actionHash: `0x${'0'.repeat(64)}` })],
    ['/v1/close', 'slippage_pct', () => ({ asset: live, slippage_pct: '1' })],
    ['/v1/close', 'sz', () => ({ asset: live, sz: '0', slippage_pct: 1 })],
    ['/v1/orders', 'order', () => ({ signature: `0x${'11'.repeat(65)}` })],
    ['/v1/access/request', 'email', () => ({ email: 'nobody' })],
  ])('%s names %s', async (path, field, body) => {
    const refused = await trader.post(path, body())
    expect(refused).toMatchObject({ status: 400, body: { status: 400, code: 'bad_request', field } })
    expect(refused.type).toContain('application/problem+json')
    expect(Object.keys(refused.body)).toEqual(['type', 'title', 'status', 'detail', 'code', 'field'])
  })

  it.each(['', '{', '[]', '"x"', 'null', '\u0000'])('are refused completely: %j', async (body) => {
    expect(await trader.post('/v1/orders/prepare', body)).toMatchObject({ status: 400, body: { code: 'bad_request' } })
  })
})
