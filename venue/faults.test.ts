import { connect as connectTo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FaultSwitches } from './faults.ts'
import { startTestVenue, type TestTrader, type TestVenue } from './testing/test-venue.ts'

let venue: TestVenue
let trader: TestTrader
beforeEach(async () => {
  venue = await startTestVenue({ control: true })
  trader = await venue.trader()
  await trader.approveAgent()
})
afterEach(() => venue.close())

const order = () => ({ asset: venue.live, isBuy: true, limitPx: '540', sz: '1', tif: 'GTC', reduceOnly: false })

describe('a connection cut around a submit', () => {
  it('after it: the order exists without an answer, and a second submission is refused as a repeat', async () => {
    const { body } = await trader.post('/v1/orders/prepare', order())
    const signed = await trader.signed(body)
    await venue.post('/practice/faults', { cut_after_submit: true })
    await expect(trader.post('/v1/orders/submit', signed)).rejects.toThrow('fetch failed')
    const [placed] = (await venue.get(`/v1/orders/open/${trader.address}`)).body
    await venue.post('/practice/faults', { cut_after_submit: false })
    expect((await trader.post('/v1/orders/submit', signed)).body).toMatchObject({
      code: 'already_submitted',
      detail: expect.stringContaining(placed.oid),
    })
  })

  it('before it: nothing happened, and the same submission succeeds later', async () => {
    const { body } = await trader.post('/v1/orders/prepare', order())
    const signed = await trader.signed(body)
    await venue.post('/practice/faults', { cut_before_submit: true })
    await expect(trader.post('/v1/orders/submit', signed)).rejects.toThrow('fetch failed')
    expect((await venue.get(`/v1/orders/open/${trader.address}`)).body).toEqual([])
    await venue.post('/practice/faults', { cut_before_submit: false })
    expect((await trader.post('/v1/orders/submit', signed)).status).toBe(200)
  })

  it('cuts direct orders and completed approvals as well, and no other request', async () => {
    await venue.post('/practice/faults', { cut_after_submit: true })
    await expect(trader.post('/v1/orders', {})).rejects.toThrow('fetch failed')
    const other = await venue.trader()
    expect((await other.post('/v1/agent/approve', {})).status).toBe(400)
    await expect(other.approveAgent()).rejects.toThrow('fetch failed')
    expect((await trader.post('/v1/orders/prepare', order())).status).toBe(200)
    expect((await venue.get('/v1/markets')).status).toBe(200)
  })
})

describe('an executed action answered as if it had failed', () => {
  it.each([
    ['unavailable_after_submit', 503, 'upstream_timeout'],
    ['already_submitted_after_submit', 409, 'already_submitted'],
    ['stale_after_submit', 409, 'stale_prepared_action'],
  ])('%s: %i %s, and the order exists exactly once', async (fault, status, code) => {
    const { body } = await trader.post('/v1/orders/prepare', order())
    const signed = await trader.signed(body)
    await venue.post('/practice/faults', { [fault]: true })
    expect(await trader.post('/v1/orders/submit', signed)).toMatchObject({ status, body: { code } })
    expect((await venue.get(`/v1/orders/open/${trader.address}`)).body).toHaveLength(1)
    await venue.post('/practice/faults', { [fault]: false })
    expect((await trader.post('/v1/orders/submit', signed)).body.code).toBe('already_submitted')
    expect((await venue.get(`/v1/orders/open/${trader.address}`)).body).toHaveLength(1)
  })

  it.each(['unavailable_after_submit', 'already_submitted_after_submit', 'stale_after_submit'])(
    '%s does not change a refusal or any other request',
    async (fault) => {
      const { body } = await trader.post('/v1/orders/prepare', order())
      const signed = await trader.signed(body)
      await venue.post('/practice/faults', { [fault]: true })
      const badly = { ...signed, hlSignature: `0x${'11'.repeat(65)}` }
      expect((await trader.post('/v1/orders/submit', badly)).body.code).toBe('bad_signature')
      expect((await trader.post('/v1/orders/prepare', order())).status).toBe(200)
      expect((await venue.get('/v1/markets')).status).toBe(200)
    },
  )
})

describe('reads of a trader with orders, fills and a position', () => {
  const read = async (path: string) => (await venue.get(`${path}/${trader.address}`)).body
  /** Three fills against another trader, newest first, and their orders. */
  beforeEach(async () => {
    const other = await venue.trader()
    await other.approveAgent()
    const place = (who: TestTrader, change: object) =>
      who.act('/v1/orders/prepare', '/v1/orders/submit', { ...order(), ...change })
    const { mark } = (await venue.get(`/v1/ticker?asset=${venue.live}`)).body
    for (const sz of ['1', '2', '3']) {
      await place(other, { isBuy: false, limitPx: mark, sz })
      await place(trader, { limitPx: mark, sz })
    }
  })

  it('page_cap: limits the length of pages, and the next page continues', async () => {
    const whole = { history: await read('/v1/orders/history'), fills: await read('/v1/trades') }
    expect([whole.history.length, whole.fills.length]).toEqual([3, 3])
    await venue.post('/practice/faults', { page_cap: 2 })
    for (const [path, rows] of [
      ['/v1/orders/history', whole.history],
      ['/v1/trades', whole.fills],
    ] as const) {
      const page = (await venue.get(`${path}/${trader.address}?limit=200`)).body
      expect(page).toEqual(rows.slice(0, 2))
      expect((await venue.get(`${path}/${trader.address}?limit=1`)).body).toEqual(rows.slice(0, 1))
    }
    await venue.post('/practice/faults', { page_cap: 0 })
    expect(await read('/v1/trades')).toEqual(whole.fills)
  })

  it('candle_cap: limits a history to the latest candles', async () => {
    const history = async () => (await venue.get(`/tv/history?symbol=${venue.live}&resolution=1&countback=50`)).body
    const whole = await history()
    await venue.post('/practice/faults', { candle_cap: 3 })
    expect(await history()).toEqual({
      ...whole,
      ...Object.fromEntries(['t', 'o', 'h', 'l', 'c'].map((name) => [name, whole[name].slice(-3)])),
    })
    await venue.post('/practice/faults', { candle_cap: 0 })
    expect(await history()).toEqual(whole)
  })

  it('empty_positions_once: one read that has positions returns none, with the money unchanged', async () => {
    const before = await read('/v1/positions')
    expect(before.positions).toHaveLength(1)
    await venue.post('/practice/faults', { empty_positions_once: true })
    const nobody = await venue.trader()
    expect((await venue.get(`/v1/positions/${nobody.address}`)).body.positions).toEqual([])
    expect(await read('/v1/positions')).toEqual({ ...before, positions: [] })
    expect(await read('/v1/positions')).toEqual(before)
    expect((await venue.post('/practice/faults', {})).body.empty_positions_once).toBe(false)
  })

  it('omit_realized_pnl: fills omit only that field', async () => {
    const before = await read('/v1/trades')
    expect(before[0]).toHaveProperty('realized_pnl')
    await venue.post('/practice/faults', { omit_realized_pnl: true })
    expect(await read('/v1/trades')).toEqual(
      before.map(({ realized_pnl: _, ...rest }: object & { realized_pnl: string }) => rest),
    )
  })
})

describe('bare_order_status', () => {
  it('hides the route like a gateway, and no other', async () => {
    const ask = () => trader.post('/v1/outcomes/order-status', { address: trader.address, oid: '1' })
    expect(await ask()).toMatchObject({ status: 404, body: { code: 'unknown_order' } })
    await venue.post('/practice/faults', { bare_order_status: true })
    expect(await ask()).toMatchObject({ status: 404, type: 'text/plain; charset=utf-8', body: 'not found\n' })
    expect((await venue.get('/v1/outcomes/meta')).status).toBe(200)
  })
})

describe('clock_leap_ms', () => {
  it('shifts the times in answers, and not the venue’s own', async () => {
    const HOUR = 3_600_000
    const times = async () => {
      const reply = await venue.get('/v1/bucket')
      const binary = await venue.get('/v1/binary/bucket')
      return [reply.body.server_time, binary.body.server_time, Date.parse(reply.headers.get('date') ?? '')]
    }
    const [bucket = 0, binary = 0, date = 0] = await times()
    await venue.post('/practice/faults', { clock_leap_ms: -HOUR })
    const [leapt = 0, leaptBinary = 0, leaptDate = 0] = await times()
    expect([leapt - bucket, leaptBinary - binary]).toEqual([-HOUR, -HOUR])
    expect(Math.abs(leaptDate - date + HOUR)).toBeLessThanOrEqual(60_000)
    expect((await venue.post('/practice/clock', { advance_ms: 0 })).body.time).toBe(bucket)
  })
})

describe('duplicate_answer', () => {
  it('sends the answer of an action twice, executes it once, and affects nothing else', async () => {
    const prepared = (await trader.post('/v1/orders/prepare', order())).body
    const body = JSON.stringify(await trader.signed(prepared))
    await venue.post('/practice/faults', { duplicate_answer: true })
    const socket = connectTo(Number(new URL(venue.url).port), '127.0.0.1')
    let received = ''
    socket.on('data', (part) => {
      received += part
    })
    const head = `Host: 127.0.0.1\r\nAuthorization: Bearer ${trader.token}\r\n`
    socket.write(
      `POST /v1/orders/submit HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    await expect.poll(() => received.match(/"accepted"/g)?.length).toBe(2)
    received = ''
    socket.write(`GET /v1/orders/open/${trader.address} HTTP/1.1\r\n${head}Connection: close\r\n\r\n`)
    await new Promise((resolve) => socket.once('close', resolve))
    expect(received.match(/HTTP\/1\.1 200/g)).toHaveLength(1)
    expect(received.match(/"oid"/g)).toHaveLength(1)
  })
})

describe('slow_response_ms', () => {
  it('sends an answer byte by byte, complete in the end', async () => {
    const waits: number[] = []
    const faults = new FaultSwitches({
      random: () => 0,
      wait: async (ms) => {
        waits.push(ms)
      },
    })
    faults.set({ slow_response_ms: 7 })
    const parts: string[] = []
    await faults.dribble(Buffer.from('slow'), (part) => parts.push(String(part)) > 0)
    expect([parts, waits]).toEqual([
      ['s', 'l', 'o', 'w'],
      [7, 7, 7, 7],
    ])
    const cut: string[] = []
    await faults.dribble(Buffer.from('slow'), (part) => cut.push(String(part)) < 2)
    expect(cut).toEqual(['s', 'l'])
    faults.set({ slow_response_ms: 0 })
    const whole: string[] = []
    await faults.dribble(Buffer.from('fast'), (part) => whole.push(String(part)) > 0)
    expect(whole).toEqual(['fast'])
  })

  it('reaches the client as a valid answer', async () => {
    await venue.post('/practice/faults', { slow_response_ms: 1 })
    expect((await venue.get('/v1/runtime-config')).body.waitlist_enabled).toBe(false)
  })
})

describe('faults', () => {
  it('have names, and an unknown one is refused', async () => {
    expect(await venue.post('/practice/faults', { latency: 5 })).toMatchObject({
      status: 400,
      body: { code: 'bad_request', field: 'latency' },
    })
  })
})

describe('a slow client', () => {
  it('is answered 408 and disconnected', async () => {
    const hasty = await startTestVenue({ requestTimeoutMs: 50 })
    const socket = connectTo(Number(new URL(hasty.url).port), '127.0.0.1')
    let received = ''
    socket.on('data', (part) => {
      received += part
    })
    socket.write('POST /v1/referrals HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{"')
    await new Promise((resolve) => socket.once('close', resolve))
    expect(received).toMatch(/^HTTP\/1\.1 408 /)
    expect(received).toContain('application/problem+json')
    expect(received).toContain('"code":"request_timeout"')
    await hasty.close()
  })
})
