/** Referrals of a service: on the practice venue, and where it has none. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Address } from '../../contract/address.ts'
import { json, Loopback, plain, problem, serviceFor } from './testing/setup.ts'
import { startVenueProcess, type VenueProcess } from './testing/venue-process.ts'

const ADA = `0x${'a1'.repeat(20)}` as Address
const BOB = `0x${'b2'.repeat(20)}` as Address

describe('on the practice venue', () => {
  let venue: VenueProcess | undefined
  beforeAll(async () => {
    venue = await startVenueProcess()
  })
  afterAll(() => venue?.stop())

  it('a code is made, looked up and accepted once, and the tree, payouts and rewards are read', async () => {
    const { url = '' } = venue ?? {}
    const of = async (who: Address) => serviceFor(url, { token: (await venue?.tokenFor(who)) ?? null }).service
    const [ada, bob] = [await of(ADA), await of(BOB)]
    expect(await ada.referralCode()).toEqual({ state: 'known', value: { code: null, time: null } })
    const { code } = await ada.createReferralCode()
    expect(code).not.toBeNull()
    expect(await ada.referralCode()).toMatchObject({ state: 'known', value: { code } })
    expect(await bob.resolveReferralCode(code ?? '')).toEqual({ code, owner: ADA })
    await expect(bob.resolveReferralCode('NONE')).rejects.toThrow('There is no such referral code.')
    expect(await bob.acceptReferral(code ?? '')).toEqual({ status: 'accepted' })
    await expect(bob.acceptReferral(code ?? '')).rejects.toThrow('that is final')
    expect(await ada.referralTree()).toMatchObject({ state: 'known', value: { referred: [{ address: BOB }] } })
    expect(await bob.referralTree()).toMatchObject({ state: 'known', value: { referrer: { address: ADA, code } } })
    expect(await ada.referralPayouts({ limit: 5, offset: 0 })).toEqual({
      state: 'known',
      value: { rows: [], total: 0 },
    })
    expect(await ada.rewards(ADA)).toMatchObject({ state: 'known', value: { volume: '0.000000', rateBps: '0.2' } })
  })
})

describe('referrals of a deployment', () => {
  const loopback = new Loopback()
  let url = ''
  beforeAll(async () => {
    url = await loopback.start()
  })
  afterAll(() => loopback.stop())

  it.each([
    ['404 in plain text', plain('not found', 404), 'is not available in this deployment'],
    ['404', problem(404, 'not_found', 'No such route.'), 'No such route.'],
    ['410', problem(410, 'gone', 'Retired.'), 'Retired.'],
    ['401', problem(401, 'bad_token', 'Not for you.'), 'Not for you.'],
  ])('that answers %s are unavailable, with its reason', async (_, answer, reason) => {
    loopback.answer = answer
    const { service } = serviceFor(url)
    const reads = [
      service.referralCode(),
      service.referralTree(),
      service.referralPayouts({ limit: 5, offset: 0 }),
      service.rewards(ADA),
    ]
    for (const read of reads) expect(await read).toEqual({ state: 'absent', reason: expect.stringContaining(reason) })
  })

  it('without a route are unavailable, and not requested', async () => {
    const { service } = serviceFor(url, { profile: { routes: { rewards: null } } })
    expect(await service.rewards(ADA)).toMatchObject({
      state: 'absent',
      reason: expect.stringContaining('Rewards: off. The deployment profile "test" has no route for it.'),
    })
  })

  it('that fails otherwise have failed', async () => {
    loopback.answer = problem(403, 'not_allowlisted', 'Wait.')
    await expect(serviceFor(url).service.referralTree()).rejects.toThrow('Wait.')
  })

  it('are accepted with a single request, for any answer', async () => {
    loopback.answer = problem(503, 'down', 'Later.')
    const before = loopback.asked.length
    await expect(serviceFor(url).service.acceptReferral('ABC')).rejects.toThrow('Later.')
    expect(loopback.asked.slice(before).map(({ method, url, body }) => `${method} ${url} ${body}`)).toEqual([
      'POST /v1/referrals/intent {"code":"ABC"}',
    ])
    loopback.answer = json({ code: 'MINE' })
    expect(await serviceFor(url).service.createReferralCode()).toEqual({ code: 'MINE', time: null })
  })
})
