import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Price, price, toUnits } from '../decimal.ts'
import { runs } from '../testing/property-runs.ts'
import { levelStep, levelsAround, nearestLevel, restMustAverage, towardsTrader } from './index.ts'

const seen = (mark: string, seenMs: number) => ({ mark: price(mark), seenMs, windowMs: 120_000 })

describe('the average required for the rest', () => {
  it.each([
    ['561.00', '560.50', 60_000, '561.50'],
    ['561.00', '561.00', 119_000, '561.00'],
    ['561.00', '560.99', 119_000, '562.19'],
    // A third of a tick more than 561.00: rounded up, so that the level is reached.
    ['561.00', '560.99', 30_000, '561.01'],
    ['499.00', '500.10', 60_000, '497.90'],
  ])('for %s, with %s seen over %i ms, is %s', (level, mark, seenMs, rest) => {
    expect(restMustAverage(price(level), seen(mark, seenMs))).toBe(rest)
  })

  it('is null once nothing is left', () => {
    expect(restMustAverage(price('561.00'), seen('561.00', 120_000))).toBeNull()
  })

  it('reaches the level, and one tick less does not', () => {
    const ticks = fc.integer({ min: 40_000, max: 65_000 })
    fc.assert(
      fc.property(ticks, ticks, fc.integer({ min: 1, max: 119_999 }), (level, mark, seenMs) => {
        const text = (units: number): Price => price((units / 100).toFixed(2))
        const rest = restMustAverage(text(level), { ...seen('0', seenMs), mark: text(mark) })
        const needs = BigInt(level) * 120_000n - BigInt(mark) * BigInt(seenMs)
        const has = toUnits(rest ?? price('0'), 2) * BigInt(120_000 - seenMs)
        expect(has >= needs).toBe(true)
        expect(has - BigInt(120_000 - seenMs) < needs).toBe(true)
      }),
      { numRuns: runs(300, 20_000) },
    )
  })
})

describe('the levels', () => {
  it('are whole ticks apart and cover the requested range', () => {
    expect(levelStep(0.5, price('0.01'))).toBe('0.10')
    expect(levelStep(0.05, price('0.01'))).toBe('0.01')
    expect(levelStep(3, price('0.25'))).toBe('0.50')
    const levels = levelsAround(nearestLevel(price('561.37'), price('0.10')), price('0.10'))
    expect(levels.at(0)).toBe('562.20')
    expect(levels.at(8)).toBe('561.40')
    expect(levels.at(-1)).toBe('560.60')
  })

  it('become prices on the tick, never worse for the trader than the level', () => {
    expect(towardsTrader(price('561.37'), 'buy', price('0.25'))).toBe('561.25')
    expect(towardsTrader(price('561.37'), 'sell', price('0.25'))).toBe('561.50')
    expect(towardsTrader(price('561.25'), 'buy', price('0.25'))).toBe('561.25')
    expect(towardsTrader(price('561.25'), 'sell', price('0.25'))).toBe('561.25')
    expect(towardsTrader(price('-0.37'), 'buy', price('0.25'))).toBe('-0.50')
    expect(towardsTrader(price('-0.37'), 'sell', price('0.25'))).toBe('-0.25')
  })
})
