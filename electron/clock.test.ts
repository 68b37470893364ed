import { expect, it } from 'vitest'
import { createAge, createSteadyTime } from './clock.ts'

it('the service’s time continues through a jump of the machine’s clock, and by a new measurement after it', () => {
  const machine = { wall: 1_000_000, monotonic: 0, offset: 50 }
  const time = createSteadyTime(
    { now: () => machine.wall as never, monotonic: () => machine.monotonic },
    { clockOffset: () => machine.offset, timeReported: () => null },
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

it('the service’s time has advanced after a sleep of the machine, once it is reported again, even with the same clock offset as before', () => {
  const machine = { wall: 1_000_000, monotonic: 0 }
  let reported = { time: 1_000_000, at: 0 }
  const time = createSteadyTime(
    { now: () => machine.wall as never, monotonic: () => machine.monotonic },
    { clockOffset: () => 0, timeReported: () => reported },
  )
  expect(time()).toBe(1_000_000)
  machine.wall += 3_600_000
  machine.monotonic += 200
  expect(time()).toBe(1_000_200)
  reported = { time: machine.wall, at: machine.monotonic }
  expect(time()).toBe(4_600_000)
  // If set between two measurements, the machine's clock proves nothing.
  machine.wall -= 7_200_000
  machine.monotonic += 500
  expect(time()).toBe(4_600_500)
})

it('a stale mark stays stale when the machine’s clock is set back, and ages while it sleeps', () => {
  const machine = { wall: 1_000_000, monotonic: 0 }
  const age = createAge({ now: () => machine.wall as never, monotonic: () => machine.monotonic })
  expect(age('NYCTMP1', 1_000_000)).toBe(0)
  machine.wall += 9_000
  machine.monotonic += 9_000
  expect(age('NYCTMP1', 1_000_000)).toBe(9_000)
  machine.wall -= 60_000
  expect(age('NYCTMP1', 1_000_000)).toBe(9_000)
  expect(age('NYCTMP1', machine.wall)).toBe(0)
  machine.wall += 3_600_000
  expect(age('NYCTMP1', machine.wall - 3_600_000)).toBe(3_600_000)
})
