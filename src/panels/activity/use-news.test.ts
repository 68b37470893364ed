import { describe, expect, it } from 'vitest'
import { newsCount } from './activity-panel.tsx'

describe('new rows above the visible ones', () => {
  it.each([
    [[3, 2, 1], 1, 2],
    [[1], 1, 0],
    // The formerly newest row has moved to the top with a new event.
    [[4, 3], 2, 2],
    [[2, 1], null, 0],
    [[], null, 0],
  ] as const)('%j seen %s: %i', (times, seen, count) => {
    expect(newsCount(times, seen)).toBe(count)
  })
})
