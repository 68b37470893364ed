import { describe, expect, it } from 'vitest'
import { newsCount } from './use-news.ts'

describe('B26: news above what is in view', () => {
  it.each([
    [['c', 'b', 'a'], 'a', 2],
    [['a'], 'a', 0],
    [['c', 'b'], 'a', 0],
    [['b', 'a'], null, 0],
    [[], null, 0],
  ] as const)('%j seen %s: %i', (ids, seen, count) => {
    expect(newsCount(ids, seen)).toBe(count)
  })
})
