import { describe, expect, it } from 'vitest'
import type { AlgoOrder } from '../../contract/algo.ts'
import { marginFor, valueText } from './algo-preview.tsx'

const slices = (side: 'buy' | 'sell', how: 'cross' | 'passive' = 'cross') =>
  ({
    ...{ asset: 'NYCTMP1', side, reduceOnly: false },
    terms: { kind: 'slices', total: '10', slices: 5, every: 30, worst: '500.00', how, requotes: 0 },
  }) as AlgoOrder
const scale = (tif: 'GTC' | 'ALO') =>
  ({
    ...{ asset: 'NYCTMP1', side: 'sell', reduceOnly: false },
    terms: {
      ...{ kind: 'scale', tif },
      orders: [
        { price: '560.00', size: '5' },
        { price: '580.00', size: '5' },
      ],
    },
  }) as AlgoOrder
const BEST = { bid: '570.00', ask: '571.00' } as never
const NO_BEST = { bid: null, ask: null }
const ACCOUNT = { leverage: 10, position: null }
const margin = (order: AlgoOrder, best = BEST): number => Number(marginFor(order, ACCOUNT, best))

describe('the figures of a scale or slices', () => {
  it('slices cost at most, or bring at least, the value at their worst price', () => {
    expect(valueText(slices('buy'), '5000.001' as never)).toBe('≤ 5,000.01')
    expect(valueText(slices('sell'), '5000.009' as never)).toBe('≥ 5,000.00')
    expect(valueText(scale('GTC'), '5700.009' as never)).toBe('5,700.00')
    expect(valueText({ ...scale('GTC'), side: 'buy' }, '5700.001' as never)).toBe('5,700.01')
  })

  it('the margin of a sale is at the price where it may fill, above its own', () => {
    expect(margin(slices('buy'))).toBe(500)
    expect(margin(slices('sell'))).toBe(570)
    expect(margin(slices('sell', 'passive'))).toBe(571)
    expect(margin(slices('sell'), NO_BEST as never)).toBe(500)
    expect(margin(scale('GTC'))).toBe(575)
    expect(margin(scale('ALO'))).toBe(570)
  })

  it('margin covers only the opening part, and is unknown without leverage', () => {
    expect(Number(marginFor(slices('sell'), { leverage: 10, position: '4' as never }, BEST))).toBe(342)
    expect(marginFor({ ...slices('sell'), reduceOnly: true }, ACCOUNT, BEST)).toBe('0')
    expect(marginFor(slices('sell'), { leverage: null, position: null }, BEST)).toBeNull()
  })
})
