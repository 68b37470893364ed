import { describe, expect, it } from 'vitest'
import { inBothUnits } from '../../contract/testing/both-units.ts'
import { PLAIN_NAMES } from '../trade-forms/index.ts'
import { willDo } from './closing.tsx'

const order = { asset: 'NYCTMP1', side: 'buy', size: '5.0000', filled: '0', price: '553.00' } as never

describe('the preview of closing everything lists all effects with sizes', () => {
  it('each position by its closing side, then each order', () => {
    const positions = [
      { asset: 'NYCTMP1', size: '40.0000' },
      { asset: 'NYCTMP2', size: '-3' },
      { asset: 'NYCTMP3', size: '0' },
      { asset: '#120', size: '60' },
    ] as never
    expect(willDo(positions, [order], PLAIN_NAMES)).toEqual([
      'Sell 40 NYCTMP1 (long 40)',
      'Buy 3 NYCTMP2 (short 3)',
      'Sell 60 #120 (60 held)',
      'Cancel buy 5 NYCTMP1 at 553.00',
    ])
  })
  it('and of dozens of orders the first ones by name', () => {
    const lines = willDo(
      [],
      Array.from({ length: 9 }, () => order),
      PLAIN_NAMES,
    )
    expect(lines).toHaveLength(7)
    expect(lines.at(-1)).toBe('Cancel 3 more orders')
    expect(
      willDo(
        [],
        Array.from({ length: 7 }, () => order),
        PLAIN_NAMES,
      ).at(-1),
    ).toBe('Cancel 1 more order')
  })
})

inBothUnits([
  [
    'an order that will be canceled',
    () => willDo([], [order], PLAIN_NAMES)[0],
    'Cancel buy 5 NYCTMP1 at 553.00',
    'Cancel buy 5 NYCTMP1 at 53.00 °F',
  ],
])
