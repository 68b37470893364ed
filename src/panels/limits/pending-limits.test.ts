import { describe, expect, it } from 'vitest'
import { secondsLeft } from './limits-panel.tsx'

describe('the remaining time of the current limit', () => {
  it.each([
    [60_000, 60],
    [59_001, 60],
    [1, 1],
    [0, 1],
    [-5_000, 1],
    [90_000, 60],
  ])('%i ms: %i s', (left, text) => expect(secondsLeft(1_000_000 + left, 1_000_000)).toBe(text))
})
