import { describe, expect, it } from 'vitest'
import { DIRECT, DIRECT_FIELDS, DIRECT_PROFILE } from './testing/direct-orders.ts'
import { failure } from './testing/model-failure.ts'
import { openTradingSetup, type TradingSetup } from './testing/setup.ts'

async function setupWith(directOrder: unknown = DIRECT_PROFILE): Promise<TradingSetup> {
  const setup = await openTradingSetup()
  Object.assign(setup.venue.service.profile, { directOrder })
  return setup
}

describe('a direct order', () => {
  it('goes through every step, with its own nonce, and is sent exactly as requested', async () => {
    const setup = await setupWith()
    const action = await setup.submit(1, DIRECT)
    expect(setup.states(1)).toEqual([
      ...['drafted', 'checked', 'journalled', 'prepared', 'verified', 'signed', 'sent', 'acknowledged', 'resting'],
    ])
    expect(action).toMatchObject({ cloid: null, oid: '1000', prepared: { nonce: 1 } })
    const [sent] = setup.venue.calls.filter(({ route }) => route === 'submit')
    expect(sent?.what).toEqual({
      asset: 'NYCTMP1',
      side: 'buy',
      size: '2.0000',
      price: '570.50',
      tif: 'GTC',
      reduce_only: false,
      nonce: 1,
      timestamp: expect.any(Number),
    })
    await setup.submit(2, DIRECT)
    expect(setup.action(2).prepared?.nonce).toBe(2)
  })

  it.each([
    ['is switched off', null, /This profile does not define how to sign direct orders\. Nothing was sent\./],
    [
      'omits a field',
      { ...DIRECT_PROFILE, types: { ClientOrder: DIRECT_FIELDS.slice(1) } },
      /The profile's ClientOrder lacks asset\. Nothing was sent\./,
    ],
    [
      'requires more',
      { ...DIRECT_PROFILE, types: { ClientOrder: [...DIRECT_FIELDS, { name: 'tip', type: 'string' }] } },
      /asks for tip/,
    ],
  ])('on a deployment that %s is refused with the reason, and nothing is signed', async (_, profile, text) => {
    const setup = await setupWith(profile)
    const action = await setup.submit(1, DIRECT)
    expect(action).toMatchObject({ state: 'refused', code: 'not_signed' })
    expect(action.message).toMatch(text)
    expect(setup.signatures).toBe(0)
    expect(setup.venue.arrivals).toEqual([])
  })

  it('without an answer is found by similarity', async () => {
    const setup = await setupWith()
    setup.venue.fail('submit', failure('no_answer', 'timeout', 'No answer.'), true)
    await setup.submit(1, DIRECT)
    await setup.clock.advanceAsync(2_000)
    expect(setup.action(1)).toMatchObject({ state: 'resting', oid: '1000' })
    expect(setup.venue.arrivals).toHaveLength(1)
  })

  it('without an answer that two orders could match stays unknown, and reports that once', async () => {
    const setup = await setupWith()
    // The same order, from elsewhere, at the same moment.
    const { side, price, size, tif, reduceOnly, asset } = DIRECT
    const order = { asset, side, price, size, tif, reduce_only: reduceOnly, nonce: 99, timestamp: 0 }
    await setup.venue.service.submitDirect({ order, signature: '0x' })
    setup.venue.fail('submit', failure('no_answer', 'timeout', 'No answer.'), true)
    await setup.submit(1, DIRECT)
    await setup.clock.advanceAsync(400_000)
    expect(setup.action(1).state).toBe('unknown')
    const notes = setup.action(1).steps.filter(({ detail }) => detail?.includes('2 orders look like it'))
    expect(notes).toHaveLength(1)
  })

  it('that never arrived is known to be dead once it can no longer be accepted', async () => {
    const setup = await setupWith()
    setup.venue.fail('submit', failure('no_answer', 'timeout', 'No answer.'))
    await setup.submit(1, DIRECT)
    expect(setup.action(1).state).toBe('unknown')
    await setup.clock.advanceAsync(320_000)
    expect(setup.action(1)).toMatchObject({ state: 'expired', code: 'never_arrived' })
  })

  it.each([
    ['bad_signature', 400],
    ['timestamp_out_of_window', 400],
  ])('that the service refuses with %s is rejected with its message, and not sent again', async (code, status) => {
    const setup = await setupWith()
    setup.venue.fail('submit', failure('problem', code, 'The venue says no.', { status }))
    const action = await setup.submit(1, DIRECT)
    expect(action).toMatchObject({ state: 'rejected', code, message: 'The venue says no.' })
    expect(setup.venue.count('submit')).toBe(1)
  })

  it('is subject to the limits like any other', async () => {
    const setup = await setupWith()
    expect(await setup.submit(1, { ...DIRECT, price: '300' as never })).toMatchObject({ code: 'limit_price_band' })
  })
})
