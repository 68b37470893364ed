import { describe, expect, it } from 'vitest'
import type { Order } from '../../../contract/account.ts'
import type { ConditionalView } from '../../../contract/conditional.ts'
import { price, size } from '../../../contract/decimal.ts'
import { byAge, exitsIn, ordersIn, ownTags, tagText } from './own-things.ts'
import { rowsAround } from './price-rows.ts'

const ASSET = 'NYCTMP1'
const rows = rowsAround(price('571.60'), {
  ...{ tick: price('0.02'), step: price('0.02'), count: 40, isTurned: false, most: null },
})
const order = (oid: string, at: string, over: Partial<Order> = {}): Order =>
  ({ oid, asset: ASSET, side: 'buy', price: price(at), size: size('10'), filled: size('0'), time: 1, ...over }) as Order
const held = (id: string, trigger: string | null, over: object = {}): ConditionalView =>
  ({
    ...{ id, kind: 'stop', state: 'armed', trigger, position: 'long', paused: null, plan: { size: '50' } },
    ...{ target: { family: 'scalar', asset: ASSET }, ...over },
  }) as unknown as ConditionalView
const target = { kind: 'take_profit', plan: { size: '20' } }
const tagsOf = (orders: readonly Order[], conditionals: readonly ConditionalView[] = []) =>
  ownTags([...byAge(orders), ...exitsIn(conditionals, ASSET)], rows)

describe('own orders and exits in the rows of a ladder', () => {
  it('include held stops and targets with the size that they close, on the closing side', () => {
    const found = tagsOf([], [held('s', '571.40', { plan: { size: '20' } }), held('t', '571.80', target)])
    expect(found).toMatchObject([
      { kind: 'exit', side: 'sell', mark: 'T', size: '20' },
      { kind: 'exit', side: 'sell', mark: 'S', size: '20' },
    ])
    expect(tagsOf([], [held('s', '571.40', { position: 'short' })])).toMatchObject([{ side: 'buy', size: '50' }])
  })
  it('exclude exits of another market, without a price, or that are over', () => {
    const others = [
      held('other', '571.40', { target: { family: 'scalar', asset: 'NYCTMP2' } }),
      held('waits', null, { state: 'waiting' }),
      held('over', '571.40', { state: 'done' }),
    ]
    expect(tagsOf([], others)).toEqual([])
  })
  it('keep exits separate from orders of the same row, each with its own size', () => {
    const found = tagsOf(
      [order('1', '571.40', { side: 'sell' }), order('2', '571.40', { side: 'sell', filled: size('4') })],
      [held('s', '571.40')],
    )
    expect(found).toMatchObject([
      { kind: 'order', size: '16', mark: '' },
      { kind: 'exit', size: '50', mark: 'S' },
    ])
  })
  it('have the newest order on top, and none out of view', () => {
    const [tag, ...more] = tagsOf([
      order('late', '571.40', { time: 9 as never }),
      order('early', '571.40'),
      order('far', '580'),
    ])
    expect(tag?.things.at(-1)?.id).toBe('late')
    expect(more).toEqual([])
    expect(ordersIn([order('1', '571.40'), order('2', '571.40', { asset: 'NYCTMP2' })], ASSET)).toHaveLength(1)
  })
  it('are described with their price, and whether they are watched', () => {
    const textOf = (one: ConditionalView): string[] =>
      tagsOf([], [one]).map((tag) =>
        tagText(tag, { named: (at) => at, second: (at) => `${at}°` }, () => ({ state: 'unknown' }) as never, 'Stays.'),
      )
    expect(textOf(held('s', '571.40'))).toEqual(['Stop 50 at 571.40 (571.40°), local'])
    expect(textOf(held('t', '571.80', { ...target, paused: 'Prices are old.' }))).toEqual([
      'Target 20 at 571.80 (571.80°), paused: Prices are old.',
    ])
  })
})
