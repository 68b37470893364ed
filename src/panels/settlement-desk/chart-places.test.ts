import { expect, it } from 'vitest'
import { ticksOf } from './settlement-distribution.tsx'

it.each([
  [530, 540, [535]],
  [400, 800, [500, 600, 700]],
])('marks round values between %d and %d', (low, high, ticks) => {
  expect(ticksOf({ low, high })).toEqual(ticks)
})

it('marks nothing along an axis that spans more than real temperatures', () => {
  expect(ticksOf({ low: 530, high: 1e60 })).toEqual([])
  expect(ticksOf({ low: -1e30, high: 540 })).toEqual([])
})
