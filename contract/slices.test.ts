import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CATCH_UP } from './algo.ts'
import { add, compare, type Price, type Size, subtract, ZERO } from './decimal.ts'
import { passivePrice, sliceSize, slicesIssue } from './slices.ts'

const SHAPE = { total: '10' as Size, slices: 4, sizeDecimals: 0 }
const of = (number: number, filled: string): string => sliceSize(SHAPE, number, filled as Size)

describe('the size of a slice', () => {
  it('is what should have filled by its end, in whole lots, and the last one is all that is left', () => {
    expect([of(1, '0'), of(2, '2'), of(3, '5'), of(4, '7')]).toEqual(['2', '3', '2', '3'])
  })

  it('includes what earlier ones left, up to three even slices', () => {
    expect(of(2, '0')).toBe('5')
    expect(of(4, '0')).toBe('9')
    expect(of(4, '9.5')).toBe('0')
  })

  it('is zero when as much or more has filled already', () => {
    expect(of(1, '2')).toBe('0')
    expect(of(2, '10')).toBe('0')
    expect(of(4, '12')).toBe('0')
  })

  it('is never more than is left, and never more than the catch-up allows', () => {
    const size = fc.integer({ min: 1, max: 100_000 })
    fc.assert(
      fc.property(size, fc.nat(100_000), fc.integer({ min: 2, max: 50 }), fc.nat(60), fc.nat(4), (t, f, n, k, d) => {
        const units = (one: number): Size => (one / 10 ** d).toFixed(d) as Size
        const sent = sliceSize({ total: units(t), slices: n, sizeDecimals: d }, k, units(f))
        expect(compare(sent, ZERO)).toBeGreaterThanOrEqual(0)
        if (compare(sent, ZERO) > 0) expect(compare(add(sent, units(f)), units(t))).toBeLessThanOrEqual(0)
        expect(compare(sent, units(CATCH_UP * Math.ceil(t / n)))).toBeLessThanOrEqual(0)
        if (k >= n && CATCH_UP * Math.ceil(t / n) >= t - f && f <= t)
          expect(compare(sent, subtract(units(t), units(f)))).toBe(0)
      }),
    )
  })
})

describe('a passive slice', () => {
  it('rests at the best price of its own side, and never beyond the worst one', () => {
    const [low, high] = ['570' as Price, '571' as Price]
    expect(passivePrice('buy', low, high)).toBe(low)
    expect(passivePrice('buy', high, low)).toBe(low)
    expect(passivePrice('sell', high, low)).toBe(high)
    expect(passivePrice('sell', low, high)).toBe(high)
  })
})

describe('slices as typed', () => {
  const typed = { total: '10' as Size, slices: 5, every: 60, worst: '571' as Price }
  const field = (more: Partial<typeof typed>): string | undefined =>
    slicesIssue({ ...typed, ...more }, { tick: '0.01' as Price, sizeDecimals: 0 })?.field

  it('are refused at the invalid field', () => {
    expect(field({})).toBeUndefined()
    expect(field({ slices: 1 })).toBe('slices')
    expect(field({ slices: 51 })).toBe('slices')
    expect(field({ every: 4 })).toBe('every')
    expect(field({ every: 3601 })).toBe('every')
    expect(field({ worst: '571.005' as Price })).toBe('worst')
    expect(field({ worst: '0' as Price })).toBe('worst')
    expect(field({ total: '4' as Size })).toBe('total')
    expect(field({ total: '5.5' as Size })).toBe('total')
  })
})
