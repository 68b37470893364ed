import { expect, it } from 'vitest'
import { createRealTime } from './real-time.ts'

it('real time rises with the monotonic clock, jumps over a sleep, and ignores a clock set back', () => {
  let monotonic = 100
  let wall = 1_000_000
  const now = createRealTime({ monotonic: () => monotonic, wall: () => wall })
  const after = (ms: number, wallMs: number) => {
    monotonic += ms
    wall += wallMs
    return now()
  }
  expect(now()).toBe(100)
  expect(after(50, 50)).toBe(150)
  expect(after(10, 3_600_010)).toBe(3_600_160)
  expect(after(10, -7_200_000)).toBe(3_600_170)
  expect(after(10, 7_200_020)).toBe(3_600_180)
})
