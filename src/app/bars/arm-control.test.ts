import { describe, expect, it } from 'vitest'
import { minutesLeft } from './top-bar.tsx'

describe('the remaining armed time of a window', () => {
  it.each([
    [3_600_000, 60],
    [3_604_900, 60],
    [3_540_000, 59],
    [61_000, 1],
    [1000, 1],
    [0, 1],
  ])('%d ms is shown as %d min', (left, minutes) => {
    expect(minutesLeft(1_000_000 + left, 1_000_000)).toBe(minutes)
  })
})
