import { describe, expect, it } from 'vitest'
import type { ActivityRow } from '../../contract/activity.ts'
import { openTradingSetup, type TradingSetup } from '../trading/testing/setup.ts'
import { activityOf } from './automation-parts.ts'

const ID = '00000000-0000-4000-8000-0000000ac71f'
const free = () => null

/** Activity of a trading terminal. */
function listed(setup: TradingSetup): readonly ActivityRow[] {
  const { trading, clock } = setup
  const nothing = { topics: { view: () => [], onChange: () => () => undefined }, listed: () => [] }
  const identity = { address: () => setup.address, onChange: () => () => undefined }
  const parts = { identity, trading, conditionals: nothing, endings: nothing }
  const activity = activityOf({ clock } as never, parts as never)
  const { rows, keys } = activity.since(0)
  activity.stop()
  expect(rows.map(({ id }) => id)).toEqual(keys)
  return rows
}

describe('Activity lists', () => {
  it('the fill of an order that was moved, with price and fee, also after a restart', async () => {
    const setup = await openTradingSetup()
    await setup.submit(1)
    await setup.clock.advanceAsync(2_000)
    const request = setup.trading.moveOrder(
      { requestId: ID, asset: 'NYCTMP1', oid: '1000', price: '570.60' as never, size: '2.0000' as never },
      free,
    )
    await setup.clock.advanceAsync(8_000)
    await request
    await setup.submit(2)
    expect(listed(setup)[0]).toMatchObject({ kind: 'action', id: setup.id(2) })
    const [placed] = setup.venue.orders.filter(({ price, status }) => price === '570.60' && status === 'resting')
    setup.venue.fill(placed?.oid ?? '', '2' as never)
    await setup.clock.advanceAsync(5_000)
    const filled = { kind: 'move', id: ID, fills: { size: '2', average: '570.6' }, steps: [{}, { state: 'filled' }] }
    expect(listed(setup)[0]).toMatchObject(filled)
    expect(listed(setup).find(({ id }) => id === setup.id(1))?.reason).toBe('Canceled to move it to 570.60.')
    await setup.restart()
    await setup.clock.advanceAsync(2_000)
    expect(listed(setup).find(({ id }) => id === ID)).toMatchObject(filled)
  })

  it('an order of a scale on top once it fills, and the scale with its trades', async () => {
    const setup = await openTradingSetup()
    const orders = ['570.90', '570.70'].map((price) => ({ price, size: '2.0000' }))
    const scale = { asset: 'NYCTMP1', side: 'buy', reduceOnly: false, terms: { kind: 'scale', tif: 'GTC', orders } }
    await setup.trading.algos.begin({ requestId: ID, ...scale } as never, free)
    await setup.clock.advanceAsync(3_000)
    await setup.submit(1)
    await setup.clock.advanceAsync(60_000)
    setup.venue.fill('1000', '2' as never)
    await setup.clock.advanceAsync(3_000)
    const [first, second] = listed(setup)
    expect(first).toMatchObject({ kind: 'action', action: { state: 'filled', intent: { price: '570.90' } } })
    expect(second).toMatchObject({ kind: 'algo', algo: { filled: '2' }, fills: { size: '2', average: '570.9' } })
  })

  it('a finished flatten with its result, even after a restart', async () => {
    const setup = await openTradingSetup()
    await setup.submit(1)
    setup.venue.position = '3' as never
    const distance = { kind: 'distance', distance: '3', bound: null }
    const protection = { scalar: distance, probability: { ...distance, distance: '0.05' } } as never
    const report = setup.trading.flatten({ requestId: ID, protection, cancelOrders: true })
    await setup.clock.advanceAsync(20_000)
    const row = { kind: 'flatten', flatten: { state: 'done', cancelOrders: true, report: await report } }
    const find = () => listed(setup).find(({ id }) => id === `flatten/${ID}`)
    expect(find()).toMatchObject(row)
    expect(listed(setup).find(({ id }) => id === setup.id(1))?.reason).toBe('Canceled by Isotherm (Flatten).')
    await setup.restart()
    expect(find()).toMatchObject(row)
  })

  it("only the trader's own", async () => {
    const setup = await openTradingSetup()
    await setup.submit(1)
    expect(listed(setup)).toHaveLength(1)
    setup.signIn(`0x${'cd'.repeat(20)}` as never)
    expect(listed(setup)).toEqual([])
  })

  it('a cancel by the venue, and that nobody here requested it', async () => {
    const setup = await openTradingSetup()
    await setup.submit(1)
    await setup.clock.advanceAsync(2_000)
    const [order] = setup.venue.orders
    Object.assign(order ?? {}, { status: 'cancelled', statusText: 'cancelled' })
    await setup.clock.advanceAsync(20_000)
    expect(listed(setup)).toMatchObject([
      { action: { state: 'cancelled' }, reason: expect.stringMatching(/^The venue canceled it and gave no reason/) },
    ])
  })
})
