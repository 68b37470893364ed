import { describe, expect, it } from 'vitest'
import type { CloseIntent } from '../../contract/intent.ts'
import { FOR } from '../service/index.ts'
import { PREDICT } from './testing/intents.ts'
import { ASSET, failure } from './testing/model-venue.ts'
import { BUY, openTradingSetup } from './testing/setup.ts'

const CLOSE: CloseIntent = {
  kind: 'close',
  asset: ASSET,
  position: 'long',
  size: null,
  protection: { kind: 'distance', distance: '3', bound: null } as never,
}
const tooMany = () => failure('problem', 'rate_limited', 'Too many requests; try again in 2 s.', { status: 429 })

/** Trading with a position, on a service that asks for a pause of this length, ms. */
async function inPause(ms: number) {
  const setup = await openTradingSetup()
  setup.venue.position = '3' as never
  await setup.clock.advanceAsync(3_000)
  setup.venue.service.budget.socketRefused(ms)
  return setup
}

describe('while the service asks for a pause', () => {
  it('a manual order waits a moment, notes that in its steps, and is sent once', async () => {
    const setup = await inPause(2_000)
    const waiting = await setup.submit(1)
    expect(waiting.state).toBe('journalled')
    expect(waiting.steps.at(-1)?.detail).toMatch(
      /^Waiting for the venue's request limit\. The venue asks for a pause until \d\d:\d\d:\d\d UTC\.$/,
    )
    expect(setup.venue.service.budget.view()?.waiting.orders).toBe(1)
    await setup.clock.advanceAsync(2_500)
    expect(setup.action(1).state).toBe('resting')
    expect(setup.venue.arrivals).toHaveLength(1)
  })

  it('a manual order that would have to wait for long is refused at once, and never sent later', async () => {
    const setup = await inPause(9_000)
    const refused = await setup.submit(1)
    expect(refused).toMatchObject({ state: 'refused', code: 'request_limit' })
    expect(refused.message).toMatch(/^The venue asks for a pause until \d\d:\d\d:\d\d UTC\. Nothing was sent\.$/)
    await setup.clock.advanceAsync(60_000)
    expect(setup.venue.arrivals).toEqual([])
  })

  it('a close is sent at once, with the reads that it needs', async () => {
    const setup = await inPause(9_000)
    await setup.submit(1, CLOSE)
    expect(setup.venue.position).toBe('0')
  })

  it('a close does not wait for an account read that waits for the pause', async () => {
    const setup = await inPause(9_000)
    void setup.trading.readAccount().catch(() => null)
    await setup.clock.advanceAsync(4_000)
    await setup.submit(1, CLOSE)
    expect(setup.venue.position).toBe('0')
  })

  it('the account is read at once for the close of a stop', async () => {
    const setup = await inPause(9_000)
    const reads = setup.venue.count('account')
    void setup.trading.readAccount(FOR.close)
    await setup.clock.advanceAsync(0)
    expect(setup.venue.count('account')).toBe(reads + 1)
  })

  it('the lookup of an order without an answer goes before reads for display', async () => {
    const setup = await openTradingSetup()
    setup.venue.fail('submit', failure('no_answer', 'timeout', 'No answer.'))
    await setup.submit(1)
    expect(setup.action(1).state).toBe('unknown')
    setup.venue.service.budget.socketRefused(2_000)
    await setup.clock.advanceAsync(1_500)
    expect(setup.venue.service.budget.view()?.waiting).toMatchObject({ orders: 0, reads: 0 })
    expect(setup.venue.service.budget.view()?.waiting.held).toBeGreaterThan(0)
  })

  it('Flatten withdraws a waiting order', async () => {
    const setup = await inPause(2_000)
    await setup.submit(1)
    void setup.trading.flatten({
      requestId: setup.id(9),
      protection: {
        scalar: { kind: 'distance', distance: '3', bound: null },
        probability: { kind: 'distance', distance: '0.05', bound: null },
      } as never,
      cancelOrders: false,
    })
    await setup.clock.advanceAsync(50)
    expect(setup.action(1)).toMatchObject({ state: 'refused', code: 'stopped' })
    expect(setup.venue.position).toBe('0')
    await setup.clock.advanceAsync(60_000)
    expect(setup.venue.arrivals).toHaveLength(1)
  })

  it('an earlier prepared action is not signed until it may be sent', async () => {
    const setup = await openTradingSetup()
    const request = await setup.submit(1, PREDICT)
    expect(request.estimate).toBeDefined()
    setup.venue.service.budget.socketRefused(2_000)
    setup.trading.confirmEstimate(setup.id(1), request.estimate?.id ?? '', true)
    await setup.clock.advanceAsync(1_900)
    expect(setup.signatures).toBe(0)
    expect(setup.action(1).state).toBe('verified')
    await setup.clock.advanceAsync(500)
    expect(setup.signatures).toBe(1)
    expect(setup.venue.arrivals).toHaveLength(1)
  })

  it('an earlier prepared action is refused unsigned when the pause is long', async () => {
    const setup = await openTradingSetup()
    const request = await setup.submit(1, PREDICT)
    setup.venue.service.budget.socketRefused(9_000)
    setup.trading.confirmEstimate(setup.id(1), request.estimate?.id ?? '', true)
    await setup.clock.advanceAsync(60_000)
    expect(setup.action(1)).toMatchObject({ state: 'refused', code: 'request_limit' })
    expect(setup.signatures).toBe(0)
  })
})

describe('a submit that the service refused for too many requests', () => {
  it.each([1, 2])('of a close is prepared again and sent: %i refusals', async (times) => {
    const setup = await openTradingSetup()
    setup.venue.position = '3' as never
    await setup.clock.advanceAsync(3_000)
    for (let time = 0; time < times; time += 1) setup.venue.fail('submit', tooMany())
    await setup.submit(1, CLOSE)
    await setup.clock.advanceAsync(10_000)
    expect(setup.action(1).state).toBe('filled')
    expect(setup.venue.position).toBe('0')
    expect(setup.venue.arrivals).toHaveLength(1)
    expect(setup.venue.count('submit')).toBe(times + 1)
  })

  it('of a cancel is prepared again, too', async () => {
    const setup = await openTradingSetup()
    await setup.submit(1)
    await setup.clock.advanceAsync(1_000)
    const [order] = setup.venue.orders
    setup.venue.fail('submit', tooMany())
    await setup.submit(2, { kind: 'cancel', asset: ASSET, oid: order?.oid ?? '', cloid: null })
    await setup.clock.advanceAsync(10_000)
    expect(setup.action(2).state).toBe('done')
  })

  it('of a manual order did nothing, and is not retried', async () => {
    const setup = await openTradingSetup()
    setup.venue.fail('submit', tooMany())
    await setup.submit(1, BUY)
    await setup.clock.advanceAsync(60_000)
    expect(setup.action(1)).toMatchObject({ state: 'rejected', code: 'rate_limited' })
    expect(setup.venue.count('submit')).toBe(1)
  })
})
