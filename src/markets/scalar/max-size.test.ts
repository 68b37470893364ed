import { describe, expect, it } from 'vitest'
import { type Money, price, type Size } from '../../../contract/decimal.ts'
import { maxSize } from './max-size.ts'

describe('the largest size', () => {
  it.each([
    [4, '200.0000'],
    [1, '200.0'],
    [0, '200'],
  ])('has the %i decimals of the market, including trailing zeros', (sizeDecimals, shown) => {
    const account = { available: '10000' as Money, leverage: 10, position: '0' as Size, feeBps: null }
    const input = { side: 'buy', price: price('500.00'), sizeDecimals, reduceOnly: false } as const
    expect(maxSize({ ...input, ...account })).toBe(shown)
  })
})
