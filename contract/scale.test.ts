import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { add, compare, type Decimal, isMultipleOf, type Price, type Size, subtract, ZERO } from './decimal.ts'
import { type ScaleShape, scaleIssue, scaleOrders, sumOfOrders } from './scale.ts'

const STEPS = { tick: '0.02' as Price, sizeDecimals: 1 }
const shape = (more: Partial<ScaleShape> = {}): ScaleShape => ({
  side: 'buy',
  count: 5,
  from: '571.00' as Price,
  to: '570.00' as Price,
  total: '10' as Size,
  skew: 'even',
  ratio: '3' as Decimal,
  ...more,
})
const text = (more?: Partial<ScaleShape>): string[] =>
  scaleOrders(shape(more), STEPS).map(({ price, size }) => `${size} @ ${price}`)

describe('the orders of a scale', () => {
  it('are evenly spaced, and rounded to the passive side between ticks', () => {
    expect(text()).toEqual(['2.0 @ 571.00', '2.0 @ 570.74', '2.0 @ 570.50', '2.0 @ 570.24', '2.0 @ 570.00'])
    expect(text({ side: 'sell', from: '570.00' as Price, to: '571.00' as Price })).toEqual([
      '2.0 @ 570.00',
      '2.0 @ 570.26',
      '2.0 @ 570.50',
      '2.0 @ 570.76',
      '2.0 @ 571.00',
    ])
  })

  it('add up to the total: the remainder goes to the first of even ones, else to the largest', () => {
    expect(text({ count: 3 })).toEqual(['3.4 @ 571.00', '3.3 @ 570.50', '3.3 @ 570.00'])
    expect(text({ count: 3, skew: 'last' })).toEqual(['1.6 @ 571.00', '3.3 @ 570.50', '5.1 @ 570.00'])
    expect(text({ count: 3, skew: 'first' })).toEqual(['5.1 @ 571.00', '3.3 @ 570.50', '1.6 @ 570.00'])
  })

  it('have a total, a value and an average', () => {
    expect(sumOfOrders(scaleOrders(shape(), STEPS))).toEqual({ total: '10', value: '5704.96', average: '570.4960' })
    expect(sumOfOrders([])).toBeNull()
  })

  it('are refused at the invalid field', () => {
    const field = (more: Partial<ScaleShape>): string | undefined => scaleIssue(shape(more), STEPS)?.field
    expect(scaleIssue(shape(), STEPS)).toBeNull()
    expect(field({ count: 1 })).toBe('count')
    expect(field({ count: 51 })).toBe('count')
    expect(field({ count: 2.5 })).toBe('count')
    expect(field({ from: '571.01' as Price })).toBe('from')
    expect(field({ to: '0' as Price })).toBe('to')
    expect(field({ to: '571.00' as Price })).toBe('to')
    expect(field({ to: '570.96' as Price })).toBe('count')
    expect(field({ total: '10.05' as Size })).toBe('total')
    expect(field({ total: '0.4' as Size })).toBe('total')
    expect(field({ skew: 'first', ratio: '1' as Decimal })).toBe('ratio')
    expect(field({ skew: 'last', ratio: '21' as Decimal })).toBe('ratio')
    expect(field({ skew: 'even', ratio: '0' as Decimal })).toBeUndefined()
  })
})

const ticks = fc.constantFrom('0.01', '0.02', '0.05', '1')
const property = fc
  .record({
    tick: ticks,
    sizeDecimals: fc.nat(4),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    count: fc.integer({ min: 2, max: 50 }),
    first: fc.integer({ min: 1, max: 2000 }),
    width: fc.integer({ min: -1999, max: 1999 }),
    total: fc.integer({ min: 1, max: 1_000_000 }),
    skew: fc.constantFrom('even' as const, 'first' as const, 'last' as const),
    ratio: fc.constantFrom('1.5', '3', '20', '2.25'),
  })
  .map(({ tick, sizeDecimals, first, width, total, ...rest }) => {
    const scaled = (units: number): Price => String((units * Number(tick) * 100) / 100) as Price
    const priceText = (units: number): Price => Number(scaled(units)).toFixed(2) as Price
    const size = (total / 10 ** sizeDecimals).toFixed(sizeDecimals) as Size
    const given = { ...rest, from: priceText(first), to: priceText(first + width), total: size } as ScaleShape
    return { given, steps: { tick: tick as Price, sizeDecimals } }
  })

describe('a scale without an issue', () => {
  it('is exactly the total, on ticks and lots, within the range, in one direction and never on the taking side of its line', () => {
    let without = 0
    fc.assert(
      fc.property(property, ({ given, steps }) => {
        if (scaleIssue(given, steps) !== null) return
        without += 1
        const orders = scaleOrders(given, steps)
        expect(orders).toHaveLength(given.count)
        const sum = orders.reduce((all: Size, { size }) => add(all, size), ZERO)
        expect(compare(sum, given.total)).toBe(0)
        const rises = compare(given.to, given.from)
        orders.forEach(({ price, size }, i) => {
          expect(isMultipleOf(price, steps.tick)).toBe(true)
          expect(compare(size, ZERO)).toBe(1)
          const before = orders[i - 1]
          if (before !== undefined) expect(compare(price, before.price)).toBe(rises)
          const exact = Number(given.from) + ((Number(given.to) - Number(given.from)) * i) / (given.count - 1)
          const passive = given.side === 'buy' ? Number(price) - exact : exact - Number(price)
          expect(passive).toBeLessThan(1e-6)
          expect(passive).toBeGreaterThan(-Number(steps.tick) - 1e-6)
        })
        expect(compare(subtract(orders[0]?.price ?? ZERO, given.from), ZERO as never)).toBe(0)
        expect(compare(orders.at(-1)?.price ?? ZERO, given.to)).toBe(0)
      }),
      { numRuns: 500 },
    )
    expect(without).toBeGreaterThan(20)
  })
})
