import { describe, expect, it } from 'vitest'
import type { Address } from '../../contract/address.ts'
import type { Size } from '../../contract/decimal.ts'
import { DIRECT, DIRECT_PROFILE } from './testing/direct-orders.ts'
import { SPLIT, TRANSFER } from './testing/intents.ts'
import { failure } from './testing/model-failure.ts'
import { TRADER } from './testing/model-venue.ts'
import { BUY, openTradingSetup } from './testing/setup.ts'

const OTHER = `0x${'cd'.repeat(20)}` as Address

describe('a change between the click and the answer ends in a named state', () => {
  it.each([
    ['the market is paused', 'market_closed', 423, 'NYCTMP1 is paused.'],
    ['the market settles', 'market_closed', 409, 'NYCTMP1 is settling.'],
    ['it becomes reduce-only', 'reduce_only_would_increase', 409, 'Only reducing orders are taken.'],
    ['access is revoked', 'access_revoked', 403, 'Access was revoked.'],
    ['the wallet is put on the waitlist', 'not_allowlisted', 403, 'You are on the waitlist.'],
    ['the token expires', 'bad_token', 401, 'The token has expired.'],
  ])('%s: rejected with the service’s message, at either step', async (_, code, status, text) => {
    for (const step of ['prepare', 'submit'] as const) {
      const setup = await openTradingSetup()
      setup.venue.fail(step, failure('problem', code, text, { status }))
      expect(await setup.submit(1), step).toMatchObject({ state: 'rejected', code, message: text })
      expect(setup.venue.arrivals, step).toEqual([])
      expect(setup.unauthorized > 0, step).toBe(status === 401)
    }
  })

  it('the book goes stale: rejected with the service’s message, or unknown when that answers a submit', async () => {
    const stale = failure('problem', 'stale_market_data', 'The book is stale.', { status: 503 })
    const states = { prepare: 'rejected', submit: 'unknown' } as const
    for (const step of ['prepare', 'submit'] as const) {
      const setup = await openTradingSetup()
      setup.venue.fail(step, stale)
      expect(await setup.submit(1), step).toMatchObject({ state: states[step], message: 'The book is stale.' })
    }
  })

  it('the agent is revoked after the prepare: an order is not sent again, a reduce-only one is approved and sent once', async () => {
    const setup = await openTradingSetup({}, (venue) => {
      venue.position = '4' as Size
    })
    const revoked = failure('problem', 'agent_not_approved', 'The agent is not approved.', { status: 403 })
    setup.venue.fail('submit', revoked)
    expect(await setup.submit(1)).toMatchObject({ state: 'rejected', code: 'agent_not_approved' })
    expect([setup.approvals, setup.venue.orders.length]).toEqual([0, 0])
    setup.venue.fail('submit', revoked)
    await setup.submit(2, { ...BUY, side: 'sell', reduceOnly: true })
    expect([setup.approvals, setup.venue.arrivals]).toEqual([1, ['prepared-3']])
  })

  it('another wallet signs in after the prepare: refused, nothing signed', async () => {
    const setup = await openTradingSetup()
    await setup.restart({
      onStep: (state) => {
        if (state === 'verified') setup.address = OTHER
      },
    })
    expect(await setup.submit(1)).toMatchObject({ state: 'refused', code: 'identity_changed' })
    expect(setup.signatures).toBe(0)
    expect(setup.venue.arrivals).toEqual([])
  })

  it.each([
    ['an order', BUY],
    ['a direct order', DIRECT],
    ['a transfer', TRANSFER],
    ['a conversion', SPLIT],
  ])('another wallet signs in after %s was signed: it is not sent under that wallet’s token', async (_, intent) => {
    const setup = await openTradingSetup()
    Object.assign(setup.venue.service.profile, { directOrder: DIRECT_PROFILE })
    await setup.restart({
      onStep: (state) => {
        if (state === 'sent') setup.address = OTHER
      },
    })
    const action = await setup.submit(1, intent)
    expect(setup.signatures).toBe(1)
    expect(action).toMatchObject({ state: 'refused', code: 'identity_changed', account: TRADER })
    expect(action.message).toBe('Another wallet is signed in now. Nothing was sent.')
    expect(setup.venue.arrivals).toEqual([])
    expect(setup.venue.count('submit') + setup.venue.count('transferSubmit')).toBe(0)
  })
})

describe('an action of another account', () => {
  it('waits while somebody else is signed in, and is settled when its own wallet is back', async () => {
    const setup = await openTradingSetup()
    await setup.restart({
      onStep: (state) => {
        if (state === 'unknown') setup.address = OTHER
      },
    })
    setup.venue.fail('submit', failure('no_answer', 'timeout', 'No answer.'), true)
    await setup.submit(1)
    await setup.clock.advanceAsync(600_000)
    expect(setup.action(1).state).toBe('unknown')
    setup.address = TRADER
    await setup.restart()
    await setup.clock.advanceAsync(5_000)
    expect(setup.action(1).state).toBe('resting')
  })
})

describe('a resting order that is no longer in any read', () => {
  it('is looked up ever more rarely, and still found when it comes back', async () => {
    const setup = await openTradingSetup()
    await setup.submit(1)
    const [order] = setup.venue.orders.splice(0)
    if (order === undefined) throw new Error('no order')
    const before = setup.venue.count('history')
    await setup.clock.advanceAsync(600_000)
    const searched = setup.venue.count('history') - before
    expect(searched).toBeGreaterThanOrEqual(10)
    expect(searched).toBeLessThan(20)
    expect(setup.action(1).state).toBe('resting')
    setup.venue.orders.push({ ...order, status: 'cancelled', statusText: 'cancelled' })
    await setup.clock.advanceAsync(130_000)
    expect(setup.action(1).state).toBe('cancelled')
  })
})

describe('a leverage that was set for one wallet', () => {
  it('is not used for another', async () => {
    const setup = await openTradingSetup()
    const large = { ...BUY, size: '20.0000' as never }
    expect(await setup.submit(1, { kind: 'leverage', asset: BUY.asset, leverage: 1 })).toMatchObject({ state: 'done' })
    expect(await setup.submit(2, large)).toMatchObject({ state: 'refused', code: 'exceeds_account' })
    setup.address = OTHER
    expect(await setup.submit(3, large)).toMatchObject({ code: null })
  })
})
