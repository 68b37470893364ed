import { describe, expect, it } from 'vitest'
import type { Order } from '../../../contract/account.ts'
import { price, size } from '../../../contract/decimal.ts'
import { afterOrders, type Dragged, type Hold, type HoldEvent, held, leftOf, NO_HOLD, rowUnder } from './drag.ts'

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
  const follow = (...events: readonly HoldEvent[]): Hold => events.reduce(held, NO_HOLD)
  const pressed: HoldEvent = { type: 'pressed', order, y: 100 }
  const moved = (to: string | null, buttons = 1, y = 160): HoldEvent => ({
    ...{ type: 'moved', y, buttons },
    to: to === null ? null : price(to),
  })
  const up = (to: string | null): HoldEvent => ({ type: 'let_go', to: to === null ? null : price(to) })

  it('follows the row that it is over, and asks where it is let go', () => {
    expect(follow(pressed, moved('571.78'))).toEqual({ order, to: '571.78', state: 'drags' })
    expect(follow(pressed, moved('571.78'), up('571.78'))).toEqual({ order, to: '571.78', state: 'asks' })
  })
  it('goes to the price that it is let go at, not to the one it was last over', () => {
    expect(follow(pressed, moved('571.78'), up('571.90'))).toEqual({ order, to: '571.90', state: 'asks' })
  })
  it('let go off the rows is left, and seen at its own price there', () => {
    expect(follow(pressed, moved('571.78'), up(null))).toBe(NO_HOLD)
    expect(follow(pressed, moved('571.78'), moved(null))).toEqual({ order, to: order.price, state: 'drags' })
  })
  it('begins no drag with the button up, and ends where the button is found up', () => {
    expect(follow(pressed, up('571.78'), moved('571.78', 0))).toBe(NO_HOLD)
    expect(follow(pressed, moved('571.78', 0))).toBe(NO_HOLD)
    expect(follow(pressed, moved('571.78'), moved('571.80', 0))).toBe(NO_HOLD)
    // The other button alone.
    expect(follow(pressed, moved('571.78'), moved('571.80', 2), up('571.80'))).toBe(NO_HOLD)
  })
  it('begins once the pointer has moved some way, which a click has not', () => {
    expect(follow(pressed, moved('571.63', 1, 104))).toEqual({ state: 'held', order, y: 100 })
    expect(follow(pressed, moved('571.63', 1, 104), up('571.63'))).toBe(NO_HOLD)
    expect(follow(pressed, moved('571.63', 1, 95))).toMatchObject({ state: 'drags' })
  })
  it('ends with the pointer or the window; what asks goes on asking until it is left', () => {
    const asks = follow(pressed, moved('571.78'), up('571.78'))
    expect(follow(pressed, { type: 'lost' }, moved('571.78'))).toBe(NO_HOLD)
    expect(follow(pressed, moved('571.78'), { type: 'lost' }, up('571.78'))).toBe(NO_HOLD)
    for (const event of [{ type: 'lost' } as const, pressed, moved('571.90'), up('571.90')]) {
      expect(held(asks, event)).toBe(asks)
    }
    expect(held(asks, { type: 'left' })).toBe(NO_HOLD)
  })
  it('let go over its own price asks for nothing', () => {
    expect(follow(pressed, moved('571.78'), up('571.620'))).toBe(NO_HOLD)
  })
  it('is over a row only inside of the list', () => {
    const list = { left: 10, right: 210, top: 100, bottom: 300 }
    const under = (clientX: number, clientY: number): number | null => rowUnder(list, { clientX, clientY }, 10)
    expect([under(10, 100), under(100, 119), under(100, 120), under(209, 299)]).toEqual([0, 0, 1, 9])
    expect([under(100, 99), under(100, 300), under(9, 150), under(210, 150)]).toEqual([null, null, null, null])
  })
  it('has of its size what is left', () => {
    expect(leftOf({ size: size('150'), filled: size('40') })).toBe('110')
  })
  it.each([
    ['traded', [{ ...order, filled: size('1') }], /traded while it was dragged/],
    ['is gone', [], /filled or cancelled/],
    ['was moved elsewhere', [{ ...order, price: price('571.60') }], /changed elsewhere/],
    ['has another size', [{ ...order, size: size('100') }], /changed elsewhere/],
  ])('traders B2: that %s ends the drag, which sends nothing', (_what, orders, words) => {
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
