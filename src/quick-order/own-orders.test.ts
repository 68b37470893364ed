import { describe, expect, it } from 'vitest'
import type { Order } from '../../contract/account.ts'
import { type Price, price, size } from '../../contract/decimal.ts'
import { millis } from '../../contract/time.ts'
import { choose, enterMove, moved, nextOrder, ordersOf } from './own-orders.ts'

const order = (oid: string, more: Partial<Order> = {}): Order => ({
  ...{ oid, cloid: null, asset: 'NYCTMP1', side: 'buy', price: price('571.00'), size: size('10') },
  ...{ filled: size('0'), tif: 'GTC', reduceOnly: false, status: 'resting', statusText: 'resting', time: millis(1) },
  ...more,
})
const own = [order('3', { time: millis(3) }), order('2', { time: millis(2) }), order('1')]
const [first, second, third] = own as [Order, Order, Order]
const tick = '0.01' as Price
const up = (ticks: number) => moved(choose(first), { kind: 'price', ticks }, tick)
const standing = {
  own,
  refusal: null,
  permission: { orders: 'any' },
  stale: null,
  far: null,
  question: null,
} as const

describe('stepping through own orders', () => {
  it('covers one market, the newest first, in a ring', () => {
    const all = [order('9', { asset: 'NYCTMP2' }), ...[...own].reverse()]
    expect(ordersOf('NYCTMP1', all).map(({ oid }) => oid)).toEqual(['3', '2', '1'])
    expect([nextOrder(own, '3', 1), nextOrder(own, '3', -1), nextOrder(own, '1', 1)]).toEqual([second, third, first])
    expect([nextOrder(own, 'gone', 1), nextOrder([], '3', 1)]).toEqual([first, null])
  })

  it('moves the price by ticks and keeps the total size, so that fills in the meantime are not reordered', () => {
    expect(enterMove(up(2), standing)).toEqual({ does: 'move', order: first, to: { price: '571.02', size: '10' } })
    expect(moved(choose(first), { kind: 'price', ticks: -60_000 }, tick).price).toBe('571.00')
    expect(moved(choose(first), { kind: 'size', by: -10 }, tick).size).toBe('10')
  })

  it('sends nothing for an order that is unmoved, over, filled or changed in the meantime', () => {
    expect(enterMove(choose(first), standing)).toMatchObject({ does: 'refuse' })
    expect(enterMove(up(1), { ...standing, own: [second] })).toMatchObject({ does: 'look', order: null })
    const filled = order('3', { filled: size('4') })
    expect(enterMove(up(1), { ...standing, own: [filled] })).toMatchObject({
      does: 'look',
      order: filled,
      text: '4 filled in the meantime. Check it again.',
    })
    expect(enterMove(up(1), { ...standing, own: [order('3', { price: price('570.00') })] })).toMatchObject({
      does: 'look',
      text: 'The order has changed. Check it again.',
    })
  })

  it.each([
    [{ own: null }, 'Loading orders…'],
    [{ refusal: 'Another client made this order.' }, 'Another client'],
    [{ permission: { orders: 'reducing', reason: 'Arm this window.' } }, 'Arm this window.'],
    [{ permission: { orders: 'none', reason: 'Signed out.' } }, 'Signed out.'],
  ] as const)('%j is shown, and nothing is moved', (more, text) => {
    const does = enterMove(up(1), { ...standing, ...more } as never)
    expect(does).toMatchObject({ does: 'refuse', text: expect.stringContaining(text) })
  })

  it('asks once about stale prices, with their age, and about a price far through the best one', () => {
    const request = enterMove(up(1), { ...standing, stale: '4 s old', far: '5.90 °F through the ask' })
    if (request.does !== 'ask') throw new Error('it asks nothing')
    expect(request.text).toBe('The price is 5.90 °F through the ask. Prices are 4 s old. Press Enter again to send.')
    const again = { ...standing, stale: '9 s old', far: '5.90 °F through the ask', question: request.key }
    expect(enterMove(up(1), again).does).toBe('move')
    expect(enterMove(up(2), again).does).toBe('ask')
  })

  it('asks nothing for an order that reduces', () => {
    const reduces = order('3', { reduceOnly: true })
    const chosen = moved(choose(reduces), { kind: 'price', ticks: 1 }, tick)
    const permission = { orders: 'reducing', reason: 'Arm this window.' } as const
    expect(enterMove(chosen, { ...standing, own: [reduces], stale: '4 s old', permission }).does).toBe('move')
  })
})
