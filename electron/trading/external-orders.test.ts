import { describe, expect, it } from 'vitest'
import type { Order } from '../../contract/account.ts'
import type { OtherClientView } from '../../contract/activity.ts'
import { DIRECT, DIRECT_PROFILE } from './testing/direct-orders.ts'
import { LIMIT } from './testing/intents.ts'
import { failure } from './testing/model-venue.ts'
import { BUY, openTradingSetup, type TradingSetup } from './testing/setup.ts'

async function open(): Promise<{ setup: TradingSetup; notified: Order[] }> {
  const setup = await openTradingSetup()
  const reports: Order[] = []
  listen(setup, reports)
  return { setup, notified: reports }
}
const listen = ({ trading }: TradingSetup, reports: Order[]): void =>
  void trading.onExternal((found) => found.kind === 'orders' && reports.push(...found.orders))
const viewOf = ({ trading }: TradingSetup) => trading.topics.view({ kind: 'other_client' }) as OtherClientView
const elsewhere = ({ venue }: TradingSetup) => venue.place({ ...BUY, cloid: null }, 'rest')

describe('an open order that no action of this terminal made', () => {
  it('is reported within seconds, once, across restarts, and marked for as long as it rests', async () => {
    const { setup, notified } = await open()
    elsewhere(setup)
    await setup.clock.advanceAsync(8_000)
    expect(notified.map(({ oid }) => oid)).toEqual(['1000'])
    expect(viewOf(setup)).toMatchObject({ orders: ['1000'], isExpected: false })
    await setup.restart()
    listen(setup, notified)
    await setup.clock.advanceAsync(10_000)
    expect(notified).toHaveLength(1)
    expect(viewOf(setup).orders).toEqual(['1000'])
    setup.venue.cancel('1000')
    await setup.clock.advanceAsync(3_000)
    expect(viewOf(setup).orders).toEqual([])
  })

  it('is only marked where the trader expects another client, until they revoke that', async () => {
    const { setup, notified } = await open()
    setup.trading.expectOtherClient(true)
    elsewhere(setup)
    await setup.clock.advanceAsync(8_000)
    expect(notified).toEqual([])
    expect(viewOf(setup)).toMatchObject({ orders: ['1000'], isExpected: true })
    setup.trading.expectOtherClient(false)
    elsewhere(setup)
    await setup.clock.advanceAsync(8_000)
    expect(notified.map(({ oid }) => oid)).toEqual(['1001'])
  })
})

describe('an order of this terminal', () => {
  it('is never attributed to another client, in any family, signed by the agent or by the wallet', async () => {
    const { setup, notified } = await open()
    Object.assign(setup.venue.profile, { directOrder: DIRECT_PROFILE })
    for (const [number, intent] of [BUY, LIMIT, DIRECT].entries()) await setup.submit(number, intent)
    await setup.clock.advanceAsync(60_000)
    await setup.restart()
    await setup.clock.advanceAsync(60_000)
    expect(notified).toEqual([])
    expect(viewOf(setup).orders).toEqual([])
  })

  it('is not attributed to another client while its answer is pending', async () => {
    const { setup, notified } = await open()
    Object.assign(setup.venue.profile, { directOrder: DIRECT_PROFILE })
    setup.venue.fail('history', failure('no_answer', 'timeout', 'No answer.'))
    setup.venue.answersAfter = 10_000
    await setup.submit(1, DIRECT)
    await setup.clock.advanceAsync(20_000)
    expect(notified).toEqual([])
    expect(setup.action(1).state).toBe('resting')
  })
})
