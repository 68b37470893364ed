import { describe, expect, it } from 'vitest'
import { distanceColumn } from './order-distance.tsx'

const scalar = { family: 'scalar', tickSize: '0.01' } as never
const shares = { family: 'outcome', tickSize: '0.001' } as never
const order = (side: 'buy' | 'sell', price: string) => ({ side, price }) as never
const distanceText = (at: never, spec: never, mark: never) =>
  distanceColumn({ asset: () => 'A', at: () => at }, { markOf: () => mark }).text?.({ spec })

describe('the distance of an order from the mark', () => {
  it.each([
    ['buy', '571.62', '571.78', '16 ticks, 0.16\u00a0°F'],
    ['sell', '571.79', '571.78', '1 tick, 0.01\u00a0°F'],
    ['sell', '571.70', '571.78', '8 ticks past, 0.08\u00a0°F'],
    ['buy', '571.78', '571.78', '0 ticks, 0.00\u00a0°F'],
  ] as const)('%s at %s with the mark at %s: %s', (side, price, mark, text) => {
    expect(distanceText(order(side, price), scalar, mark as never)).toBe(text)
  })
  it('is in ticks alone where prices are no temperatures, and null without a mark', () => {
    expect(distanceText(order('buy', '0.35'), shares, '0.362' as never)).toBe('12 ticks')
    expect(distanceText(order('buy', '0.35'), shares, null as never)).toBe('—')
  })
  it('rounds a mark between two ticks', () => {
    expect(distanceText(order('buy', '571.62'), scalar, '571.787' as never)).toBe('17 ticks, 0.167\u00a0°F')
  })
  it('has no ticks where the tick is unknown', () => {
    const unknown = { family: 'outcome', tickSize: null } as never
    expect(distanceText(order('buy', '0.35'), unknown, '0.362' as never)).toBe('—')
  })
})
