import { describe, expect, it } from 'vitest'
import { fahrenheit, money, price, size } from './decimal.ts'
import { fahrenheitOfMark, markOfFahrenheit } from './mark.ts'
import { checkOrder, type OrderContext, type OrderTerms, openingSize } from './order-rules.ts'

const context: OrderContext = {
  tickSize: price('0.01'),
  sizeDecimals: 4,
  leverage: 10,
  available: money('10000'),
  position: size('0'),
  minimumValue: null,
}
const order = (change: Partial<Record<keyof OrderTerms, unknown>> = {}): OrderTerms =>
  ({ side: 'buy', price: price('571.80'), size: size('150'), reduceOnly: false, ...change }) as OrderTerms

describe('a check of an order before it is sent', () => {
  it('accepts a valid order', () => {
    expect(checkOrder(order(), context)).toEqual([])
  })

  it.each([
    [
      'price off the tick',
      { price: '571.805' },
      'price',
      'off_tick',
      'Price must be a multiple of 0.01; 571.805 is not.',
    ],
    ['zero price', { price: '0' }, 'price', 'not_positive', 'Price must be greater than 0.'],
    ['negative price', { price: '-571.80' }, 'price', 'not_positive', 'Price must be greater than 0.'],
    ['zero size', { size: '0' }, 'size', 'not_positive', 'Size must be greater than 0.'],
    [
      'size beyond the precision',
      { size: '0.00001' },
      'size',
      'too_precise',
      'Size takes at most 4 decimals; 0.00001 has 5.',
    ],
    [
      'more than the account permits',
      { size: '200' },
      'size',
      'exceeds_account',
      'Needs 11,436.00 USDC margin at 10×; 10,000.00 is available.',
    ],
    [
      'reduce-only without a position',
      { reduceOnly: true },
      'size',
      'reduce_only_would_increase',
      'Reduce-only, but there is no position to reduce.',
    ],
  ] as const)('names the field and the reason: %s', (_name, change, field, code, message) => {
    expect(checkOrder(order(change), context)).toEqual([{ field, code, message }])
  })

  it('accepts zeros beyond the precision', () => {
    expect(checkOrder(order({ size: '1.00000' }), context)).toEqual([])
  })

  it('requires margin only for the opening part', () => {
    const long = { ...context, position: size('200'), available: money('0') }
    expect(checkOrder(order({ side: 'sell', size: '200' }), long)).toEqual([])
    expect(checkOrder(order({ side: 'sell', size: '200.0001' }), long)[0]?.code).toBe('exceeds_account')
    expect(openingSize(order({ side: 'sell', size: '250' }), size('200'))).toBe('50')
  })

  it('refuses reduce-only beyond the position', () => {
    const short = { ...context, position: size('-10.0000') }
    expect(checkOrder(order({ size: '10', reduceOnly: true }), short)).toEqual([])
    expect(checkOrder(order({ size: '11', reduceOnly: true }), short)[0]).toMatchObject({
      code: 'reduce_only_would_increase',
      message: 'Reduce-only, but the order is larger than the position of 10.',
    })
    expect(checkOrder(order({ side: 'sell', size: '5', reduceOnly: true }), short)[0]?.code).toBe(
      'reduce_only_would_increase',
    )
  })
})

describe('an order that adds exposure', () => {
  const minimum = { ...context, minimumValue: money('10') }

  it('is refused below the minimum order value, at the right field', () => {
    expect(checkOrder(order({ price: '500', size: '0.0199' }), minimum)).toEqual([
      {
        field: 'size',
        code: 'minimum_value',
        message: 'Order value is 9.95 USDC; the minimum is 10 USDC. Increase the size.',
      },
    ])
    expect(checkOrder(order({ price: '500', size: '0.02' }), minimum)).toEqual([])
  })

  it('counts in full, even if part of it closes', () => {
    const long = { ...minimum, position: size('1') }
    expect(checkOrder(order({ side: 'sell', size: '1.0001' }), long)).toEqual([])
  })

  it('is the only kind: a close is never refused for its value', () => {
    const long = { ...minimum, position: size('0.01') }
    expect(checkOrder(order({ side: 'sell', size: '0.01', reduceOnly: true }), long)).toEqual([])
    expect(checkOrder(order({ side: 'sell', size: '0.01' }), long)).toEqual([])
  })
})

describe('mark and temperature', () => {
  it.each([
    ['568.0', '68.0'],
    ['571.84', '71.84'],
    ['498.50', '-1.50'],
    ['500', '0'],
  ])('mark %s is %s °F, at the same precision', (mark, temperature) => {
    expect(fahrenheitOfMark(price(mark))).toBe(temperature)
    expect(markOfFahrenheit(fahrenheit(temperature))).toBe(mark)
  })
})
