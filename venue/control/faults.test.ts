import { connect as connectTo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestVenue, type TestTrader, type TestVenue } from '../testing/test-venue.ts'
import { FaultSwitches } from './faults.ts'

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
  it('after it: the order is there, no answer is, and a second submission says so', async () => {
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

  it('before it: nothing was done, and the same submission goes through later', async () => {
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

describe('duplicate_answer', () => {
  it('says everything twice to an action that was carried out once, and to nothing else', async () => {
    const prepared = (await trader.post('/v1/orders/prepare', order())).body
    const body = JSON.stringify(await trader.signed(prepared))
    await venue.post('/practice/faults', { duplicate_answer: true })
    const socket = connectTo(Number(new URL(venue.url).port), '127.0.0.1')
    let said = ''
    socket.on('data', (part) => {
      said += part
    })
    const head = `Host: 127.0.0.1\r\nAuthorization: Bearer ${trader.token}\r\n`
    socket.write(
      `POST /v1/orders/submit HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    await expect.poll(() => said.match(/"accepted"/g)?.length).toBe(2)
    said = ''
    socket.write(`GET /v1/orders/open/${trader.address} HTTP/1.1\r\n${head}Connection: close\r\n\r\n`)
    await new Promise((resolve) => socket.once('close', resolve))
    expect(said.match(/HTTP\/1\.1 200/g)).toHaveLength(1)
    expect(said.match(/"oid"/g)).toHaveLength(1)
  })
})

describe('slow_response_ms', () => {
  it('lets an answer dribble out byte by byte, whole in the end', async () => {
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

  it('reaches the client as a good answer', async () => {
    await venue.post('/practice/faults', { slow_response_ms: 1 })
    expect((await venue.get('/v1/runtime-config')).body.waitlist_enabled).toBe(false)
  })
})

describe('faults', () => {
  it('have names, and a wrong one is refused', async () => {
    expect(await venue.post('/practice/faults', { latency: 5 })).toMatchObject({
      status: 400,
      body: { code: 'bad_request', field: 'latency' },
    })
  })
})

describe('a client that is itself slow', () => {
  it('is answered 408 and cut', async () => {
    const hasty = await startTestVenue({ requestTimeoutMs: 50 })
    const socket = connectTo(Number(new URL(hasty.url).port), '127.0.0.1')
    let said = ''
    socket.on('data', (part) => {
      said += part
    })
    socket.write('POST /v1/referrals HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{"')
    await new Promise((resolve) => socket.once('close', resolve))
    expect(said).toMatch(/^HTTP\/1\.1 408 /)
    expect(said).toContain('application/problem+json')
    expect(said).toContain('"code":"request_timeout"')
    await hasty.close()
  })
})
