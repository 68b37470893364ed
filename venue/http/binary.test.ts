import { afterEach, describe, expect, it } from 'vitest'
import { createVenueCore } from '../core/index.ts'
import type { PreparedAction } from '../signing/index.ts'
import { START, startTestVenue, type TestTrader, type TestVenue } from '../testing/test-venue.ts'

let venue: TestVenue
afterEach(() => venue.close())

/** A binary deployment with its own makers, and a trader ready to trade. */
async function open(options: { mode?: 'binary' | 'all'; setup?: boolean } = {}): Promise<TestTrader> {
  const core = createVenueCore({ seed: 'test', startTime: START })
  core.advanceTo(START + 30_000)
  venue = await startTestVenue({ mode: options.mode ?? 'binary', core, control: true, requestsPerWindow: 1e6 })
  const trader = await venue.trader()
  await trader.approveAgent()
  if (options.setup !== false) await setup(trader)
  return trader
}
async function signedAll(trader: TestTrader, actions: PreparedAction[]) {
  const signed = await Promise.all(actions.map((action) => trader.signed(action)))
  return { submit: signed.map(({ actionHash, hlSignature }) => ({ actionHash, hlSignature })) }
}
async function setup(trader: TestTrader) {
  const { actions } = (await trader.post('/v1/binary/setup', {})).body
  return trader.post('/v1/binary/setup', await signedAll(trader, actions))
}
const active = () => venue.core.binary.status().active_asset
const prediction = (change: object = {}) => ({
  asset: active(),
  direction: 'UP',
  amount_usdc: '50',
  slippage_pct: 20,
  ...change,
})
/** Prepares, signs and submits on the same route. */
async function act(trader: TestTrader, path: string, body: object) {
  const prepared = await trader.post(path, body)
  return prepared.status === 200 ? trader.post(path, await signedAll(trader, [prepared.body])) : prepared
}

describe('the binary reads', () => {
  it("have the service's format", async () => {
    await open({ setup: false })
    const markets = (await venue.get('/v1/binary/markets')).body
    expect(markets.map(({ asset }: { asset: string }) => asset)).toEqual(['GBETA', 'GBETB'])
    expect(markets[0]).toMatchObject({ asset: 'GBETA', status: expect.any(String) })
    expect((await venue.get('/v1/binary/status')).body).toEqual({
      paused: false,
      active_asset: active(),
      phase: 'TRADING',
      entry_cutoff: expect.any(Number),
      seconds_to_cutoff: expect.any(Number),
    })
    const bucket = (await venue.get('/v1/binary/bucket')).body
    expect(bucket).toMatchObject({ asset: active(), phase: 'TRADING', midpoint: expect.stringMatching(/^5\d\d\.\d+$/) })
    expect(bucket.end - bucket.start).toBe(7_200_000)
  })

  it('serve UDF candles of the mark', async () => {
    await open({ setup: false })
    const to = START / 1000
    expect((await venue.get('/tv-mark/config')).body.supported_resolutions).toContain('1')
    expect((await venue.get(`/tv-mark/symbols?symbol=${active()}`)).body).toMatchObject({ pricescale: 1000, minmov: 1 })
    const { body } = await venue.get(`/tv-mark/history?symbol=${active()}&resolution=1&from=${to - 300}&to=${to}`)
    expect(body.s).toBe('ok')
    for (const price of [...body.h, ...body.l]) expect(price > 0 && price < 1).toBe(true)
    expect((await venue.get('/tv-mark/symbols?symbol=NYCTMP1')).status).toBe(404)
  })
})

describe('setup', () => {
  it('prepares a leverage action for each asset, and is complete when both came back signed', async () => {
    const trader = await open({ setup: false })
    const { actions } = (await trader.post('/v1/binary/setup', {})).body
    expect(actions.map(({ action }: PreparedAction) => action)).toMatchObject([
      { type: 'updateLeverage', leverage: 2, isCross: false },
      { type: 'updateLeverage', leverage: 2, isCross: false },
    ])
    const { submit } = await signedAll(trader, actions)
    expect((await trader.post('/v1/binary/setup', { submit: submit.slice(0, 1) })).body.ready).toBe(false)
    expect((await trader.post('/v1/binary/setup', { submit: submit.slice(1) })).body).toEqual({
      leverage: 2,
      ready: true,
    })
    expect((await trader.post('/v1/binary/setup', { submit })).body.code).toBe('already_submitted')
  })

  it('accepts only the agent’s signature, and only leverage 2', async () => {
    const trader = await open({ setup: false })
    const other = await venue.trader()
    const { actions } = (await trader.post('/v1/binary/setup', {})).body
    expect((await trader.post('/v1/binary/setup', await signedAll(other, actions))).body.code).toBe('bad_signature')
    expect(venue.core.binary.leverage(trader.address, active())).toBe(1)
    const leverage = { asset: 'GBETA', leverage: 5, isCross: false }
    expect((await trader.post('/v1/leverage/prepare', leverage)).body).toMatchObject({
      code: 'leverage_must_be_2',
      field: 'leverage',
    })
    const two = { ...leverage, leverage: 2 }
    expect((await trader.act('/v1/leverage/prepare', '/v1/leverage/submit', two)).body.status).toBe('accepted')
  })
})

describe('a prediction', () => {
  it.each([1, 5, 2.5, '2', true])('that requests leverage %j is refused, and nothing is prepared', async (leverage) => {
    const trader = await open()
    expect(await trader.post('/v1/binary/predict', prediction({ leverage }))).toMatchObject({
      status: 409,
      body: { code: 'leverage_must_be_2', field: 'leverage' },
    })
  })

  it('may name leverage 2, which is implied', async () => {
    const trader = await open()
    expect((await act(trader, '/v1/binary/predict', prediction({ leverage: 2 }))).status).toBe(200)
  })

  it('is prepared as an order within its slippage, filled, shown in reads, and closed', async () => {
    const trader = await open()
    const prepared = await trader.post('/v1/binary/predict', prediction())
    expect(prepared.body).toMatchObject({
      action: { type: 'order', orders: [{ b: true, r: false, t: { limit: { tif: 'Ioc' } } }] },
      estimate: { contracts: expect.any(String) },
    })
    const done = await trader.post('/v1/binary/predict', await signedAll(trader, [prepared.body]))
    expect(done.body).toMatchObject({ status: 'filled', oid: expect.any(String), avg_px: expect.any(String) })
    const { positions } = (await venue.get(`/v1/positions/${trader.address}`)).body
    expect(positions).toMatchObject([
      { family: 'binary', asset: active(), leverage: 2, size: done.body.filled_contracts },
    ])
    expect((await venue.get(`/v1/trades/${trader.address}`)).body[0]).toMatchObject({ asset: active(), side: 'buy' })

    const close = { asset: active(), direction: 'UP', slippage_pct: 50 }
    const part = { ...close, contracts: 1.5 }
    expect((await trader.post('/v1/binary/close', part)).status).toBe(200)
    const tooMuch = await trader.post('/v1/binary/close', { ...close, contracts: '99999' })
    expect(tooMuch.body).toMatchObject({ code: 'reduce_only_would_increase', field: 'contracts' })
    expect((await act(trader, '/v1/binary/close', close)).body.status).toBe('filled')
    expect((await venue.get(`/v1/positions/${trader.address}`)).body.positions).toEqual([])
    expect((await trader.post('/v1/binary/close', close)).body.code).toBe('reduce_only_would_increase')
  })

  it('accepts its amount as text or number, and names an invalid field', async () => {
    const trader = await open()
    expect((await trader.post('/v1/binary/predict', prediction({ amount_usdc: 12.5 }))).status).toBe(200)
    for (const [field, value] of [
      ['asset', 'NYCTMP1'],
      ['direction', 'LONG'],
      ['amount_usdc', '0'],
      ['amount_usdc', '-1'],
      ['amount_usdc', '0.0000001'],
      ['slippage_pct', 101],
    ] as const)
      expect([value, (await trader.post('/v1/binary/predict', prediction({ [field]: value }))).body.field]).toEqual([
        value,
        field,
      ])
    expect((await trader.post('/v1/binary/predict', { submit: [] })).body.field).toBe('submit')
    expect((await trader.post('/v1/binary/predict', { submit: [{ actionHash: '0x1' }] })).body.field).toBe('actionHash')
  })

  it('requires setup, an agent, a time before the cutoff and the right phase', async () => {
    const trader = await open({ setup: false })
    expect((await trader.post('/v1/binary/predict', prediction())).body.code).toBe('leverage_must_be_2')
    const stranger = await venue.trader()
    expect((await stranger.post('/v1/binary/predict', prediction())).body.code).toBe('agent_not_approved')
    await setup(trader)
    const stale = await trader.post('/v1/binary/predict', prediction())
    const { entry_cutoff } = (await venue.get('/v1/binary/status')).body
    venue.control.advance(entry_cutoff - venue.core.now())
    expect((await trader.post('/v1/binary/predict', prediction())).body.code).toBe('BINARY_ENTRY_CUTOFF')
    expect((await trader.post('/v1/binary/predict', await signedAll(trader, [stale.body]))).body.code).toBe(
      'stale_prepared_action',
    )
    venue.control.advance(venue.core.binary.bucket().end - 1000 - venue.core.now())
    expect((await venue.get('/v1/binary/bucket')).body.phase).toBe('RAMP')
    expect((await trader.post('/v1/binary/predict', prediction())).body.code).toBe('BINARY_ENTRY_CUTOFF')
    venue.control.advance(1000)
    expect((await venue.get('/v1/binary/bucket')).body.phase).toBe('SETTLED')
    expect((await trader.post('/v1/binary/predict', prediction())).body.code).toBe('binary_wrong_phase')
  })

  it('is refused while its market is paused, and only closes while it is close-only', async () => {
    const trader = await open()
    await act(trader, '/v1/binary/predict', prediction())
    await venue.post('/practice/market', { asset: active(), status: 'paused' })
    expect((await venue.get('/v1/binary/status')).body.paused).toBe(true)
    expect((await trader.post('/v1/binary/predict', prediction())).status).toBe(423)
    await venue.post('/practice/market', { asset: active(), status: 'close_only' })
    expect((await trader.post('/v1/binary/predict', prediction())).status).toBeGreaterThanOrEqual(409)
    const close = { asset: active(), direction: 'UP', slippage_pct: 50 }
    expect((await trader.post('/v1/binary/close', close)).status).toBe(200)
  })
})

describe('market modes', () => {
  it('all shows both families', async () => {
    await open({ mode: 'all', setup: false })
    for (const path of ['/v1/markets', '/v1/binary/markets', '/tv/config', '/tv-mark/config'])
      expect([path, (await venue.get(path)).status]).toEqual([path, 200])
  })

  it('scalar hides the binary family, including leverage', async () => {
    venue = await startTestVenue({ mode: 'scalar' })
    const trader = await venue.trader()
    await trader.approveAgent()
    for (const path of ['/v1/binary/markets', '/v1/binary/anything', '/tv-mark/config'])
      expect(await venue.get(path)).toMatchObject({ status: 404, body: 'not found\n' })
    const body = { asset: 'GBETA', leverage: 2, isCross: false }
    expect((await trader.post('/v1/leverage/prepare', body)).body.code).toBe('unknown_asset')
  })
})
