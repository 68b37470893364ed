import { describe, expect, it } from 'vitest'
import { firstTwice } from './record.ts'

describe('the first duplicate text of a list', () => {
  it('is the one whose second occurrence comes first', () => {
    expect(firstTwice(['a', 'b', 'c', 'b', 'a'])).toBe('b')
    expect(firstTwice(['a', 'b'])).toBeNull()
    expect(firstTwice([])).toBeNull()
  })

  it('is found in linear time', () => {
    const steps = (length: number): number => {
      let read = 0
      function* texts() {
        for (let i = 0; i < length; i += 1) {
          read += 1
          yield `panel-${i}`
        }
      }
      firstTwice(texts())
      return read
    }
    expect(steps(10_000)).toBeLessThanOrEqual(12 * steps(1_000))
  })
})
