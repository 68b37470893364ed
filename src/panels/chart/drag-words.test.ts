import { describe, expect, it } from 'vitest'
import { price, size } from '../../../contract/decimal.ts'
import type { Grip } from './annotations.ts'
import { dragWordsOf } from './drag-words.ts'
import { binaryDown, scalarMarket } from './testing/markets.ts'

const order = {
  revision: '',
  order: { side: 'buy', size: size('150.0000'), filled: size('50'), price: price('571.62') },
} as unknown as Grip
const at = (grip: Grip, to: string, market = scalarMarket(), now: string | null = '571.84') =>
  dragWordsOf(grip, {
    from: price('571.62'),
    to: price(to),
    now: now === null ? null : price(now),
    priceName: 'mark',
    view: market.view,
    words: market.words,
  })

describe('the words of a dragged line', () => {
  it('say what is left of the order, from where to where, how far from the mark, and that it loses its place', () => {
    expect(at(order, '571.78')).toEqual({
      title: 'Move Buy 100: 571.62 → 571.78',
      facts: ['0.06 below the mark', 'Cancelled and placed anew: it loses its place'],
      send: 'Cancel & replace',
    })
  })

  it('leave the distance out while the price now is not known', () => {
    expect(at(order, '571.78', scalarMarket(), null).facts).toHaveLength(1)
  })

  it('are those of the side that is seen', () => {
    const { view, words } = binaryDown()
    const said = dragWordsOf(order, {
      from: price('0.6'),
      to: price('0.7'),
      now: price('0.6'),
      priceName: 'price',
      view,
      words,
    })
    expect(said.title).toContain('0.400 → 0.300')
    expect(said.facts[0]).toContain('below')
  })
})
