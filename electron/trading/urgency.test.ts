import { describe, expect, it } from 'vitest'
import type { CloseIntent, Intent } from '../../contract/intent.ts'
import { PREDICT } from './testing/intents.ts'
import { YES } from './testing/model-outcomes.ts'
import { ASSET } from './testing/model-venue.ts'
import { BUY, openTradingSetup } from './testing/setup.ts'

const CLOSE: CloseIntent = {
  kind: 'close',
  asset: ASSET,
  position: 'long',
  size: null,
  protection: { kind: 'distance', distance: '3', bound: null } as never,
}
const RESTING = 30

describe.each([
  ['takes 1.5 s for each', 1_500],
  ['never answers one', Number.POSITIVE_INFINITY],
])('with a service that answers submits late: it %s', (_, answersAfter) => {
  async function withOrdersResting() {
    const setup = await openTradingSetup()
    for (let number = 1; number <= RESTING; number++) await setup.submit(number, { ...BUY, size: '0.0001' as never })
    await setup.clock.advanceAsync(2_000)
    setup.venue.position = '3' as never
    setup.venue.answersAfter = answersAfter
    return setup
  }
  async function withCancelsQueued() {
    const setup = await withOrdersResting()
    const press = (number: number, intent: Intent) => void setup.trading.submit(setup.id(number), intent)
    for (const [i, { oid, cloid }] of setup.venue.orders.entries()) {
      press(100 + i, { kind: 'cancel', asset: ASSET, oid, cloid })
    }
    await setup.clock.advanceAsync(20)
    return { setup, press }
  }

  it('a close is sent within 300 ms of the click with 30 cancels queued', async () => {
    const { setup, press } = await withCancelsQueued()
    const cancelled = () => setup.venue.orders.filter(({ status }) => status === 'cancelled').length
    expect(cancelled()).toBeLessThan(RESTING)
    press(200, CLOSE)
    await setup.clock.advanceAsync(300)
    expect(setup.venue.position).toBe('0')
    expect(cancelled()).toBeLessThan(RESTING)
  })

  it('the cap on simultaneous prepares blocks no close either', async () => {
    const { setup, press } = await withCancelsQueued()
    for (let prepare = 0; prepare < 40; prepare++) setup.venue.fail('prepare', 'hang')
    for (let number = 300; number < 340; number++) press(number, BUY)
    await setup.clock.advanceAsync(20)
    setup.venue.faults.prepare = []
    press(200, CLOSE)
    await setup.clock.advanceAsync(300)
    expect(setup.venue.position).toBe('0')
  })

  it('a Flatten closes within 300 ms of its click with 30 orders resting, and closes what fills until they are canceled', async () => {
    const setup = await withOrdersResting()
    const report = setup.trading.flatten({
      requestId: setup.id(200),
      protection: {
        scalar: { kind: 'distance', distance: '3', bound: null },
        probability: { kind: 'distance', distance: '0.05', bound: null },
      } as never,
      cancelOrders: true,
    })
    await setup.clock.advanceAsync(300)
    expect(setup.venue.position).toBe('0')
    const open = setup.venue.orders.find(({ status }) => status === 'resting')
    setup.venue.fill(open?.oid ?? '', '0.0001' as never)
    expect(setup.venue.position).toBe('0.0001')
    await setup.clock.advanceAsync(60_000)
    expect(setup.venue.position).toBe('0')
    expect(setup.venue.orders.filter(({ status }) => status === 'resting')).toEqual([])
    expect((await report).markets).toMatchObject([
      // The one that filled is not among them.
      { orders: RESTING - 1, position: Number.isFinite(answersAfter) ? 'closed' : 'closing' },
    ])
  })

  it('an order that adds exposure waits until the cancels have started, and is refused rather than sent late', async () => {
    const { setup, press } = await withCancelsQueued()
    press(200, BUY)
    await setup.clock.advanceAsync(300)
    expect(setup.venue.orders).toHaveLength(RESTING)
    await setup.clock.advanceAsync(10_000)
    expect(setup.venue.orders).toHaveLength(RESTING)
    expect(setup.action(200)).toMatchObject({ state: 'refused', code: 'too_late' })
  })

  it('eight cancels whose prepares hang delay the others by two seconds at most', async () => {
    const setup = await withOrdersResting()
    for (let prepare = 0; prepare < 8; prepare++) setup.venue.fail('prepare', 'hang')
    for (const [i, { oid, cloid }] of setup.venue.orders.slice(0, 10).entries()) {
      void setup.trading.submit(setup.id(100 + i), { kind: 'cancel', asset: ASSET, oid, cloid })
    }
    await setup.clock.advanceAsync(2_100)
    expect([108, 109].map((number) => setup.venue.orders[number - 100]?.status)).toEqual(['cancelled', 'cancelled'])
  })
})

describe('an order', () => {
  it.each([
    ['place', BUY],
    [
      'outcome_order',
      { kind: 'outcome_order', asset: YES, side: 'buy', size: '1', mode: { kind: 'limit', price: '0.4' } } as never,
    ],
  ])('that waited three seconds for a read is refused rather than sent late: %s', async (_, intent) => {
    const setup = await openTradingSetup()
    await setup.clock.advanceAsync(3_000)
    setup.venue.takes = { account: 9_000 }
    // The last read is too old to use.
    await setup.clock.advanceAsync(30_000)
    const arrivals = setup.venue.arrivals.length
    void setup.trading.submit(setup.id(1), intent)
    await setup.clock.advanceAsync(12_000)
    expect(setup.action(1)).toMatchObject({ state: 'refused', code: 'too_late' })
    expect(setup.action(1).message).toMatch(/^\d+ s have passed since you placed this order \(limit 3 s\)/)
    expect(setup.venue.arrivals).toHaveLength(arrivals)
  })

  it('counts from the trader’s confirmation: an order whose estimate was just confirmed is sent', async () => {
    const setup = await openTradingSetup()
    await setup.submit(1, PREDICT)
    await setup.clock.advanceAsync(8_000)
    setup.trading.confirmEstimate(setup.id(1), setup.action(1).estimate?.id ?? '', true)
    await setup.clock.advanceAsync(1_000)
    expect(setup.venue.arrivals).toHaveLength(1)
  })

  it('that closes is never late', async () => {
    const setup = await openTradingSetup()
    setup.venue.position = '3' as never
    await setup.clock.advanceAsync(3_000)
    setup.venue.takes = { account: 9_000 }
    void setup.trading.submit(setup.id(1), CLOSE)
    await setup.clock.advanceAsync(20_000)
    expect(setup.venue.position).toBe('0')
  })
})
