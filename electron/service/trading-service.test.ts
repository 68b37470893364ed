import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Address, Cloid, Hex } from '../../contract/address.ts'
import { type Decimal, price, size } from '../../contract/decimal.ts'
import { millis } from '../../contract/time.ts'
import { certaintyOf } from './certainty.ts'
import type { ServiceError } from './errors.ts'
import { FOR } from './purpose.ts'
import { json, Loopback, plain, problem, serviceFor } from './testing/setup.ts'
import type { PrepareOrder } from './types.ts'

const loopback = { server: new Loopback(), url: '' }
beforeEach(async () => {
  loopback.server = new Loopback()
  loopback.url = await loopback.server.start()
})
afterEach(() => loopback.server.stop())

const ADDRESS = `0x${'ab'.repeat(20)}` as Address
const HASH = `0x${'cd'.repeat(32)}` as Hex
const signed = { orderId: 'o-1', actionHash: HASH, signature: `0x${'11'.repeat(65)}` as Hex }
const order: PrepareOrder = {
  asset: 'NYCTMP1',
  side: 'buy',
  price: price('571.80'),
  size: size('10.00'),
  tif: 'GTC',
  reduceOnly: false,
  cloid: '0x00000000000000000000000000000001' as Cloid,
}
const config = { waitlist_enabled: false, outcomes_enabled: true }
const prepared = {
  orderId: 'o-1',
  actionHash: HASH,
  eip712Domain: { name: 'Exchange' },
  agentMessage: { source: 'b', connectionId: HASH },
}

async function failure(promise: Promise<unknown>): Promise<ServiceError> {
  return promise.then(
    () => {
      throw new Error('it succeeded')
    },
    (error: ServiceError) => error,
  )
}

describe('the log of requests', () => {
  it('reports an unreadable route once, and once more when it works again', async () => {
    const lines: string[] = []
    const keep = (facts: object, text: string) => void lines.push(`${(facts as { route: string }).route}: ${text}`)
    const { service } = serviceFor(loopback.url, { log: { info: keep, warn: keep } })
    loopback.server.answer = problem(500, 'broken', 'Down.')
    for (let round = 0; round < 3; round += 1) await failure(service.markets())
    await failure(service.accessSelf())
    expect(lines).toEqual(['GET /v1/markets: request failed', 'GET /v1/access/self: request failed'])
    loopback.server.answer = json([])
    for (let round = 0; round < 2; round += 1) await service.markets()
    expect(lines.slice(2)).toEqual(['GET /v1/markets: request works again'])
    loopback.server.answer = problem(500, 'broken', 'Down.')
    await failure(service.markets())
    expect(lines.slice(3)).toEqual(['GET /v1/markets: request failed'])
  })

  it('names route and field of an unreadable answer, and its beginning, at most once a minute', async () => {
    const lines: object[] = []
    const keep = (facts: object, text: string) => void (text === 'an answer cannot be read' && lines.push(facts))
    const { service, clock } = serviceFor(loopback.url, { log: { info: keep, warn: keep } })
    loopback.server.answer = json({ waitlist: `\u202e${'x'.repeat(300)}` })
    for (let round = 0; round < 3; round += 1) await failure(service.runtimeConfig())
    const answer = `{"waitlist":"${'x'.repeat(186)}…`
    const facts = { route: 'GET /v1/runtime-config', field: 'waitlist_enabled', why: 'is missing' }
    expect(lines).toMatchObject([{ ...facts, answer: expect.stringMatching(/^\{"waitlist":" ?x+…$/) }])
    expect((lines[0] as { answer: string }).answer).toHaveLength(answer.length)
    await new Promise<void>((resolve) => clock.after(60_000, resolve))
    await failure(service.runtimeConfig())
    expect(lines).toHaveLength(2)
    loopback.server.answer = plain('<html>')
    await failure(service.markets())
    expect(lines[2]).toMatchObject({ route: 'GET /v1/markets', field: 'answer', why: 'is not JSON', answer: '<html>' })
  })

  it('reports every order that could not be sent', async () => {
    const lines: string[] = []
    const keep = (_facts: object, text: string) => void lines.push(text)
    const { service } = serviceFor(loopback.url, { log: { info: keep, warn: keep } })
    loopback.server.answer = problem(500, 'broken', 'Down.')
    for (let round = 0; round < 2; round += 1) await failure(service.submitPrepared('order', signed))
    expect(lines).toEqual(['request failed', 'request failed'])
  })
})

describe('requests', () => {
  it('carry the token in a header, never in the URL', async () => {
    loopback.server.answer = json({ access: 'allowed', wallet: ADDRESS })
    await serviceFor(loopback.url).service.accessSelf()
    const [request] = loopback.server.asked
    expect(request?.headers.authorization).toBe('Bearer a.b.c')
    expect(request?.url).toBe('/v1/access/self')
  })

  it('go to the routes of the interface, and to those of the deployment', async () => {
    loopback.server.answer = json([])
    const profile = { routes: { fees: '/fee/of/{address}', history: '/charts' } }
    const { service } = serviceFor(loopback.url, { profile })
    await service.orderHistory(ADDRESS, { limit: 50, before: millis(7) })
    await service.fills(ADDRESS, { limit: 10, before: null })
    loopback.server.answer = json({ maker_bps: '1', taker_bps: '2' })
    await service.fees(ADDRESS)
    loopback.server.answer = json({ s: 'no_data' })
    await service.candles('NYC TMP#1', 60, millis(0), millis(1000))
    await service.binaryCandles('GBETA', 1, millis(0), millis(1000))
    expect(loopback.server.asked.map(({ url }) => url)).toEqual([
      `/v1/orders/history/${ADDRESS}?limit=50&before=7`,
      `/v1/trades/${ADDRESS}?limit=10`,
      `/fee/of/${ADDRESS}`,
      '/charts?symbol=NYC+TMP%231&resolution=1&from=0&to=1',
      '/tv-mark/history?symbol=GBETA&resolution=1S&from=0&to=1',
    ])
  })

  it('have orders, closes, cancels and leverage in the form of the agent flow', async () => {
    loopback.server.answer = json(prepared)
    const { service } = serviceFor(loopback.url)
    await service.prepareOrder(order)
    await service.prepareClose({ asset: 'NYCTMP1', size: null, slippagePct: '0.50' as Decimal })
    await service.prepareClose({ asset: 'NYCTMP1', size: size('2.5'), slippagePct: '1' as Decimal })
    const targetF = '72.50' as never
    const terms = { targetF, size: size('8.0'), slippagePct: '0.5' as Decimal }
    await service.preparePredict({ ordinal: 1, direction: 'short', ...terms })
    await service.prepareCancel({ asset: 'NYCTMP1', oid: '42', cloid: order.cloid })
    await service.prepareLeverage({ asset: 'NYCTMP1', leverage: 5 })
    loopback.server.answer = json({ status: 'accepted' })
    await service.submitPrepared('cancel', signed)
    expect(loopback.server.asked.map(({ method, url, body }) => `${method} ${url} ${body}`)).toEqual([
      `POST /v1/orders/prepare {"asset":"NYCTMP1","isBuy":true,"limitPx":"571.80","sz":"10.00","tif":"GTC","reduceOnly":false,"cloid":"${order.cloid}"}`,
      'POST /v1/close {"asset":"NYCTMP1","slippage_pct":0.50}',
      'POST /v1/close {"asset":"NYCTMP1","sz":"2.5","slippage_pct":1}',
      'POST /v1/predict {"asset":1,"target_temp_f":72.50,"sz":"8.0","direction":"short","slippage_pct":0.5}',
      'POST /v1/orders/cancel/prepare {"asset":"NYCTMP1","oid":"42"}',
      'POST /v1/leverage/prepare {"asset":"NYCTMP1","leverage":5,"isCross":false}',
      `POST /v1/orders/cancel/submit {"orderId":"o-1","actionHash":"${HASH}","hlSignature":"${signed.signature}"}`,
    ])
  })

  it('send a direct order exactly as it was signed, and read its result', async () => {
    loopback.server.answer = json({ data: { Status: 'PartiallyFilled', orderId: 77, filled: 1.5 } })
    const { service } = serviceFor(loopback.url)
    const direct = { asset: 'NYCTMP1', side: 'sell', size: size('2.50'), price: price('571.80'), tif: 'IOC' } as const
    const signedOrder = { ...direct, nonce: 9, timestamp: 10, reduce_only: true }
    expect(await service.submitDirect({ order: signedOrder, signature: signed.signature })).toEqual({
      status: 'partially_filled',
      statusText: 'PartiallyFilled',
      oid: '77',
      filled: '1.5',
    })
    expect(loopback.server.asked.map(({ url, body }) => `${url} ${body}`)).toEqual([
      `/v1/orders {"order":{"asset":"NYCTMP1","side":"sell","size":"2.50","price":"571.80","tif":"IOC","nonce":9,"timestamp":10,"reduce_only":true},"signature":"${signed.signature}"}`,
    ])
  })

  it('that are submitted are refused with the message of a success that contains a refusal, which is logged', async () => {
    const lines: string[] = []
    const keep = (_facts: object, text: string) => void lines.push(text)
    const { service } = serviceFor(loopback.url, { log: { info: keep, warn: keep } })
    const refused = [
      { status: 'ok', response: { type: 'order', data: { statuses: [{ error: 'No\u202e liquidity.\n' }] } } },
      { status: 'err', response: 'No liquidity.' },
    ]
    for (const answer of refused) {
      loopback.server.answer = json(answer)
      for (const sent of [
        service.submitPrepared('order', signed),
        service.submitPrepared('binary_close', signed),
        service.submitBinarySetup([signed]),
        service.submitTransfer(signed),
        service.submitAgentApproval(signed),
      ]) {
        const error = await failure(sent)
        expect(error).toMatchObject({ kind: 'problem', status: 200, code: 'rejected', message: 'No liquidity.' })
        expect(certaintyOf(error, 'submit')).toEqual({ effect: 'did_nothing', again: 'never' })
      }
    }
    expect(lines).toHaveLength(10)
  })

  it('that are identical and simultaneous are one', async () => {
    loopback.server.answer = json(config)
    const { service } = serviceFor(loopback.url)
    const [one, other] = await Promise.all([service.runtimeConfig(), service.runtimeConfig()])
    expect(one).toEqual(other)
    expect(loopback.server.asked).toHaveLength(1)
    await service.runtimeConfig()
    expect(loopback.server.asked).toHaveLength(2)
  })

  it('that are more urgent never share a less urgent one, which may not have left', async () => {
    loopback.server.answer = json([])
    const { service } = serviceFor(loopback.url)
    const reads = [FOR.account, FOR.close, FOR.account, FOR.close].map((purpose) =>
      service.for(purpose).openOrders(ADDRESS),
    )
    await Promise.all(reads)
    expect(loopback.server.asked).toHaveLength(2)
  })

  it('that begin after a submit never share a read that began before it', async () => {
    let late = (): void => {}
    loopback.server.answer = (request, response) => {
      if (request.method === 'POST') json({ status: 'accepted' })(request, response)
      else if (loopback.server.asked.length === 1) late = () => json([])(request, response)
      else json({ orders: [] })(request, response)
    }
    const { service } = serviceFor(loopback.url)
    const before = service.openOrders(ADDRESS)
    await service.submitPrepared('order', signed)
    await service.openOrders(ADDRESS)
    late()
    await before
    expect(loopback.server.asked.map(({ method }) => method).sort()).toEqual(['GET', 'GET', 'POST'])
  })

  it('that are not reads are never shared', async () => {
    loopback.server.answer = json(prepared)
    const { service } = serviceFor(loopback.url)
    await Promise.all([service.prepareOrder(order), service.prepareOrder(order)])
    expect(loopback.server.asked).toHaveLength(2)
  })

  it('leave no time-out behind', async () => {
    loopback.server.answer = json(config)
    const { service, clock } = serviceFor(loopback.url)
    await service.runtimeConfig()
    expect(clock.heldTimeOuts).toBe(0)
  })
})

describe('without a token or a route', () => {
  it('nothing is requested that needs a token', async () => {
    const { service } = serviceFor(loopback.url, { token: null })
    for (const promise of [
      service.accessSelf(),
      service.prepareOrder(order),
      service.submitPrepared('order', signed),
    ]) {
      expect(await failure(promise)).toMatchObject({ kind: 'signed_out' })
    }
    expect(loopback.server.asked).toHaveLength(0)
  })

  it('public reads work, without the header', async () => {
    loopback.server.answer = json(config)
    await serviceFor(loopback.url, { token: null }).service.runtimeConfig()
    expect(loopback.server.asked[0]?.headers.authorization).toBeUndefined()
  })

  it('a token that cannot be a header is neither sent nor shown', async () => {
    const { service } = serviceFor(loopback.url, { token: 'planted secret\r\nx: y' })
    const error = await failure(service.accessSelf())
    expect(error).toMatchObject({ kind: 'signed_out' })
    expect(JSON.stringify([error, error.message])).not.toContain('planted')
  })

  it('a feature whose route is null is reported as switched off', async () => {
    const { service } = serviceFor(loopback.url, { profile: { routes: { cancelPrepare: null } } })
    const error = await failure(service.prepareCancel({ asset: 'A', oid: '1', cloid: null }))
    expect(error).toMatchObject({ kind: 'switched_off' })
    expect(error.message).toContain('Canceling orders: off. The deployment profile ')
    expect(loopback.server.asked).toHaveLength(0)
  })
})

describe('an error of the service', () => {
  const HIDDEN = 'GET /v1/markets is not available in this deployment (404 Not Found).'

  it('is shown with its own message, with code and field', async () => {
    const body = { status: 400, code: 'bad_request', detail: 'sz: at most 2 decimals — “3,333”.', field: 'sz' }
    loopback.server.answer = json(body, 400, { 'content-type': 'application/problem+json' })
    expect(await failure(serviceFor(loopback.url).service.prepareOrder(order))).toMatchObject({
      kind: 'problem',
      route: 'POST /v1/orders/prepare',
      status: 400,
      code: 'bad_request',
      message: body.detail,
      field: 'sz',
      isProblem: true,
    })
  })

  it.each([
    [
      'plain text',
      plain('binary mode: scalar routes are hidden', 404),
      'binary mode: scalar routes are hidden',
      'http_404',
    ],
    ['the phrase of a hidden route', plain('not found\n', 404), HIDDEN, 'http_404'],
    ['the phrase of a web server', plain('404 page not found', 404), HIDDEN, 'http_404'],
    ['a page of HTML', plain('<html><h1>Not found</h1></html>', 404), HIDDEN, 'http_404'],
    ['nothing', plain('', 404), HIDDEN, 'http_404'],
    ['a long page', plain('x'.repeat(5000), 404), 'x'.repeat(200), 'http_404'],
    ['another JSON', json({ error: 'not_here' }, 404), 'not_here', 'not_here'],
    ['JSON without a message', json({ ok: false }, 404), HIDDEN, 'http_404'],
  ])('may be %s', async (_, answer, message, code) => {
    loopback.server.answer = answer
    expect(await failure(serviceFor(loopback.url).service.markets())).toMatchObject({ message, code, status: 404 })
  })

  it('may be a redirect, which is not followed', async () => {
    loopback.server.answer = plain('', 302, { location: 'http://127.0.0.1:1/' })
    const error = await failure(serviceFor(loopback.url).service.markets())
    expect(error).toMatchObject({ kind: 'problem', status: 302 })
    expect(error.message).toContain('redirect')
    expect(loopback.server.asked).toHaveLength(1)
  })
})

describe('an unreadable answer', () => {
  it.each([
    ['not JSON', plain('<html>hello</html>')],
    ['nothing', plain('')],
    ['another shape', json({ waitlist: 1 })],
  ])('is an error that names the route: %s', async (_, answer) => {
    loopback.server.answer = answer
    const error = await failure(serviceFor(loopback.url).service.runtimeConfig())
    expect(error).toMatchObject({ kind: 'unreadable', route: 'GET /v1/runtime-config' })
    expect(error.message).toContain('GET /v1/runtime-config')
  })

  it('leaves the outcome of a submit open', async () => {
    const { service } = serviceFor(loopback.url)
    for (const answer of [plain('OK'), json({}), json([])]) {
      loopback.server.answer = answer
      const error = await failure(service.submitPrepared('order', signed))
      expect(error.kind).toBe('unreadable')
      expect(certaintyOf(error, 'submit').effect).toBe('not_known')
    }
  })

  it('is not read beyond 4 MiB', async () => {
    loopback.server.answer = plain(JSON.stringify('x'.repeat(5 * 1024 * 1024)))
    const error = await failure(serviceFor(loopback.url).service.markets())
    expect(error).toMatchObject({ kind: 'unreadable', code: 'answer_too_large' })
  })
})

describe('a busy service', () => {
  it('is asked three more times, with longer waits each time', async () => {
    loopback.server.answer = problem(503, 'stale_market_data', 'Book is stale.')
    const { service, clock } = serviceFor(loopback.url)
    expect(await failure(service.prepareOrder(order))).toMatchObject({ code: 'stale_market_data', status: 503 })
    expect(loopback.server.asked).toHaveLength(4)
    expect(clock.waits).toEqual([375, 750, 1500])
  })

  it('is not awaited longer than an order’s patience: its price would be old', async () => {
    loopback.server.answer = problem(503, 'stale_market_data', 'Book is stale.', { 'retry-after': '2' })
    const { service, clock } = serviceFor(loopback.url)
    const patient = service.for({ urgency: 'order', patience: 3_000 })
    expect(await failure(patient.prepareOrder(order))).toMatchObject({ code: 'stale_market_data' })
    expect(loopback.server.asked).toHaveLength(2)
    expect(clock.waits).toEqual([2_125])
  })

  it('gets the time that it asks for', async () => {
    loopback.server.answer = (request, response) =>
      (loopback.server.asked.length === 1
        ? problem(429, 'rate_limited', 'Slow down.', { 'retry-after': '3' })
        : json(config))(request, response)
    const { service, clock } = serviceFor(loopback.url)
    expect(await service.runtimeConfig()).toEqual({ waitlistEnabled: false, outcomesEnabled: true })
    expect(new Set(clock.waits)).toEqual(new Set([3125]))
    expect(loopback.server.asked).toHaveLength(2)
  })

  it('gets that time even where it asks by a date, by its own clock', async () => {
    const at = (ms: number): string => new Date(1_600_000_000_000 + ms).toUTCString()
    loopback.server.answer = (request, response) =>
      (loopback.server.asked.length === 1
        ? problem(429, 'rate_limited', 'Slow down.', { 'retry-after': at(2_000), date: at(0) })
        : json(config))(request, response)
    const { service, clock } = serviceFor(loopback.url)
    await service.runtimeConfig()
    expect(new Set(clock.waits)).toEqual(new Set([2125]))
  })

  it.each([400, 401, 403, 404, 409, 422, 423, 500])('is not asked again after %i', async (status) => {
    loopback.server.answer = problem(status, 'some_code', 'No.')
    await failure(serviceFor(loopback.url).service.prepareOrder(order))
    expect(loopback.server.asked).toHaveLength(1)
  })
})

describe('a submit', () => {
  it.each<[string, Parameters<typeof problem>, string]>([
    ['met by a service with a missing precondition', [503, 'stale_market_data', 'Book is stale.'], 'not_known'],
    ['refused for too many requests', [429, 'rate_limited', 'Slow down.', { 'retry-after': '1' }], 'did_nothing'],
    ['refused as stale', [409, 'stale_prepared_action', 'Prepare again.'], 'not_known'],
    ['sent twice by a proxy', [409, 'already_submitted', 'It was accepted as 7.'], 'did_it'],
    ['met by a failing service', [500, 'internal', 'Oops.'], 'not_known'],
    ['met by a failing proxy', [502, '', 'Bad gateway'], 'not_known'],
    ['met by a proxy without a service', [503, '', 'No upstream'], 'not_known'],
  ])('%s is sent once', async (_, answer, effect) => {
    loopback.server.answer = problem(...answer)
    const { service } = serviceFor(loopback.url)
    const error = await failure(service.submitPrepared('order', signed))
    expect(error.message).toBe(answer[2])
    expect(certaintyOf(error, 'submit').effect).toBe(effect)
    expect(loopback.server.asked).toHaveLength(1)
  })

  it('whose connection is cut after it was sent may have arrived, and is sent once', async () => {
    loopback.server.answer = (_, response) => response.destroy()
    const { service } = serviceFor(loopback.url)
    const error = await failure(service.submitPrepared('order', signed))
    expect(error).toMatchObject({ kind: 'no_answer' })
    expect(loopback.server.asked).toHaveLength(1)
  })

  it('whose answer is cut in the middle may have arrived', async () => {
    loopback.server.answer = (_, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('{"status":', () => response.destroy())
    }
    const error = await failure(serviceFor(loopback.url).service.submitPrepared('order', signed))
    expect(error).toMatchObject({ kind: 'no_answer' })
  })

  it('that is not answered in time may have arrived', async () => {
    const { service, clock } = serviceFor(loopback.url)
    const arrived = new Promise<void>((resolve) => {
      loopback.server.answer = () => resolve()
    })
    const submit = failure(service.submitPrepared('order', signed))
    await arrived
    clock.timeOut()
    expect(await submit).toMatchObject({ kind: 'no_answer', code: 'timeout' })
    expect(loopback.server.asked).toHaveLength(1)
  })

  it('to a port without a listener was not sent', async () => {
    const probe = createServer().listen(0, '127.0.0.1')
    await once(probe, 'listening')
    const { port } = probe.address() as { port: number }
    probe.close()
    await once(probe, 'close')
    const error = await failure(serviceFor(`http://127.0.0.1:${port}`).service.submitPrepared('order', signed))
    expect(error).toMatchObject({ kind: 'unreachable', code: 'ECONNREFUSED' })
  })
})

describe('a read', () => {
  it('whose connection is cut is repeated once', async () => {
    loopback.server.answer = (request, response) =>
      loopback.server.asked.length === 1 ? response.destroy() : json(config)(request, response)
    await serviceFor(loopback.url).service.runtimeConfig()
    expect(loopback.server.asked).toHaveLength(2)
  })

  it('that stays unanswered gives up after the second time-out', async () => {
    const { service, clock } = serviceFor(loopback.url)
    let arrive = (): void => {}
    loopback.server.answer = () => arrive()
    const arrival = () => new Promise<void>((resolve) => (arrive = resolve))
    const first = arrival()
    const read = failure(service.markets())
    await first
    const second = arrival()
    clock.timeOut()
    await second
    clock.timeOut()
    expect(await read).toMatchObject({ kind: 'no_answer', code: 'timeout' })
    expect(loopback.server.asked).toHaveLength(2)
  })
})

describe('transport failures', () => {
  const failing = (error: unknown) =>
    failure(
      serviceFor('https://example.test', { http: () => Promise.reject(error) }).service.submitPrepared('order', signed),
    )
  const fetchFailed = (cause: object): Error => new TypeError('fetch failed', { cause })

  it.each([
    ['ENOTFOUND', 'getaddrinfo', 'unreachable'],
    ['EAI_AGAIN', 'getaddrinfo', 'unreachable'],
    ['ENETUNREACH', 'connect', 'unreachable'],
    ['ECONNREFUSED', 'connect', 'unreachable'],
    ['ETIMEDOUT', 'connect', 'unreachable'],
    ['UND_ERR_CONNECT_TIMEOUT', undefined, 'unreachable'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', undefined, 'unreachable'],
    ['ECONNRESET', 'read', 'no_answer'],
    ['EPIPE', 'write', 'no_answer'],
    ['UND_ERR_SOCKET', undefined, 'no_answer'],
    ['ETIMEDOUT', 'read', 'no_answer'],
  ])('%s of %s: %s', async (code, syscall, kind) => {
    expect(await failing(fetchFailed(Object.assign(new Error('x'), { code, syscall })))).toMatchObject({ kind, code })
  })

  it.each(['EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', 'EHOSTDOWN', 'EADDRNOTAVAIL', 'EACCES'])(
    '%s of an established connection proves nothing about the request',
    async (code) => {
      for (const syscall of ['read', 'write', undefined]) {
        const error = await failing(fetchFailed(Object.assign(new Error('x'), { code, syscall })))
        expect(error.kind).toBe('no_answer')
        expect(certaintyOf(error, 'submit')).toEqual({ effect: 'not_known', again: 'never' })
      }
    },
  )

  it('count as not sent only when every attempt to connect failed', async () => {
    const refused = Object.assign(new Error('x'), { code: 'ECONNREFUSED', syscall: 'connect' })
    const reset = Object.assign(new Error('x'), { code: 'ECONNRESET', syscall: 'read' })
    expect((await failing(fetchFailed(new AggregateError([refused, refused])))).kind).toBe('unreachable')
    expect((await failing(fetchFailed(new AggregateError([refused, reset])))).kind).toBe('no_answer')
    expect((await failing(new Error('no code at all'))).kind).toBe('no_answer')
  })
})

describe('the read of the identity', () => {
  it('is sent in a pause, since nobody can close anything before it', async () => {
    const { service } = serviceFor(loopback.url)
    service.budget.socketRefused(60_000)
    loopback.server.answer = problem(403, 'forbidden', 'Asked.')
    expect((await failure(service.accessSelf())).message).toBe('Asked.')
  })
})

describe('an agent approval', () => {
  it('is sent in a pause, since a close may need it', async () => {
    const { service } = serviceFor(loopback.url)
    service.budget.socketRefused(60_000)
    loopback.server.answer = problem(400, 'bad_request', 'Asked.')
    const address = `0x${'12'.repeat(20)}` as Address
    expect((await failure(service.prepareAgentApproval({ address, name: 'isotherm' }))).message).toBe('Asked.')
    expect((await failure(service.submitAgentApproval({ actionHash: HASH, signature: HASH }))).message).toBe('Asked.')
  })

  it('is prepared and completed on one route', async () => {
    const action = { actionHash: HASH, eip712Domain: {}, types: {}, primaryType: 'X', message: {} }
    loopback.server.answer = json(action)
    const { service } = serviceFor(loopback.url)
    expect((await service.prepareAgentApproval({ address: ADDRESS, name: 'isotherm' })).actionHash).toBe(HASH)
    loopback.server.answer = json({ approved: true, agentAddress: ADDRESS, expiresAt: 5 })
    expect(await service.submitAgentApproval(signed)).toEqual({ approved: true, expiresAt: 5 })
    expect(loopback.server.asked.map(({ url, body }) => `${url} ${body}`)).toEqual([
      `/v1/agent/approve {"agentAddress":"${ADDRESS}","agentName":"isotherm"}`,
      `/v1/agent/approve {"actionHash":"${HASH}","signature":"${signed.signature}"}`,
    ])
  })

  it('that the service did not accept returns its answer, and is no failure of the service', async () => {
    loopback.server.answer = json({ approved: false })
    const { service } = serviceFor(loopback.url)
    expect(await service.submitAgentApproval(signed)).toEqual({ approved: false, expiresAt: null })
  })
})

describe('a request for access', () => {
  it('is sent once, without a note when there is none, and read in any shape', async () => {
    const { service } = serviceFor(loopback.url)
    loopback.server.answer = json({ status: 'received' }, 202)
    expect(await service.requestAccess({ email: 'a@b.c', note: null })).toEqual({ status: 'received' })
    loopback.server.answer = json({ data: { Status: 'queued', extra: 1 } })
    expect(await service.requestAccess({ email: 'a@b.c', note: 'hello' })).toEqual({ status: 'queued' })
    loopback.server.answer = json({})
    expect(await service.requestAccess({ email: 'a@b.c', note: null })).toEqual({ status: 'received' })
    expect(loopback.server.asked.map(({ url, body }) => `${url} ${body}`)).toEqual([
      '/v1/access/request {"email":"a@b.c"}',
      '/v1/access/request {"email":"a@b.c","note":"hello"}',
      '/v1/access/request {"email":"a@b.c"}',
    ])
  })

  it('that is refused keeps the service’s message, and is not sent again', async () => {
    loopback.server.answer = problem(503, 'mail_down', 'Try later.')
    const error = await failure(serviceFor(loopback.url).service.requestAccess({ email: 'a@b.c', note: null }))
    expect(error.message).toBe('Try later.')
    expect(loopback.server.asked).toHaveLength(1)
  })
})
