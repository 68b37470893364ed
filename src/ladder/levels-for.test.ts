import { describe, expect, it } from 'vitest'
import { levelsFor } from './grouping.tsx'

/** Height of the row between the sides, px. */
const middleHeight = (scale: number): number => Math.round(46 * scale)

describe('the levels of a book', () => {
  it.each([
    ['fifteen in low rows, where fifteen fit at all', 15 * 13, 15],
    ['fewer rather than illegibly low rows', 10 * 13 + 5, 10],
    ['as many as fit in comfortable rows, where more than fifteen do', 40 * 20, 40],
    ['limited to the maximum of a topic', 500 * 20, 100],
    ['at least one', 0, 1],
  ])('are %s', (_what, side, levels) => {
    expect(levelsFor(side * 2 + middleHeight(1), 20, 1)).toBe(levels)
  })

  it('are as many at any text size, as long as the height follows it', () => {
    for (const scale of [0.8, 1.25, 1.5]) {
      const height = (side: number): number => side * scale * 2 + middleHeight(scale)
      expect(levelsFor(height(15 * 13), 20 * scale, scale)).toBe(15)
      expect(levelsFor(height(40 * 20), 20 * scale, scale)).toBe(40)
    }
  })

  it('are fewer in larger text: no row is lower than its figures', () => {
    const height = 15 * 13 * 2 + middleHeight(1)
    expect(levelsFor(height, 30, 1.5)).toBe(Math.floor((height - middleHeight(1.5)) / 2 / (13 * 1.5)))
  })
})
