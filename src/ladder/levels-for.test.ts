import { describe, expect, it } from 'vitest'
import { levelsFor, MIDDLE_HEIGHT } from './levels-for.ts'

describe('C8: the levels of a book', () => {
  it.each([
    ['fifteen in low rows, where fifteen fit at all', 15 * 13, 15],
    ['fewer rather than rows too low to read', 10 * 13 + 5, 10],
    ['as many as fit in comfortable rows, where more than fifteen do', 40 * 20, 40],
    ['never more than a topic takes', 500 * 20, 100],
    ['at least one', 0, 1],
  ])('are %s', (_what, side, levels) => {
    expect(levelsFor(side * 2 + MIDDLE_HEIGHT, 20)).toBe(levels)
  })
})
