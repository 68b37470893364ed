import { describe, expect, it } from 'vitest'
import { datedOf } from './hooks.ts'

const failed = new Error('503')

describe('the age of reads', () => {
  it.each([
    ['is current while each of them came', [{ dataUpdatedAt: 9, error: null }], { stale: false, receivedAt: 9 }],
    [
      'is old since the last that came, once one failed',
      [{ dataUpdatedAt: 9, error: failed }],
      { stale: true, receivedAt: 9 },
    ],
    [
      'is as old as the one that failed, however long another did not have to be read',
      [
        { dataUpdatedAt: 3, error: null },
        { dataUpdatedAt: 9, error: failed },
      ],
      { stale: true, receivedAt: 9 },
    ],
    [
      'is as old as the oldest of those that failed',
      [
        { dataUpdatedAt: 7, error: failed },
        { dataUpdatedAt: 9, error: failed },
      ],
      { stale: true, receivedAt: 7 },
    ],
    [
      'is nothing, and not old, where none ever came',
      [{ dataUpdatedAt: 0, error: failed }],
      { stale: false, receivedAt: 0 },
    ],
  ])('%s', (_, reads, dated) => expect(datedOf(reads)).toEqual(dated))
})
