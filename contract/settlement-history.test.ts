import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byHour, changeFrom, ENOUGH, figuresOf, historyFrom, type SettledBucket } from './settlement-history.ts'
import { runs, SEED } from './testing/property-runs.ts'
import { millis } from './time.ts'

const HOUR = 3_600_000
const bucket = (end: number, mark: string | null, before60: string | null): SettledBucket =>
  ({ asset: 'NYCTMP1', end: millis(end), mark, before60, before30: null }) as SettledBucket

describe('the change up to the settlement', () => {
  it('is exact, and unknown when a mark is missing', () => {
    expect(changeFrom(bucket(0, '568.105', '567.9'), 'before60')).toBe('0.205')
    expect(changeFrom(bucket(0, '567.9', '568.10'), 'before60')).toBe('-0.20')
    expect(changeFrom(bucket(0, null, '568.10'), 'before60')).toBeNull()
    expect(changeFrom(bucket(0, '568.10', null), 'before60')).toBeNull()
    expect(changeFrom(bucket(0, '568.10', '568.00'), 'before30')).toBeNull()
  })
})

describe('statistics of changes', () => {
  it('are null below the minimum number', () => {
    expect(figuresOf(Array.from({ length: ENOUGH - 1 }, () => 1))).toEqual({ count: ENOUGH - 1, figures: null })
  })

  it('are mean, 10th and 90th percentile, median, and the fraction that settled above, counting ties half', () => {
    const changes = [-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5]
    expect(figuresOf(changes)).toEqual({ count: 11, figures: { mean: 0, low: -4, median: 0, high: 4, up: 0.5 } })
    expect(figuresOf(changes.map((change) => change + 0.5)).figures?.up).toBeCloseTo(6 / 11)
  })

  it('are ordered and within range, for any order of the buckets', () => {
    const change = fc.double({ min: -40, max: 40, noNaN: true })
    fc.assert(
      fc.property(fc.array(change, { minLength: ENOUGH, maxLength: 60 }), (changes) => {
        const { figures } = figuresOf(changes)
        if (figures === null) throw new Error('there are enough')
        const { low, median, high, up, mean } = figures
        expect(low).toBeLessThanOrEqual(median)
        expect(median).toBeLessThanOrEqual(high)
        expect(low).toBeGreaterThanOrEqual(Math.min(...changes))
        expect(high).toBeLessThanOrEqual(Math.max(...changes))
        expect(mean).toBeGreaterThanOrEqual(Math.min(...changes) - 1e-9)
        expect(mean).toBeLessThanOrEqual(Math.max(...changes) + 1e-9)
        expect(up).toBeGreaterThanOrEqual(0)
        expect(up).toBeLessThanOrEqual(1)
        expect(figuresOf([...changes].reverse()).figures).toMatchObject({ low, median, high, up })
      }),
      { seed: SEED, numRuns: runs(100, 3000) },
    )
  })
})

describe('statistics by hour', () => {
  it('count every bucket with a known change in the hour it settled, and in no other', () => {
    const start = Date.UTC(2026, 2, 8)
    const buckets = Array.from({ length: 120 }, (_, i) =>
      bucket(start + i * 2 * HOUR, i % 7 === 0 ? null : '568', '567'),
    )
    const hours = byHour(buckets, 'before60', (at) => new Date(at).getUTCHours())
    expect(hours.map(({ hour }) => hour)).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22])
    expect(hours.reduce((sum, { count }) => sum + count, 0)).toBe(buckets.filter(({ mark }) => mark !== null).length)
  })
})

it('a period starts a number of days before now, or at the beginning of time', () => {
  const now = Date.UTC(2026, 10, 25)
  expect(historyFrom('week', now)).toBe(Date.UTC(2026, 10, 18))
  expect(historyFrom('all', now)).toBe(0)
})
