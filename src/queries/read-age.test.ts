import { describe, expect, it } from 'vitest'
import { datedOf } from './hooks.ts'

const failed = new Error('503')

describe('the age of reads', () => {
  it.each([
    ['is current while each of them succeeds', [{ dataUpdatedAt: 9, error: null }], { stale: false, receivedAt: 9 }],
    [
      'is that of the last success, once one has failed',
      [{ dataUpdatedAt: 9, error: failed }],
      { stale: true, receivedAt: 9 },
    ],
    [
      'is that of the failed one, however long ago another was read',
      [
        { dataUpdatedAt: 3, error: null },
        { dataUpdatedAt: 9, error: failed },
      ],
      { stale: true, receivedAt: 9 },
    ],
    [
      'is that of the oldest failed one',
      [
        { dataUpdatedAt: 7, error: failed },
        { dataUpdatedAt: 9, error: failed },
      ],
      { stale: true, receivedAt: 7 },
    ],
    [
      'is null, and not old, where none ever succeeded',
      [{ dataUpdatedAt: 0, error: failed }],
      { stale: false, receivedAt: 0 },
    ],
  ])('%s', (_, reads, dated) => expect(datedOf(reads)).toEqual(dated))
})
