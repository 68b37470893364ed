import { request } from 'node:http'
import { SignJWT, UnsecuredJWT } from 'jose'
import { afterEach, describe, expect, it } from 'vitest'
import { openStore } from '../store/index.ts'
import { START, startTestVenue, type TestVenue } from '../testing/test-venue.ts'

const open: TestVenue[] = []
const start = async (options: Parameters<typeof startTestVenue>[0] = {}): Promise<TestVenue> => {
  const venue = await startTestVenue(options)
  open.push(venue)
  return venue
}
afterEach(async () => {
  for (const venue of open.splice(0)) await venue.close()
})

describe('market reads', () => {
  it("have the service's format", async () => {
    const venue = await start()
    const markets = (await venue.get('/v1/markets')).body
    expect(Object.keys(markets[0])).toEqual([
      'asset',
      'asset_id',
      'status',
      'sz_decimals',
      'tick_size',
      'max_leverage',
      'station',
    ])
    const bucket = (await venue.get('/v1/bucket')).body
    expect(bucket).toMatchObject({ current: { asset: venue.live, phase: 'trading' }, server_time: START })
    const ticker = (await venue.get(`/v1/ticker?asset=${venue.live}`)).body
    expect(ticker).toMatchObject({ asset: venue.live, mark: expect.stringMatching(/^5\d\d\.\d\d$/), time: START })
    const book = (await venue.get(`/v1/book?asset=${venue.live}`)).body
    expect(book).toEqual({ asset: venue.live, time: START, levels: [[], []] })
    const interest = (await venue.get('/v1/oi-status')).body
    expect(interest).toMatchObject([{ asset: 'NYCTMP1', cap: expect.any(String) }, { asset: 'NYCTMP2' }])
    expect((await venue.get('/v1/runtime-config')).body).toEqual({ waitlist_enabled: false, outcomes_enabled: true })
  })

  it.each(['/v1/ticker', '/v1/book'])('%s requires an existing asset', async (path) => {
    const venue = await start()
    expect(await venue.get(path)).toMatchObject({ status: 400, body: { code: 'bad_request', field: 'asset' } })
    expect(await venue.get(`${path}?asset=GBETA`)).toMatchObject({
      status: 404,
      body: { code: 'unknown_asset', field: 'asset' },
    })
  })

  it('return empty lists for an address without an account, and refuse an invalid address', async () => {
    const venue = await start()
    const nobody = `0x${'Ab'.repeat(20)}`
    expect((await venue.get(`/v1/positions/${nobody}`)).body.positions).toEqual([])
    for (const path of ['orders/open', 'orders/history', 'trades'])
      expect((await venue.get(`/v1/${path}/${nobody}`)).body).toEqual([])
    for (const path of ['positions', 'orders/open', 'orders/history', 'trades', 'fees'])
      expect(await venue.get(`/v1/${path}/0x12`)).toMatchObject({ status: 400, body: { field: 'address' } })
    expect(await venue.get(`/v1/trades/${nobody}?limit=501`)).toMatchObject({ status: 200 })
    const { address } = await venue.trader()
    for (const [query, field] of [
      ['limit=0', 'limit'],
      ['limit=501', 'limit'],
      ['limit=x', 'limit'],
      ['before=yesterday', 'before'],
    ])
      expect(await venue.get(`/v1/trades/${address}?${query}`)).toMatchObject({ status: 400, body: { field } })
    expect((await venue.get(`/v1/fees/${address.toUpperCase().replace('X', 'x')}`)).body).toEqual({
      maker_bps: expect.any(String),
      taker_bps: expect.any(String),
    })
  })

  it('serve UDF candles, including times before the start', async () => {
    const venue = await start()
    expect((await venue.get('/tv/config')).body.supported_resolutions).toContain('15S')
    const symbol = (await venue.get(`/tv/symbols?symbol=${venue.live}`)).body
    expect(symbol).toMatchObject({ name: venue.live, minmov: 1, pricescale: 100, timezone: 'Etc/UTC' })
    const to = START / 1000
    const { body } = await venue.get(`/tv/history?symbol=${venue.live}&resolution=1&from=${to - 600}&to=${to}`)
    expect(body.s).toBe('ok')
    expect(body.t).toHaveLength(10)
    expect(body.t[0]).toBe(to - 600)
    const { body: counted } = await venue.get(
      `/tv/history?symbol=${venue.live}&resolution=15S&countback=4&from=0&to=${to}`,
    )
    expect(counted.t).toEqual([to - 60, to - 45, to - 30, to - 15])
    for (const [query, field] of [
      ['symbol=NYCTMP1&resolution=7&from=0&to=9', 'resolution'],
      ['resolution=1&from=0&to=9', 'symbol'],
      ['symbol=NYCTMP1&resolution=1&to=9', 'from'],
      ['symbol=NYCTMP1&resolution=1&from=9&to=9', 'from'],
    ])
      expect(await venue.get(`/tv/history?${query}`)).toMatchObject({ status: 400, body: { field } })
    expect(await venue.get('/tv/symbols?symbol=X')).toMatchObject({ status: 404, body: { field: 'symbol' } })
  })
})

describe('access', () => {
  it('returns the identity of the token', async () => {
    const venue = await start()
    const { address, token } = await venue.trader()
    expect((await venue.get('/v1/access/self', token)).body).toEqual({
      wallet: address,
      email: null,
      access: 'allowed',
    })
    const email = await venue.issueToken({ email: 'ada@isotherm.example' })
    expect((await venue.get('/v1/access/self', email)).body).toEqual({
      wallet: null,
      email: 'ada@isotherm.example',
      access: 'allowed',
    })
    const request = { email: 'ada@isotherm.example' }
    expect(await venue.post('/v1/access/request', request, email)).toMatchObject({
      status: 202,
      body: { status: 'received' },
    })
  })

  it('does not let an identity without a wallet trade', async () => {
    const venue = await start()
    const email = await venue.issueToken({ email: 'ada@isotherm.example' })
    for (const path of ['/v1/orders', '/v1/orders/prepare', '/v1/agent/approve', '/v1/predict', '/v1/close'])
      expect(await venue.post(path, {}, email)).toMatchObject({ status: 403, body: { code: 'wallet_required' } })
  })

  it('refuses every invalid token', async () => {
    const { store } = openStore(':memory:', START)
    const venue = await start({ store })
    const { address, token } = await venue.trader()
    const secret = Buffer.from(store.setting('token_secret') ?? '', 'hex')
    const claims = () => new SignJWT({}).setIssuer('isotherm-practice').setSubject(address).setIssuedAt()
    const [head = '', body = '', signature = ''] = token.split('.')
    const bad: Record<string, string | undefined> = {
      missing: undefined,
      garbage: 'x.y.z',
      'expired token': await venue.issueToken({ address, ttlSeconds: 0 }),
      'other secret': await claims()
        .setExpirationTime('1h')
        .setProtectedHeader({ alg: 'HS256' })
        .sign(Buffer.alloc(32, 1)),
      'other algorithm': await claims()
        .setExpirationTime('1h')
        .setProtectedHeader({ alg: 'HS512' })
        .sign(Buffer.concat([secret, secret])),
      'no expiry': await claims().setProtectedHeader({ alg: 'HS256' }).sign(secret),
      'no signature': new UnsecuredJWT({ sub: address, iss: 'isotherm-practice', iat: 1, exp: 9e9 }).encode(),
      'changed body': [head, `${body.slice(0, -2)}AA`, signature].join('.'),
      'unknown identity': await new SignJWT({})
        .setIssuer('isotherm-practice')
        .setSubject(`0x${'99'.repeat(20)}`)
        .setIssuedAt()
        .setExpirationTime('1h')
        .setProtectedHeader({ alg: 'HS256' })
        .sign(secret),
      'a WebSocket token': await venue.issueToken({ address, scope: 'ws' }),
    }
    for (const [name, each] of Object.entries(bad)) {
      const refused = await venue.get('/v1/access/self', each)
      expect([name, refused.status, refused.body.code]).toEqual([name, 401, 'bad_token'])
      expect(refused.headers.get('www-authenticate')).toBe('Bearer')
    }
    const basic = await fetch(`${venue.url}/v1/access/self`, { headers: { authorization: `Basic ${token}` } })
    expect(basic.status).toBe(401)
  })

  it('enforces the waitlist on trading routes only', async () => {
    const venue = await start({ waitlist: true })
    expect((await venue.get('/v1/runtime-config')).body.waitlist_enabled).toBe(true)
    for (const [access, code] of [
      ['waitlisted', 'not_allowlisted'],
      ['revoked', 'access_revoked'],
    ] as const) {
      const { address } = await venue.trader()
      const token = await venue.issueToken({ address, access })
      expect((await venue.get('/v1/access/self', token)).body.access).toBe(access)
      for (const path of ['/v1/orders', '/v1/orders/prepare', '/v1/leverage/prepare', '/v1/agent/approve'])
        expect(await venue.post(path, {}, token)).toMatchObject({ status: 403, body: { code } })
      expect((await venue.post('/v1/access/request', { email: 'a@isotherm.example' }, token)).status).toBe(202)
      expect((await venue.get('/v1/markets')).status).toBe(200)
    }
    const { token } = await venue.trader()
    expect((await venue.post('/v1/orders/prepare', {}, token)).status).toBe(400)
  })

  it('applies a lower level to tokens issued earlier', async () => {
    const venue = await start({ waitlist: true })
    const { address, token } = await venue.trader()
    await venue.control.session({ address, access: 'revoked' })
    expect((await venue.post('/v1/orders/prepare', {}, token)).body.code).toBe('access_revoked')
  })
})

describe('unknown routes', () => {
  it.each([
    ['GET', '/v1/nothing', 404, 'not_found'],
    ['GET', '/', 404, 'not_found'],
    ['GET', '/v1/outcomes/meta', 404, 'outcomes_disabled'],
    ['POST', '/v1/outcomes/orders/prepare', 404, 'outcomes_disabled'],
    ['POST', '/v1/referrals', 410, 'gone'],
    ['POST', '/v1/markets', 405, 'method_not_allowed'],
    ['GET', '/v1/orders', 405, 'method_not_allowed'],
    ['POST', '/practice/session', 404, 'not_found'],
    ['POST', '/practice/clock', 404, 'not_found'],
  ])('%s %s is %i %s', async (method, path, status, code) => {
    const venue = await start({ outcomes: false })
    const reply = method === 'GET' ? await venue.get(path) : await venue.post(path, {})
    expect(reply).toMatchObject({ status, body: { code, status } })
    expect(reply.type).toContain('application/problem+json')
    if (status === 405) expect(reply.headers.get('allow')).toMatch(/GET|POST/)
  })

  it('return 404 in plain text when hidden: binary routes in scalar mode, scalar routes in binary mode', async () => {
    const scalar = await start({ mode: 'scalar' })
    for (const path of ['/v1/binary/status', '/tv-mark/config']) {
      const hidden = await scalar.get(path)
      expect([hidden.status, hidden.type]).toEqual([404, 'text/plain; charset=utf-8'])
    }
    const binary = await start({ mode: 'binary' })
    for (const path of ['/v1/markets', '/v1/bucket', '/tv/config'])
      expect(await binary.get(path)).toMatchObject({ status: 404, type: expect.stringContaining('text/plain') })
    expect((await binary.post('/v1/orders', {})).type).toContain('text/plain')
    expect((await binary.get('/v1/runtime-config')).status).toBe(200)
  })
})

describe('limits', () => {
  it('refuse bodies above 64 KiB, with or without a known length', async () => {
    const venue = await start()
    const { post } = await venue.trader()
    for (const size of [70_000, 2_000_000]) {
      const refused = await post('/v1/orders/prepare', JSON.stringify({ note: 'x'.repeat(size) })).catch(() => null)
      if (size < 1_000_000) expect(refused).toMatchObject({ status: 413, body: { code: 'body_too_large' } })
      else if (refused !== null) expect(refused.status).toBe(413)
    }
  })

  it('count requests per caller', async () => {
    const venue = await start({ requestsPerWindow: 3 })
    for (let i = 0; i < 3; i++) expect((await venue.get('/v1/markets')).status).toBe(200)
    const refused = await venue.get('/v1/markets')
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const { token } = await venue.trader()
    expect((await venue.get('/v1/access/self', token)).status).toBe(200)
  })

  it('accept loopback host names only', async () => {
    const venue = await start({ control: true })
    const status = await new Promise((resolve) => {
      request(`${venue.url}/v1/markets`, { headers: { host: 'rebound.example' } }, (response) =>
        resolve(response.resume().statusCode),
      ).end()
    })
    expect(status).toBe(421)
    const external = await fetch(`${venue.url}/practice/session`, {
      method: 'POST',
      headers: { origin: 'https://page.example' },
      body: '{"email":"a@isotherm.example"}',
    })
    expect(external.status).toBe(403)
  })

  it('bind no other address', async () => {
    await expect(start({ host: '0.0.0.0' })).rejects.toThrow(RangeError)
  })
})

describe('control', () => {
  it('issues sessions, with an account for a new address', async () => {
    const venue = await start({ control: true })
    const address = `0x${'A1'.repeat(20)}`
    const { body } = await venue.post('/practice/session', { address, ttl_s: 60 })
    expect((await venue.get('/v1/access/self', body.accessToken)).body.wallet).toBe(address.toLowerCase())
    expect((await venue.get(`/v1/positions/${address}`)).body.account).toMatchObject({
      usdc: expect.stringMatching(/^10000(\.0+)?$/),
      usdh: expect.stringMatching(/^1000(\.0+)?$/),
    })
  })

  it('advances the clock, the markets and the oracle', async () => {
    const venue = await start({ control: true })
    expect((await venue.post('/practice/clock', { advance_ms: 6_599_000 })).body.time).toBe(START + 6_599_000)
    expect((await venue.get('/v1/bucket')).body.current).toMatchObject({ asset: venue.live, phase: 'final_window' })
    await venue.post('/practice/clock', { advance_ms: 1000 })
    expect((await venue.get('/v1/bucket')).body.current).toBeNull()
    await venue.post('/practice/clock', { advance_ms: 10_000 })
    const live = (await venue.get('/v1/bucket')).body.current.asset
    expect(live).not.toBe(venue.live)
    await venue.post('/practice/oracle', { temperature_f: 71.25 })
    expect((await venue.get(`/v1/ticker?asset=${live}`)).body.mark).toBe('571.25')
    await venue.post('/practice/market', { asset: live, status: 'close_only' })
    expect((await venue.get(`/v1/ticker?asset=${live}`)).body.status).toBe('close_only')
    await venue.post('/practice/market', { asset: live, status: 'active' })
    expect((await venue.get(`/v1/ticker?asset=${live}`)).body.status).toBe('active')
  })

  it('fails requests at the configured rate, except its own', async () => {
    const venue = await start({ control: true })
    expect((await venue.post('/practice/faults', { error_rate: 1, latency_ms: 1 })).body).toMatchObject({
      latency_ms: 1,
      error_rate: 1,
      drop_ws: false,
      still_traders: false,
      freeze_feed: false,
    })
    expect(await venue.get('/v1/markets')).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    await venue.post('/practice/faults', { error_rate: 0 })
    expect((await venue.get('/v1/markets')).status).toBe(200)
  })

  it.each([
    ['/practice/session', 'address', {}],
    ['/practice/session', 'address', { address: '0x1' }],
    ['/practice/session', 'access', { email: 'a@isotherm.example', access: 'maybe' }],
    ['/practice/session', 'ttl_s', { email: 'a@isotherm.example', ttl_s: 1.5 }],
    ['/practice/clock', 'advance_ms', { advance_ms: -1 }],
    ['/practice/market', 'status', { asset: 'NYCTMP1', status: 'closed' }],
    ['/practice/market', 'asset', { asset: 'X', status: null }],
    ['/practice/oracle', 'temperature_f', { temperature_f: 'warm' }],
    ['/practice/faults', 'error_rate', { error_rate: 2 }],
    ['/practice/faults', 'drop_ws', { drop_ws: 1 }],
  ])('%s names %s when %j is invalid', async (path, field, body) => {
    const venue = await start({ control: true })
    const refused = await venue.post(path, body)
    expect(refused.body).toMatchObject({ field })
    expect([400, 404]).toContain(refused.status)
  })
})

describe('the log', () => {
  it('has one line per request, and never a token, a query or a body', async () => {
    const venue = await start({ control: true })
    const { address, token } = await venue.trader()
    await venue.get('/v1/access/self?token=in-the-query', token)
    await venue.post('/v1/orders/prepare', { secret: 'in-the-body' }, token)
    await venue.post('/practice/session', { address })
    const text = venue.logged.join('\n')
    expect(text).toContain('GET /v1/access/self 200')
    expect(text).toContain('POST /v1/orders/prepare 400')
    for (const secret of [token, token.split('.')[2] ?? '', 'in-the-query', 'in-the-body'])
      expect(text).not.toContain(secret)
  })
})

describe('a stale oracle', () => {
  it('stops entries and the ticker, permits reducing positions, and can be ended', async () => {
    const venue = await start({ control: true })
    const trader = await venue.trader()
    await trader.approveAgent()
    const order = { asset: venue.live, isBuy: true, limitPx: '540', sz: '1', tif: 'GTC', reduceOnly: false }
    const early = (await trader.post('/v1/orders/prepare', order)).body
    await venue.post('/practice/oracle', { stale: true })
    const stale = { status: 503, body: { code: 'stale_market_data' } }
    expect(await venue.get(`/v1/ticker?asset=${venue.live}`)).toMatchObject(stale)
    expect(await trader.post('/v1/orders/prepare', order)).toMatchObject(stale)
    expect(await trader.post('/v1/orders/submit', await trader.signed(early))).toMatchObject(stale)
    expect((await trader.post('/v1/orders/prepare', { ...order, reduceOnly: true })).status).toBe(200)
    expect((await venue.get(`/v1/book?asset=${venue.live}`)).status).toBe(200)
    expect((await venue.post('/practice/oracle', { stale: false, temperature_f: 70 })).body).toEqual({
      stale: false,
      temperature_f: '70',
    })
    expect((await venue.get(`/v1/ticker?asset=${venue.live}`)).body.mark).toBe('570.00')
    expect((await trader.post('/v1/orders/prepare', order)).status).toBe(200)
    expect((await venue.post('/practice/oracle', {})).body.field).toBe('temperature_f')
  })
})
