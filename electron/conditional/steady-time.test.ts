import { expect, it } from 'vitest'
import { createSteadyTime } from './steady-time.ts'

it('the service’s time goes on through a leap of the machine’s clock, and by a new measurement after it', () => {
  const machine = { wall: 1_000_000, monotonic: 0, offset: 50 }
  const time = createSteadyTime(
    { now: () => machine.wall as never, monotonic: () => machine.monotonic },
    () => machine.offset,
  )
  const pass = (ms: number): void => {
    machine.wall += ms
    machine.monotonic += ms
  }
  expect(time()).toBe(1_000_050)
  pass(500)
  expect(time()).toBe(1_000_550)
  machine.wall += 10_800_000
  pass(500)
  expect(time()).toBe(1_001_050)
  machine.offset = 50 - 10_800_000
  expect(time()).toBe(1_001_050)
  machine.offset -= 3
  expect(time()).toBe(1_001_047)
})
