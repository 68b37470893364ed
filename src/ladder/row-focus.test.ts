import { describe, expect, it } from 'vitest'
import { rowAfter } from './ladder.tsx'

describe('arrow keys in the ladder', () => {
  it.each([
    ['ArrowDown', 3, 10, 4],
    ['ArrowUp', 3, 10, 2],
    ['ArrowUp', 0, 10, 0],
    ['ArrowDown', 9, 10, 9],
    ['ArrowDown', -1, 10, 0],
    ['Home', 5, 10, 0],
    ['End', 5, 10, 9],
    ['Tab', 5, 10, null],
    ['ArrowDown', 0, 0, null],
  ])('%s from row %d of %d goes to %s', (key, from, count, to) => {
    expect(rowAfter(key, from, count)).toBe(to)
  })
})
