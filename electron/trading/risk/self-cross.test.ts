import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compare, type Price, type Size } from '../../../contract/decimal.ts'
import type { Side } from '../../../contract/market.ts'
import { BUY, openTradingSetup } from '../testing/setup.ts'
import { type OwnOrder, ownOrderMet, selfCrossRefusal } from './self-cross.ts'

const own = (asset: string, side: Side, price: string): OwnOrder => ({
  asset,
  side,
  price: price as Price,
  size: '5' as Size,
})
const met = (asset: string, side: Side, worst: string, orders: readonly OwnOrder[], mirror: string | null = null) =>
  ownOrderMet({ asset, side, worst: worst as Price }, orders, mirror)

describe('an order meets an own one', () => {
  it.each<[string, Side, string, OwnOrder, boolean]>([
    ['bought at its price', 'buy', '570.10', own('A', 'sell', '570.1'), true],
    ['bought above it', 'buy', '571', own('A', 'sell', '570.1'), true],
    ['bought a tick below it', 'buy', '570.09', own('A', 'sell', '570.1'), false],
    ['sold at its price', 'sell', '570.1', own('A', 'buy', '570.10'), true],
    ['sold below it', 'sell', '569', own('A', 'buy', '570.1'), true],
    ['sold a tick above it', 'sell', '570.11', own('A', 'buy', '570.1'), false],
    ['on the same side', 'buy', '571', own('A', 'buy', '570.1'), false],
    ['in another market', 'buy', '571', own('B', 'sell', '570.1'), false],
  ])('%s', (_, side, worst, order, meets) => {
    expect(met('A', side, worst, [order])).toEqual(meets ? order : null)
  })

  it.each<[string, Side, string, OwnOrder, boolean]>([
    ['buy Yes against own buy of No at 1 minus its price', 'buy', '0.6', own('#11', 'buy', '0.4'), true],
    ['buy Yes against own buy of No at more', 'buy', '0.6', own('#11', 'buy', '0.45'), true],
    ['not where both sum to less than 1', 'buy', '0.6', own('#11', 'buy', '0.3999'), false],
    ['sell Yes against own sell of No that sum to 1', 'sell', '0.6', own('#11', 'sell', '0.4'), true],
    ['sell Yes against own sell of No that sum to less', 'sell', '0.55', own('#11', 'sell', '0.4'), true],
    ['not where they sum to more', 'sell', '0.6', own('#11', 'sell', '0.4001'), false],
    ['buy Yes never meets own sell of No, which is a bid of Yes', 'buy', '0.9', own('#11', 'sell', '0.4'), false],
  ])('over the two sides of an outcome: %s', (_, side, worst, order, meets) => {
    expect(met('#10', side, worst, [order], '#11')).toEqual(meets ? order : null)
    expect(met('#10', side, worst, [order], null)).toBeNull()
  })

  it('the nearest first, with its name and the remedy', () => {
    const near = own('#11', 'buy', '0.45')
    const found = met('#10', 'buy', '0.6', [own('#10', 'sell', '0.58'), near, own('#11', 'buy', '0.41')], '#11')
    expect(found).toEqual(near)
    const request = { asset: '#10', side: 'buy', worst: '0.6' as Price } as const
    expect(selfCrossRefusal(near, request, () => 'No').message).toBe(
      'This order could trade with your own order: buy 5 No at 0.45, the other side of the same book. Cancel that one first, or change the price.',
    )
  })

  it('by either of the two names of the same price alike', () => {
    const cents = fc.integer({ min: 1, max: 99 })
    const text = (value: number): Price => `0.${String(value).padStart(2, '0')}` as Price
    fc.assert(
      fc.property(cents, cents, fc.constantFrom<Side>('buy', 'sell'), (worst, price, side) => {
        const other = side === 'buy' ? 'sell' : 'buy'
        const direct = met('#10', side, text(worst), [own('#10', other, text(price))], '#11') !== null
        const mirrored = met('#10', side, text(worst), [own('#11', side, text(100 - price))], '#11') !== null
        expect(mirrored).toBe(direct)
        expect(direct).toBe(compare(text(worst), text(price)) * (side === 'buy' ? 1 : -1) >= 0)
      }),
    )
  })
})

describe('an order that could trade with an own one', () => {
  it('is refused, and sent once that one is canceled', async () => {
    const setup = await openTradingSetup()
    await setup.submit(1, { ...BUY, side: 'sell', price: '571.00' as Price })
    expect(setup.action(1).state).toBe('resting')
    await setup.submit(2, { ...BUY, price: '571.00' as Price })
    expect(setup.action(2)).toMatchObject({ state: 'refused', code: 'self_cross' })
    expect(setup.action(2).message).toContain(
      'This order could trade with your own order: sell 2 at 571.00. Cancel that one first, or change the price.',
    )
    await setup.submit(3, { ...BUY, price: '570.90' as Price })
    expect(setup.action(3).state).toBe('resting')
    await setup.submit(4, { kind: 'cancel', asset: BUY.asset, oid: setup.action(1).oid as string, cloid: null })
    await setup.submit(5, { ...BUY, price: '571.00' as Price })
    expect(setup.action(5).code).toBeNull()
  })

  it('is never blocked when it reduces', async () => {
    const setup = await openTradingSetup()
    await setup.submit(1, { ...BUY, side: 'sell', price: '571.00' as Price })
    await setup.submit(2, {
      kind: 'close',
      position: 'long',
      asset: BUY.asset,
      size: null,
      protection: { kind: 'distance', distance: '3' as never, bound: null },
    })
    expect(setup.action(2).code).not.toBe('self_cross')
    await setup.submit(3, { ...BUY, price: '571.00' as Price, reduceOnly: true })
    expect(setup.action(3).code).not.toBe('self_cross')
  })

  it('is refused when it is the second of two under way', async () => {
    const setup = await openTradingSetup()
    void setup.trading.submit(setup.id(1), { ...BUY, side: 'sell', price: '571.00' as Price })
    await setup.submit(2, { ...BUY, price: '571.00' as Price })
    expect([setup.action(1).code, setup.action(2).code]).toEqual([null, 'self_cross'])
  })

  it('is refused as a replacement before the old order is canceled, and does not meet the order it replaces', async () => {
    const setup = await openTradingSetup()
    await setup.submit(1)
    await setup.submit(2, { ...BUY, side: 'sell', price: '571.00' as Price })
    await setup.clock.advanceAsync(2_000)
    const { oid } = setup.action(1)
    const move = async (number: number, price: string): Promise<unknown> => {
      const request = { requestId: setup.id(number), asset: BUY.asset, oid: oid as string, price: price as Price }
      const moving = setup.trading.moveOrder({ ...request, size: '2.0000' as Size }, () => null).catch(String)
      await setup.clock.advanceAsync(8_000)
      return moving
    }
    expect(await move(3, '571.00')).toContain(
      'This order could trade with your own order: sell 2 at 571.00. Cancel that one first, or change the price.',
    )
    expect(setup.action(1).state).toBe('resting')
    await move(4, '570.90')
    expect(setup.action(1).state).toBe('cancelled')
    expect(setup.venue.orders.map(({ price, status }) => `${price} ${status}`)).toContain('570.90 resting')
  })
})
