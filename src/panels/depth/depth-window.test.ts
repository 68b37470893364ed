import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../contract/testing/property-runs.ts'
import { type DepthWindow, marksBetween, niceEnd, niceStep, type Places, windowFor } from './depth-window.ts'

const side = (...levels: (readonly [at: number, total: number])[]) => levels.map(([at, total]) => ({ at, total }))
const book: Places = {
  bids: side([571.8, 10], [571.7, 30], [571.4, 90]),
  asks: side([571.9, 20], [572.2, 70]),
}
const limits = { tick: 0.01, bounds: null, zoom: 1 }
const probability = { tick: 0.001, bounds: { least: 0, most: 1 }, zoom: 1 }

/** The window of a book whose prices all moved by this much. */
const moved = (by: number, { bids, asks }: Places = book): Places => {
  const shift = (places: Places['bids']) => places.map(({ at, total }) => ({ at: at + by, total }))
  return { bids: shift(bids), asks: shift(asks) }
}
const windowOf = (places: Places, before: DepthWindow | null = null): DepthWindow => {
  const window = windowFor(places, limits, before)
  if (window === null) throw new Error('no window')
  return window
}

describe('the range of a depth chart', () => {
  it('covers every known level on both sides of the mid', () => {
    const { low, high, top } = windowOf(book)
    expect(low).toBeLessThanOrEqual(571.4)
    expect(high).toBeGreaterThanOrEqual(572.2)
    expect(top).toBeGreaterThan(90)
    expect((low + high) / 2).toBeCloseTo(571.85)
  })
  it('is the same object for small market moves, and follows large ones', () => {
    const before = windowOf(book)
    expect(windowFor(moved(0.02), limits, before)).toBe(before)
    const after = windowOf(moved(0.3), before)
    expect((after.low + after.high) / 2).toBeCloseTo(572.15)
    expect(after.half).toBe(before.half)
  })
  it('is part of the depth where that is chosen, and its size axis fits the visible levels', () => {
    const near = windowFor(book, { ...limits, zoom: 1 / 4 }, null)
    expect(near?.half).toBeLessThan(windowOf(book).half / 2)
    expect(near?.top).toBeLessThan(windowOf(book).top)
  })
  it('ends at the price bounds', () => {
    const shares: Places = { bids: side([0.03, 5], [0.01, 9]), asks: side([0.05, 5], [0.6, 50]) }
    const window = windowFor(shares, probability, null)
    expect([window?.low, (window?.high ?? 2) <= 1]).toEqual([0, true])
  })
  it('exists for one side alone, and is null for none', () => {
    expect(windowOf({ bids: [], asks: side([571.9, 5]) })).toMatchObject({ centre: 571.9 })
    expect(windowFor({ bids: [], asks: [] }, limits, null)).toBeNull()
  })
  it('always contains what it should show, regardless of its history', () => {
    const levels = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 20 })
    const books = fc.tuple(fc.integer({ min: 100, max: 900 }), levels, levels).map(([middle, down, up]): Places => {
      const steps = (by: readonly number[], sign: number) => {
        let at = middle
        let total = 0
        return by.map((step) => {
          at += sign * step
          total += step
          return { at: at / 100, total }
        })
      }
      return { bids: steps(down, -1), asks: steps(up, 1) }
    })
    fc.assert(
      fc.property(fc.array(books, { minLength: 1, maxLength: 5 }), (sequence) => {
        let window: DepthWindow | null = null
        for (const places of sequence) {
          window = windowOf(places, window)
          const [bid] = places.bids
          const [ask] = places.asks
          const middle = ((bid?.at ?? 0) + (ask?.at ?? 0)) / 2
          expect(Math.abs(middle - window.centre)).toBeLessThanOrEqual(window.half * 0.2 + 0.01)
          for (const { at, total } of [...places.bids, ...places.asks]) {
            if (at >= window.low && at <= window.high) expect(total).toBeLessThanOrEqual(window.top)
          }
        }
      }),
      { numRuns: runs(200, 3000) },
    )
  })
})

describe('round numbers', () => {
  it.each([
    [0.83, 1],
    [1, 1],
    [1.01, 1.5],
    [97.2, 100],
    [0.00031, 0.0004],
    [0, 1],
  ])('%d is rounded up to %d', (value, end) => {
    expect(niceEnd(value)).toBeCloseTo(end, 12)
  })
  it('are on an axis as multiples of their step, including its ends', () => {
    expect(marksBetween(571, 572, niceStep(1, 5, 0.01))).toHaveLength(6)
    expect(marksBetween(0.3, 0.5, 0.1).map((mark) => mark.toFixed(1))).toEqual(['0.3', '0.4', '0.5'])
    expect(niceStep(0.02, 10, 0.01)).toBe(0.01)
  })
})
