import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createVenueCore } from './core/index.ts'
import { openStore, type VenueStore } from './store/index.ts'
import { START, startTestVenue, type TestVenue } from './testing/test-venue.ts'

let folder: string
let venue: TestVenue
let store: VenueStore
const start = async (): Promise<void> => {
  store = openStore(join(folder, 'venue.sqlite'), START).store
  const core = createVenueCore({ seed: 'test', startTime: store.venueTime() ?? START, traders: false })
  venue = await startTestVenue({ store, core, control: true })
}
const restart = async (): Promise<void> => {
  await venue.close()
  store.close()
  await start()
}
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'isotherm-venue-'))
  await start()
})
afterEach(async () => {
  await venue.close()
  store.close()
  rmSync(folder, { recursive: true })
})

const order = (change: object = {}) => ({
  asset: venue.live,
  isBuy: true,
  limitPx: '560',
  sz: '2',
  tif: 'GTC',
  reduceOnly: false,
  ...change,
})

describe('a venue with a file', () => {
  it('keeps account, order, agent and token across a restart', async () => {
    const trader = await venue.trader()
    await trader.approveAgent()
    await venue.post('/practice/oracle', { temperature_f: 70 })
    const placed = await trader.act('/v1/orders/prepare', '/v1/orders/submit', order())
    const before = (await venue.get(`/v1/orders/open/${trader.address}`)).body
    await restart()
    expect((await venue.get(`/v1/orders/open/${trader.address}`)).body).toEqual(before)
    expect((await venue.get(`/v1/ticker?asset=${venue.live}`)).body.mark).toMatch(/^570\./)
    expect((await venue.get('/v1/access/self', trader.token)).body.wallet).toBe(trader.address)
    const prepared = await venue.post('/v1/orders/prepare', order(), trader.token)
    expect(prepared.status).toBe(200)
    const next = await venue.post('/v1/orders/submit', await trader.signed(prepared.body), trader.token)
    expect(Number(next.body.oid)).toBeGreaterThan(Number(placed.body.oid))
  })

  it('executes no submission and accepts no nonce a second time after a restart', async () => {
    const trader = await venue.trader()
    await trader.approveAgent()
    const { body } = await trader.post('/v1/orders/prepare', order())
    const signed = await trader.signed(body)
    const { oid } = (await trader.post('/v1/orders/submit', signed)).body
    const message = {
      asset: venue.live,
      side: 'buy',
      size: '1',
      price: '560.00',
      tif: 'GTC',
      nonce: 7,
      timestamp: venue.core.now(),
      reduce_only: false,
    }
    const direct = { order: message, signature: await trader.signAsWallet({ ...venue.directOrder, message }) }
    expect((await trader.post('/v1/orders', direct)).status).toBe(200)
    await restart()
    expect((await venue.post('/v1/orders/submit', signed, trader.token)).body).toMatchObject({
      code: 'already_submitted',
      detail: expect.stringContaining(oid),
    })
    expect((await venue.post('/v1/orders', direct, trader.token)).body.code).toBe('nonce_reused')
    expect(venue.core.openOrders(trader.address)).toHaveLength(2)
  })

  it('has stored an order before its submission is answered', async () => {
    const trader = await venue.trader()
    await trader.approveAgent()
    const { body } = await trader.act('/v1/orders/prepare', '/v1/orders/submit', order())
    for (const suffix of ['', '-wal'])
      copyFileSync(join(folder, `venue.sqlite${suffix}`), join(folder, `copy.sqlite${suffix}`))
    const copy = openStore(join(folder, 'copy.sqlite'), START).store
    expect(JSON.stringify(copy.accounts())).toContain(`"oid":${body.oid},`)
    copy.close()
  })

  it('answers a pending request when it closes', async () => {
    await venue.post('/practice/faults', { latency_ms: 50 })
    const pending = venue.get('/v1/markets')
    // Answered after the request above has reached the venue.
    await venue.post('/practice/faults', {})
    const [reply] = await Promise.all([pending, restart()])
    expect(reply.status).toBe(200)
  })
})
