import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createVenueCore } from '../core/index.ts'
import { openStore } from '../store/index.ts'
import { START, startTestVenue, type TestTrader, type TestVenue } from '../testing/test-venue.ts'

let venue: TestVenue
beforeAll(async () => {
  const core = createVenueCore({ seed: 'test', startTime: START })
  core.advanceTo(START + 30_000)
  venue = await startTestVenue({ core, requestsPerWindow: 1e6 })
})
afterAll(() => venue.close())

const get = async (who: TestTrader, path: string, at = venue) => (await at.get(path, who.token)).body
const codeOf = async (who: TestTrader): Promise<string> => (await who.post('/v1/referrals/code', {})).body.code

describe('referrals', () => {
  it('have one code per trader, which resolves in any letter case', async () => {
    const [ada, bob] = [await venue.trader(), await venue.trader()]
    expect(await get(ada, '/v1/referrals/code')).toEqual({ code: null, time: null })
    const code = await codeOf(ada)
    expect(code).toMatch(/^[2-9A-Z]{8}$/)
    expect(await codeOf(ada)).toBe(code)
    expect(await codeOf(bob)).not.toBe(code)
    expect(await get(ada, '/v1/referrals/code')).toMatchObject({ code })
    const found = await venue.get(`/v1/referrals/resolve?code=${code.toLowerCase()}`)
    expect(found.body).toEqual({ code, address: ada.address })
    expect(await venue.get('/v1/referrals/resolve')).toMatchObject({ status: 400, body: { field: 'code' } })
  })

  it("are accepted once, and never for oneself or one's own referrer chain", async () => {
    const [ada, bob, eve] = [await venue.trader(), await venue.trader(), await venue.trader()]
    const accept = (who: TestTrader, code: string) => who.post('/v1/referrals/intent', { code })
    const code = await codeOf(ada)
    expect(await accept(ada, code)).toMatchObject({ status: 409, body: { code: 'own_code' } })
    expect(await accept(bob, 'NONE')).toMatchObject({ status: 404, body: { code: 'unknown_code' } })
    expect(await accept(bob, code)).toMatchObject({ status: 200, body: { referrer: { address: ada.address } } })
    expect(await accept(bob, await codeOf(eve))).toMatchObject({ status: 409, body: { code: 'already_referred' } })
    expect((await accept(eve, await codeOf(bob))).status).toBe(200)
    expect(await accept(ada, await codeOf(eve))).toMatchObject({ status: 409, body: { code: 'own_code' } })
    expect(await get(ada, '/v1/referrals/tree')).toMatchObject({
      referrer: null,
      referred: [{ address: bob.address, earned: '0.000000', referred: [{ address: eve.address, earned: null }] }],
    })
    expect(await get(eve, '/v1/referrals/tree')).toMatchObject({ referrer: { address: bob.address }, referred: [] })
  })

  it('pay a tenth of later fees, in pages, and trading earns by volume', async () => {
    const [ada, bob] = [await venue.trader(), await venue.trader()]
    await bob.approveAgent()
    const buy = async () => {
      const { mark } = (await venue.get(`/v1/ticker?asset=${venue.live}`)).body
      const limitPx = (Number(mark) + 1).toFixed(2)
      const body = { asset: venue.live, isBuy: true, limitPx, sz: '1', tif: 'IOC', reduceOnly: false }
      expect(await bob.act('/v1/orders/prepare', '/v1/orders/submit', body)).toMatchObject({ status: 200 })
    }
    await buy()
    const before = (await venue.get(`/v1/trades/${bob.address}`)).body.length
    venue.core.advanceTo(venue.core.now() + 1)
    await bob.post('/v1/referrals/intent', { code: await codeOf(ada) })
    expect(await get(ada, '/v1/referrals/payouts')).toEqual({ payouts: [], total: 0 })
    await buy()
    const all = (await venue.get(`/v1/trades/${bob.address}`)).body as { fee: string; price: string; size: string }[]
    const since = all.slice(0, all.length - before)
    expect(since.length).toBeGreaterThan(0)
    const micros = (text: string): bigint => BigInt(text.replace('.', ''))
    const { payouts, total } = await get(ada, '/v1/referrals/payouts?limit=500')
    expect(total).toBe(since.length)
    expect(payouts.map(({ amount }: { amount: string }) => micros(amount)).sort()).toEqual(
      since.map(({ fee }) => micros(fee) / 10n).sort(),
    )
    expect(payouts[0]).toMatchObject({ from: bob.address, currency: 'USDC' })
    expect(await get(ada, `/v1/referrals/payouts?limit=1&offset=${total}`)).toEqual({ payouts: [], total })
    expect((await venue.get('/v1/referrals/payouts?limit=0', ada.token)).status).toBe(400)
    const { referred } = await get(ada, '/v1/referrals/tree')
    const sum = since.reduce((whole, { fee }) => whole + micros(fee) / 10n, 0n)
    expect(micros(referred[0].earned)).toBe(sum)
    const volume = all.reduce((whole, { price, size }) => whole + micros(price) * micros(size), 0n)
    const rewards = (await venue.get(`/v1/rewards/${bob.address}`)).body
    const scale = 10n ** BigInt(6 - placesOf(all[0]?.price) - placesOf(all[0]?.size))
    expect(micros(rewards.volume)).toBe(volume * scale)
    expect(micros(rewards.earned)).toBe((volume * scale * 2n) / 100_000n)
  })

  it('survive a restart', async () => {
    const { store } = openStore(':memory:', START)
    const first = await startTestVenue({ store })
    const [ada, bob] = [await first.trader(), await first.trader()]
    const code = await codeOf(ada)
    await bob.post('/v1/referrals/intent', { code })
    await first.close()
    const second = await startTestVenue({ store })
    expect(await get(ada, '/v1/referrals/code', second)).toMatchObject({ code })
    expect(await get(ada, '/v1/referrals/tree', second)).toMatchObject({ referred: [{ address: bob.address }] })
    const again = await second.post('/v1/referrals/intent', { code }, bob.token)
    expect(again).toMatchObject({ status: 409, body: { code: 'already_referred' } })
    await second.close()
    store.close()
  })
})

const placesOf = (text = ''): number => text.split('.')[1]?.length ?? 0
