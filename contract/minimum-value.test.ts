import { describe, expect, it } from 'vitest'
import { money, price, size } from './decimal.ts'
import {
  belowMinimumText,
  countedValue,
  dustText,
  isBelowMinimum,
  isMinimumValue,
  minimumIn,
  minimumValueOf,
} from './minimum-value.ts'

describe('the minimum order value', () => {
  it.each([
    ['Order must have minimum value of $10.', '10'],
    ['Order must have minimum value of $10. asset=1', '10'],
    ['Order must have minimum value of 10 USDC. asset=10000', '10'],
    ['order must have a minimum value of $2.50', '2.5'],
    ['Too small to sell: 7 #10. Order must have minimum value of $25.', '25'],
  ])('is parsed from the refusal “%s”', (message, minimum) => {
    expect(minimumIn(message)).toBe(minimum)
  })

  it.each([
    'Order must have minimum value of $0.',
    'Order must have minimum value of $1001.',
    'Order must have minimum value of $10000.',
    'Order must have minimum value of $1e3.',
    'Order must have minimum value of $-5.',
    'Order must have minimum value of $10x',
    'Order must have minimum value of ten.',
    'Reorder must have minimum value of $10.',
    'Minimum value is $10.',
  ])('is not parsed from “%s”', (message) => {
    expect(minimumIn(message)).toBeNull()
  })

  it('is at most 1,000 and above 0', () => {
    expect(['0', '0.01', '1000', '1000.01'].map((value) => isMinimumValue(money(value)))).toEqual([
      false,
      true,
      true,
      false,
    ])
  })

  it("is the market's own, else its family's, else none", () => {
    const known = { scalar: money('10'), binary: null, outcome: money('5') }
    expect(minimumValueOf({ minimumValue: money('2') }, 'scalar', known)).toBe('2')
    expect(minimumValueOf({}, 'outcome', known)).toBe('5')
    expect(minimumValueOf({}, 'binary', known)).toBeNull()
    expect(minimumValueOf({}, 'scalar', undefined)).toBeNull()
  })

  it('counts price × size, for shares at the lower of price and 1 − price', () => {
    expect(countedValue('scalar', { price: price('572'), size: size('0.01') })).toBe('5.72')
    expect(countedValue('outcome', { price: price('0.90'), size: size('100') })).toBe('10')
    expect(countedValue('outcome', { price: price('0.10'), size: size('100') })).toBe('10')
  })

  it('refuses an order below it with the value, the minimum, and what to do', () => {
    expect(belowMinimumText('scalar', money('9.999'), money('10'), 'USDC')).toBe(
      'Order value is 9.99 USDC; the minimum is 10 USDC. Increase the size.',
    )
    expect(belowMinimumText('outcome', money('4'), money('10'), 'USDH')).toBe(
      'Order value is 4.00 USDH at the lower of price and 1 − price; the minimum is 10 USDH. Increase the size.',
    )
    expect(belowMinimumText('scalar', money('10'), money('10'), 'USDC')).toBeNull()
    expect(belowMinimumText('scalar', money('1'), null, 'USDC')).toBeNull()
  })

  it('is recognized in a refusal by code, status, or message', () => {
    expect(isBelowMinimum('minimum_value', 'Too small.')).toBe(true)
    expect(isBelowMinimum('rejected', 'minTradeNtlRejected')).toBe(true)
    expect(isBelowMinimum('rejected', 'Order must have minimum value of $10.')).toBe(true)
    expect(isBelowMinimum('rejected', 'The order was refused.')).toBe(false)
  })

  it('is named in the message for a close below it', () => {
    const why = 'Order must have minimum value of $10.'
    expect(dustText({ asset: '#7010', size: size('7.00') }, why)).toBe(
      `Too small to sell: 7 #7010. ${why} Sell a larger size, merge it, or let it settle.`,
    )
    expect(dustText({ asset: 'NYCTMP1', size: null }, why)).toBe(
      `Too small to close: NYCTMP1. ${why} Close a larger size, or let it settle.`,
    )
  })
})
