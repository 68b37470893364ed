import { describe, expect, it } from 'vitest'
import { type KnownPrices, marketOrderReference, referencePrice } from './reference-price.ts'

const known = (mark: string | null, mid: string | null, bid: string | null = null, ask: string | null = null) =>
  ({ mark, mid, bid, ask }) as KnownPrices

describe('the reference of a worst-price distance', () => {
  it.each<[string, 'scalar' | 'binary' | 'outcome', KnownPrices, buy: string | null, sell: string | null]>([
    ['only a scalar mark', 'scalar', known('570', null), '570', '570'],
    [
      'the best opposite price of a scalar order',
      'scalar',
      known('570', '570', '569.98', '570.02'),
      '570.02',
      '569.98',
    ],
    [
      'the mark when the best price is more than 1 °F away',
      'scalar',
      known('570', '568', '567', '571.01'),
      '570',
      '570',
    ],
    ['a best price just within 1 °F', 'scalar', known('570', null, '569', '571'), '571', '569'],
    ['the midpoint without a mark', 'scalar', known(null, '571'), '571', '571'],
    ['the best opposite price of a probability', 'outcome', known('0.5', null, '0.48', '0.52'), '0.52', '0.48'],
    ['the same for contracts', 'binary', known('0.5', '0.51', '0.48', '0.52'), '0.52', '0.48'],
    ['the mark when the best price is 15 points away', 'outcome', known('0.5', null, '0.34', '0.66'), '0.5', '0.5'],
    ['a best price just within 15 points', 'binary', known('0.5', null, '0.35', '0.65'), '0.65', '0.35'],
    ['the midpoint of a probability book without a mark', 'outcome', known(null, '0.5', '0.1', null), '0.5', '0.5'],
    ['only a best price', 'outcome', known(null, null, null, '0.7'), '0.7', null],
    ['unknown without any price', 'binary', known(null, null), null, null],
  ])('%s', (_what, family, prices, buy, sell) => {
    expect(referencePrice(family, 'buy', prices)).toBe(buy)
    expect(referencePrice(family, 'sell', prices)).toBe(sell)
  })
  it('for a scalar market order is the opposite best price, else the mark', () => {
    const prices = known('570', '571', '569', '572')
    expect([marketOrderReference('buy', prices), marketOrderReference('sell', prices)]).toEqual(['572', '569'])
    expect(marketOrderReference('buy', known('570', '571'))).toBe('570')
    expect(marketOrderReference('sell', known(null, '571'))).toBeNull()
  })
})
