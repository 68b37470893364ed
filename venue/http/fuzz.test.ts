import { once } from 'node:events'
import { connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runs } from '../../contract/testing/property-runs.ts'
import { Client } from '../testing/socket-client.ts'
import { type Reply, startTestVenue, type TestTrader, type TestVenue } from '../testing/test-venue.ts'

let venue: TestVenue
let trader: TestTrader
beforeAll(async () => {
  venue = await startTestVenue({ control: true, requestsPerWindow: 1e9 })
  trader = await venue.trader()
  await trader.approveAgent()
})
afterAll(() => venue.close())

const HASH = `0x${'ab'.repeat(32)}`
const SIGNATURE = `0x${'11'.repeat(64)}1b`
const ADDRESS = `0x${'cd'.repeat(20)}`
const CLOID = `0x${'ef'.repeat(16)}`
const submission = { orderId: '6f1c1c1e-7f0f-4a2e-9f25-0a3d0a3d0a3d', actionHash: HASH, hlSignature: SIGNATURE }

/** A valid body for each POST route. */
const bodies: Record<string, object> = {
  '/v1/access/request': { email: 'ada@isotherm.example', note: 'please' },
  '/v1/predict': { asset: 0, target_temp_f: 70.5, sz: '1', direction: 'long', slippage_pct: 1 },
  '/v1/orders/prepare': {
    asset: 'NYCTMP1',
    isBuy: true,
    limitPx: '560.00',
    sz: '1',
    tif: 'GTC',
    reduceOnly: false,
    cloid: CLOID,
  },
  '/v1/orders/submit': submission,
  '/v1/orders/cancel/prepare': { asset: 'NYCTMP1', oid: '123' },
  '/v1/orders/cancel/submit': submission,
  '/v1/leverage/prepare': { asset: 'NYCTMP1', leverage: 5, isCross: false },
  '/v1/leverage/submit': submission,
  '/v1/agent/approve': { agentAddress: ADDRESS, agentName: 'isotherm' },
  '/v1/close': { asset: 'NYCTMP1', sz: '1', slippage_pct: 1 },
  '/v1/binary/predict': { asset: 'GBETA', direction: 'UP', amount_usdc: '10', slippage_pct: 1 },
  '/v1/binary/close': { asset: 'GBETA', direction: 'UP', contracts: '1', slippage_pct: 1 },
  '/v1/outcomes/transfer/prepare': { amount: '1' },
  '/v1/outcomes/transfer/submit': { actionHash: HASH, signature: SIGNATURE },
  '/v1/outcomes/orders/prepare': {
    outcomeId: 2026,
    side: 0,
    isBuy: true,
    sz: '1',
    mode: { kind: 'limit', limitPx: '0.5' },
    cloid: CLOID,
  },
  '/v1/outcomes/orders/submit': submission,
  '/v1/outcomes/cancel/prepare': { outcomeId: 2026, side: 0, cloid: CLOID },
  '/v1/outcomes/cancel/submit': submission,
  '/v1/outcomes/conversions/prepare': { kind: 'split', outcomeId: 2026, amount: '1' },
  '/v1/outcomes/conversions/submit': submission,
  '/v1/outcomes/order-status': { address: ADDRESS, cloid: CLOID },
}
/** The direct order's fields are nested one level. */
const directOrder = {
  asset: 'NYCTMP1',
  side: 'buy',
  size: '1',
  price: '560.00',
  tif: 'GTC',
  nonce: 1,
  timestamp: 1,
  reduce_only: false,
}
const OPTIONAL = new Set([
  'note',
  'cloid@/v1/orders/prepare',
  'cloid@/v1/outcomes/orders/prepare',
  'cloid@/v1/outcomes/order-status',
  'oid',
  'sz@/v1/close',
  'contracts@/v1/binary/close',
])
/** A field whose invalid values are reported for the fields inside it. */
const INSIDE: Record<string, string[]> = { mode: ['mode', 'kind'] }
/** Values that no field of any route accepts. */
const hostile: unknown[] = [
  {},
  [],
  [[]],
  { $ne: null },
  Number.MAX_VALUE,
  -1e-7,
  '\u0000',
  '\ud800',
  '١٢٣',
  '1e5',
  '٫5',
  'NaN',
  '-1',
  '0x',
  ' ',
  'x'.repeat(5000),
  '9'.repeat(61),
  '🌡️'.repeat(1500),
  JSON.parse(`${'['.repeat(2000)}${']'.repeat(2000)}`),
]

/** The values to try for a field: in the short run every third, so that a route's fields cover all of them. */
const third = <T>(values: readonly T[], field: number): T[] =>
  values.filter((_, at) => at % runs(3, 1) === field % runs(3, 1))

const isProblem = ({ status, type, body }: Reply): void => {
  expect(type).toContain('application/problem+json')
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
  expect(body).toMatchObject({
    status,
    type: expect.any(String),
    title: expect.any(String),
    detail: expect.any(String),
    code: expect.stringMatching(/^\w+$/),
  })
}
const isAnswer = (reply: Reply): void => {
  if (reply.status >= 300) isProblem(reply)
}

describe.each(Object.keys(bodies))('POST %s', (path) => {
  const body = bodies[path] as Record<string, unknown>

  it('names the invalid field', async () => {
    for (const [at, field] of Object.keys(body).entries()) {
      for (const value of third(hostile, at)) {
        const text = field === 'note' || field === 'agentName'
        if (text && typeof value === 'string' && value.length <= (field === 'note' ? 2000 : 64)) continue
        const reply = await trader.post(path, { ...body, [field]: value })
        isProblem(reply)
        const named = INSIDE[field] ?? [field]
        expect([value, named, reply.body.field]).toEqual([
          value,
          expect.arrayContaining([reply.body.field]),
          expect.any(String),
        ])
      }
    }
  })

  it('names the missing field', async () => {
    for (const field of Object.keys(body)) {
      if (OPTIONAL.has(field) || OPTIONAL.has(`${field}@${path}`)) continue
      const { [field]: _, ...rest } = body
      const reply = await trader.post(path, rest)
      isProblem(reply)
      expect(reply.body).toMatchObject({ code: 'bad_request', field })
    }
  })
})

describe('POST /v1/orders', () => {
  it('names the invalid or missing field of the order', async () => {
    for (const [at, field] of Object.keys(directOrder).entries()) {
      for (const value of [undefined, ...third(hostile, at)]) {
        const reply = await trader.post('/v1/orders', {
          order: { ...directOrder, [field]: value },
          signature: SIGNATURE,
        })
        isProblem(reply)
        expect([field, value, reply.body.field]).toEqual([field, value, field])
      }
    }
  })
})

describe('arbitrary input', () => {
  const paths = [
    ...Object.keys(bodies),
    '/v1/binary/setup',
    '/v1/orders',
    '/practice/session',
    '/practice/market',
    '/practice/oracle',
  ]

  it('as a JSON body gets a problem or an answer', async () => {
    const json = fc.oneof(
      fc.json({ maxDepth: 6 }),
      fc.jsonValue().map((value) => JSON.stringify(value)),
    )
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), json, async (path, text) => isAnswer(await trader.post(path, text))),
      { numRuns: runs(50, 3000) },
    )
  })

  it('with fields mixed from all routes gets a problem or an answer', async () => {
    const names = [...new Set([...Object.values(bodies), directOrder].flatMap((body) => Object.keys(body)))]
    const good = Object.values(bodies).flatMap((body) => Object.values(body))
    const value = fc.oneof(fc.constantFrom(...good, ...hostile), fc.jsonValue())
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...paths),
        fc.dictionary(fc.constantFrom(...names, '__proto__', 'constructor', 'toString'), value, { maxKeys: 12 }),
        async (path, body) => isAnswer(await trader.post(path, body)),
      ),
      { numRuns: runs(80, 5000) },
    )
  })

  it('as bytes of any content type gets a problem', async () => {
    const types = [
      'application/json',
      'application/json; charset=utf-16',
      'application/xml',
      'multipart/form-data',
      ';',
    ]
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), fc.constantFrom(...types), async (body, type) => {
        const reply = await fetch(`${venue.url}/v1/orders/prepare`, {
          method: 'POST',
          headers: { 'content-type': type, authorization: `Bearer ${trader.token}` },
          body: new Uint8Array(body),
        })
        isProblem({
          ...reply,
          status: reply.status,
          type: reply.headers.get('content-type') ?? '',
          body: await reply.json(),
        })
      }),
      { numRuns: runs(40, 2000) },
    )
  })

  it('as a content type other than JSON gets 415', async () => {
    for (const type of [
      'application/xml',
      'multipart/form-data; boundary=x',
      'image/png',
      'application/octet-stream',
    ]) {
      const reply = await fetch(`${venue.url}/v1/orders/prepare`, {
        method: 'POST',
        headers: { 'content-type': type, authorization: `Bearer ${trader.token}` },
        body: JSON.stringify(bodies['/v1/orders/prepare']),
      })
      expect([reply.status, (await reply.json()).code]).toEqual([415, 'unsupported_media_type'])
    }
  })

  it('as an address or query gets a problem or an answer', async () => {
    const reads = ['ticker', 'book', 'positions/', 'orders/open/', 'trades/', 'fees/', 'markets', 'bucket']
    const name = fc.constantFrom('asset', 'limit', 'before', 'symbol', 'from', 'to', 'resolution', 'countback', 'coins')
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('NYCTMP1', '1', '9'.repeat(400), '-1', '%', '%zz', '%00'),
    )
    const query = fc.array(fc.tuple(name, text)).map((all) => all.map(([k, v]) => `${k}=${v}`).join('&'))
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.constantFrom(
            ...reads.map((read) => `/v1/${read}`),
            '/tv/history',
            '/tv/symbols',
            '/tv-mark/history',
            '/v1/outcomes/price-history',
            '/v1/outcomes/orders/open/',
          ),
          fc.webPath(),
          text.map((each) => `/v1/${encodeURIComponent(each.toWellFormed())}`),
        ),
        fc.oneof(text, fc.constant('')),
        query,
        async (path, rest, query) =>
          isAnswer(await venue.get(encodeURI(`${path || '/'}${rest}?${query}`.toWellFormed()), trader.token)),
      ),
      { numRuns: runs(60, 3000) },
    )
  })
})

describe('malformed HTTP', () => {
  const say = async (text: string | Buffer): Promise<string> => {
    const socket = connect(Number(new URL(venue.url).port), '127.0.0.1')
    let received = ''
    socket.on('data', (part) => {
      received += part
    })
    socket.on('error', () => {})
    socket.end(text)
    await once(socket, 'close')
    return received
  }
  const head = 'Host: 127.0.0.1\r\nConnection: close\r\n'

  it.each([
    ['garbage', 'hello\r\n\r\n', 400],
    ['a missing host', 'GET /v1/markets HTTP/1.1\r\nConnection: close\r\n\r\n', 421],
    ['a long address', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n${head}\r\n`, 431],
    ['a huge header', `GET / HTTP/1.1\r\n${head}X: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['an address of another host', `GET http://elsewhere.example/v1/markets HTTP/1.1\r\n${head}\r\n`, 404],
    ['an invalid escape', `GET /v1/positions/%zz HTTP/1.1\r\n${head}\r\n`, 400],
    ['an unknown method', `PATCH /v1/markets HTTP/1.1\r\n${head}\r\n`, 405],
    ['an invalid length', `POST /v1/referrals HTTP/1.1\r\n${head}Content-Length: many\r\n\r\n`, 400],
    ['two lengths', `POST /v1/referrals HTTP/1.1\r\n${head}Content-Length: 1\r\nContent-Length: 2\r\n\r\n{`, 400],
    [
      'an upgrade to something else',
      'GET /v1/markets HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n',
      404,
    ],
    [
      'a WebSocket without a key',
      'GET /v1/ws HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
      400,
    ],
    ['a WebSocket address without an upgrade', `GET /v1/ws HTTP/1.1\r\n${head}\r\n`, 426],
  ])('%s gets a problem', async (_, text, status) => {
    const received = await say(text)
    expect(received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(received).toContain('application/problem+json')
  })

  it('with random bytes leaves the venue unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 300 }), async (bytes) => {
        await say(Buffer.from(bytes))
      }),
      { numRuns: runs(25, 1000) },
    )
    expect((await venue.get('/v1/markets')).status).toBe(200)
  })
})

describe('arbitrary WebSocket input', () => {
  it('gets an error or an answer, and the connection stays open', async () => {
    const client = await new Client(venue.wsUrl).opened()
    const names = fc.array(
      fc.oneof(fc.string(), fc.constantFrom('book', 'trades', 'NYCTMP1', 'outcomeBook', '#20260')),
      {
        maxLength: 5,
      },
    )
    const message = fc.oneof(
      fc.json(),
      fc.string(),
      fc
        .record(
          { type: fc.constantFrom('subscribe', 'unsubscribe'), channels: names, coins: names },
          { requiredKeys: [] },
        )
        .map((each) => JSON.stringify(each)),
    )
    const messages = fc.sample(message, { numRuns: 90, seed: 7 })
    for (const text of messages) client.say(text)
    client.socket.send(Buffer.from([0, 255, 1]), { binary: true })
    await client.settled()
    expect(client.kept('error').length).toBeGreaterThan(40)
    for (const { data } of client.kept('error'))
      expect(data).toEqual({ code: expect.any(String), message: expect.any(String) })
    client.socket.terminate()
  })

  it('that is too large closes only that connection', async () => {
    const [large, other] = await Promise.all([new Client(venue.wsUrl).opened(), new Client(venue.wsUrl).opened()])
    large.say('x'.repeat(70_000))
    expect(await large.closed()).toBe(1009)
    await other.settled()
    other.socket.terminate()
  })
})

describe('the log', () => {
  it('contains no failure of the venue, and no token', () => {
    expect(venue.logged.filter((line) => line.startsWith('error'))).toEqual([])
    expect(venue.logged.join('\n')).not.toContain(trader.token)
  })
})
