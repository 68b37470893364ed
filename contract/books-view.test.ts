import { describe, expect, it } from 'vitest'
import { DAY_MS } from './books/index.ts'
import { daysIn, EVER, periodInput, stretchOf } from './books-view.ts'

const NOW = 10 * DAY_MS + 5

describe('a period of the books', () => {
  it.each([
    ['day', 10 * DAY_MS, EVER],
    ['week', 4 * DAY_MS, EVER],
    ['all', 0, EVER],
    [{ from: DAY_MS, to: 3 * DAY_MS }, DAY_MS, 3 * DAY_MS],
  ] as const)('%j runs from %i to %i', (period, from, to) => {
    expect(stretchOf(period, NOW)).toEqual({ from, to })
    expect(daysIn(period, NOW)).toEqual({ from, to })
  })

  it('covers every day it touches when data is kept by day', () => {
    expect(daysIn({ from: DAY_MS + 1, to: 3 * DAY_MS + 1 }, NOW)).toEqual({ from: DAY_MS, to: 4 * DAY_MS })
    expect(daysIn({ from: DAY_MS + 1, to: EVER }, NOW)).toEqual({ from: DAY_MS, to: EVER })
  })

  it('is refused when it ends before it begins', () => {
    expect(periodInput.safeParse({ from: 5, to: 4 }).success).toBe(false)
    expect(periodInput.safeParse({ from: 5, to: EVER }).success).toBe(true)
    expect(periodInput.safeParse('fortnight').success).toBe(false)
  })
})
