import { describe, expect, it } from 'vitest'
import type { Order } from '../../../contract/account.ts'
import { price, size } from '../../../contract/decimal.ts'
import { afterOrders, type Dragged, leftOf, letGo, over } from './drag.ts'

const order = {
  oid: '7',
  cloid: null,
  asset: 'NYCTMP1',
  side: 'buy',
  price: price('571.62'),
  size: size('150'),
  filled: size('0'),
} as Order
const dragged: Dragged = { order, to: order.price, state: 'drags' }

describe('an order under the hand', () => {
  it('follows the row that it is over, and asks where it is let go', () => {
    const there = over(dragged, price('571.78'))
    expect(there.to).toBe('571.78')
    expect(letGo(there)).toEqual({ ...there, state: 'asks' })
  })
  it('stays at the last price where a row has none, and once it asks', () => {
    const there = over(dragged, price('571.78'))
    expect(over(there, null).to).toBe('571.78')
    expect(over({ ...there, state: 'asks' }, price('571.80')).to).toBe('571.78')
  })
  it('let go over its own price asks for nothing', () => {
    expect(letGo(dragged)).toBeNull()
    expect(letGo(over(over(dragged, price('571.78')), price('571.620')))).toBeNull()
  })
  it('has of its size what is left', () => {
    expect(leftOf({ size: size('150'), filled: size('40') })).toBe('110')
  })
  it.each([
    ['traded', [{ ...order, filled: size('1') }], /traded while it was dragged/],
    ['is gone', [], /filled or cancelled/],
    ['was moved elsewhere', [{ ...order, price: price('571.60') }], /changed elsewhere/],
    ['has another size', [{ ...order, size: size('100') }], /changed elsewhere/],
  ])('B2: that %s ends the drag, which sends nothing', (_what, orders, words) => {
    for (const state of ['drags', 'asks'] as const) {
      expect(afterOrders({ ...dragged, to: price('571.78'), state }, orders)).toEqual({
        ended: expect.stringMatching(words),
      })
    }
  })
  it('goes on while the orders are read again and it is as it was', () => {
    const again = { ...order, price: price('571.620'), size: size('150.0000') }
    expect(afterOrders(dragged, [again])).toBe(dragged)
  })
})
