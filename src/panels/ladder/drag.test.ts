import { describe, expect, it } from 'vitest'
import type { Order } from '../../../contract/account.ts'
import type { ConditionalView } from '../../../contract/conditional.ts'
import { price, size } from '../../../contract/decimal.ts'
import { exitsIn, ownOrder } from './own-things.ts'
import { afterOwnMarks, type Dragged, type Hold, type HoldEvent, held, NO_HOLD, rowUnder } from './use-drag.ts'

const order = {
  oid: '7',
  cloid: null,
  asset: 'NYCTMP1',
  side: 'buy',
  price: price('571.62'),
  size: size('150'),
  filled: size('0'),
} as Order
const thing = ownOrder(order)
const dragged: Dragged = { thing, to: order.price, state: 'drags' }

describe('dragging an order', () => {
  const follow = (...events: readonly HoldEvent[]): Hold => events.reduce(held, NO_HOLD)
  const pressed: HoldEvent = { type: 'pressed', thing, y: 100 }
  const moved = (to: string | null, buttons = 1, y = 160): HoldEvent => ({
    ...{ type: 'moved', y, buttons },
    to: to === null ? null : price(to),
  })
  const up = (to: string | null): HoldEvent => ({ type: 'let_go', to: to === null ? null : price(to) })

  it('follows the row under the pointer, and asks where it is dropped', () => {
    expect(follow(pressed, moved('571.78'))).toEqual({ thing, to: '571.78', state: 'drags' })
    expect(follow(pressed, moved('571.78'), up('571.78'))).toEqual({ thing, to: '571.78', state: 'asks' })
  })
  it('uses the price where it is dropped, not the last one it was over', () => {
    expect(follow(pressed, moved('571.78'), up('571.90'))).toEqual({ thing, to: '571.90', state: 'asks' })
  })
  it('dropped off the rows is canceled, and shows its own price there', () => {
    expect(follow(pressed, moved('571.78'), up(null))).toBe(NO_HOLD)
    expect(follow(pressed, moved('571.78'), moved(null))).toEqual({ thing, to: order.price, state: 'drags' })
  })
  it('starts no drag with the button up, and ends where the button is found up', () => {
    expect(follow(pressed, up('571.78'), moved('571.78', 0))).toBe(NO_HOLD)
    expect(follow(pressed, moved('571.78', 0))).toBe(NO_HOLD)
    expect(follow(pressed, moved('571.78'), moved('571.80', 0))).toBe(NO_HOLD)
    // The other button alone.
    expect(follow(pressed, moved('571.78'), moved('571.80', 2), up('571.80'))).toBe(NO_HOLD)
  })
  it('starts once the pointer has moved further than in a click', () => {
    expect(follow(pressed, moved('571.63', 1, 104))).toEqual({ state: 'held', thing, y: 100 })
    expect(follow(pressed, moved('571.63', 1, 104), up('571.63'))).toBe(NO_HOLD)
    expect(follow(pressed, moved('571.63', 1, 95))).toMatchObject({ state: 'drags' })
  })
  it('ends with the pointer or the window; a pending question stays until it is canceled', () => {
    const asks = follow(pressed, moved('571.78'), up('571.78'))
    expect(follow(pressed, { type: 'lost' }, moved('571.78'))).toBe(NO_HOLD)
    expect(follow(pressed, moved('571.78'), { type: 'lost' }, up('571.78'))).toBe(NO_HOLD)
    for (const event of [{ type: 'lost' } as const, pressed, moved('571.90'), up('571.90')]) {
      expect(held(asks, event)).toBe(asks)
    }
    expect(held(asks, { type: 'left' })).toBe(NO_HOLD)
  })
  it('dropped at its own price requests nothing', () => {
    expect(follow(pressed, moved('571.78'), up('571.620'))).toBe(NO_HOLD)
  })
  it('is over a row only inside of the list', () => {
    const list = { left: 10, right: 210, top: 100, bottom: 300 }
    const under = (clientX: number, clientY: number): number | null => rowUnder(list, { clientX, clientY }, 10)
    expect([under(10, 100), under(100, 119), under(100, 120), under(209, 299)]).toEqual([0, 0, 1, 9])
    expect([under(100, 99), under(100, 300), under(9, 150), under(210, 150)]).toEqual([null, null, null, null])
  })
  it('uses the remaining size', () => {
    expect(ownOrder({ ...order, size: size('150'), filled: size('40') }).size).toBe('110')
  })
  it.each([
    ['traded', [{ ...order, filled: size('1') }], /The order filled during the drag\. Nothing was moved\./],
    ['is gone', [], /filled or canceled/],
    ['was moved elsewhere', [{ ...order, price: price('571.60') }], /changed elsewhere/],
    ['has another size', [{ ...order, size: size('100') }], /changed elsewhere/],
  ])('that %s ends the drag, which sends nothing', (_what, orders, text) => {
    for (const state of ['drags', 'asks'] as const) {
      expect(afterOwnMarks({ ...dragged, to: price('571.78'), state }, orders.map(ownOrder))).toEqual({
        ended: expect.stringMatching(text),
      })
    }
  })
  it('continues while the orders are re-read and it is unchanged', () => {
    const again = { ...order, price: price('571.620'), size: size('150.0000') }
    expect(afterOwnMarks(dragged, [ownOrder(again)])).toBe(dragged)
  })
  it.each([
    ['is moved by its plan', { trigger: price('571.30') }, /The stop changed during the drag\. Nothing was moved\./],
    ['closes another part', { plan: { size: '50' } }, /The stop changed during the drag\. Nothing was moved\./],
    ['has triggered, and closes now', { state: 'triggered' }, /The stop changed during the drag\. Nothing was moved\./],
    ['has triggered and closed', { state: 'done' }, /The stop has ended\. Nothing was moved\./],
  ])('a stop that %s ends its drag, which sends nothing', (_what, change, text) => {
    const stop = {
      ...{ id: 's', kind: 'stop', state: 'armed', trigger: price('571.20'), position: 'long' },
      plan: { size: '100' },
      target: { asset: 'NYCTMP1' },
    } as unknown as ConditionalView
    const [exit] = exitsIn([stop], 'NYCTMP1')
    if (exit === undefined) throw new Error('no stop')
    const held: Dragged = { thing: exit, to: price('571.40'), state: 'asks' }
    expect(afterOwnMarks(held, exitsIn([{ ...stop }], 'NYCTMP1'))).toBe(held)
    const changed = { ...stop, ...change } as unknown as ConditionalView
    expect(afterOwnMarks(held, exitsIn([changed], 'NYCTMP1'))).toEqual({ ended: expect.stringMatching(text) })
  })
})
