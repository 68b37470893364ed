import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRealTime, Driver, VenueClock } from './clock.ts'
import type { VenueCore } from './core/index.ts'

function clockAt(speed: number) {
  let real = 5000
  const clock = new VenueClock({ realNow: () => real, startTime: 1_000_000, speed })
  return { clock, pass: (ms: number) => (real += ms) }
}

describe('the venue clock', () => {
  it('starts at its start time and runs at its speed', () => {
    const { clock, pass } = clockAt(60)
    expect(clock.now()).toBe(1_000_000)
    pass(1000)
    expect(clock.now()).toBe(1_060_000)
    expect(clock.realDelayUntil(1_120_000)).toBe(1000)
    expect(clock.realDelayUntil(1_000_000)).toBe(0)
  })

  it('can be advanced and never goes back', () => {
    const { clock, pass } = clockAt(1)
    clock.advance(5000)
    expect(clock.now()).toBe(1_005_000)
    pass(-3000)
    expect(clock.now()).toBe(1_005_000)
  })

  it.each([0, 0.5, 10_001, Number.NaN])('refuses a speed of %s', (speed) => {
    expect(() => clockAt(speed)).toThrow(/speed must be from 1 to 10000/)
  })

  it.each([-1, 0.5])('refuses to advance by %s', (ms) => {
    expect(() => clockAt(1).clock.advance(ms)).toThrow(RangeError)
  })
})

it('real time follows the monotonic clock, includes a sleep, and ignores a clock set back', () => {
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

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Markets with work every 100 ms of their own time, for a second of real time. */
function steps(speed: number): readonly number[] {
  const clock = new VenueClock({ realNow: () => performance.now(), startTime: 1_000_030, speed })
  const at: number[] = []
  let now = clock.now()
  const core = {
    advanceTo(time: number) {
      now = time
    },
    nextDue: () => Math.floor(now / 100 + 1) * 100,
  }
  const driver = new Driver({ core: core as unknown as VenueCore, clock, stepped: () => void at.push(now) })
  driver.start()
  vi.advanceTimersByTime(1000)
  driver.stop()
  vi.advanceTimersByTime(1000)
  return at
}

it('wakes when the markets have work, and not in between', () => {
  const at = steps(1)
  expect(at.slice(0, 3)).toEqual([1_000_100, 1_000_200, 1_000_300])
  expect(at).toHaveLength(10)
})

it('takes longer steps for a fast clock, at most one every 20 ms', () => {
  const at = steps(60)
  expect(at).toHaveLength(50)
  expect(at[1]).toBe(1_000_030 + 40 * 60)
})

describe('a step', () => {
  function stepping(step: (driver: Driver, steps: number) => void): () => number {
    const clock = new VenueClock({ realNow: () => performance.now(), startTime: 0, speed: 1 })
    let steps = 0
    const core = { advanceTo: () => undefined, nextDue: () => clock.now() + 100 }
    const stepped = (): void => {
      steps += 1
      step(driver, steps)
    }
    const driver = new Driver({ core: core as unknown as VenueCore, clock, stepped })
    driver.start()
    return () => steps
  }

  it('may be the last: a driver stopped in it stays stopped', () => {
    const steps = stepping((driver) => driver.stop())
    vi.advanceTimersByTime(1000)
    expect(steps()).toBe(1)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('that fails does not stop the markets', () => {
    const steps = stepping((_driver, count) => {
      if (count === 1) throw new Error('a mistake')
    })
    expect(() => vi.advanceTimersByTime(150)).toThrow('a mistake')
    vi.advanceTimersByTime(500)
    expect(steps()).toBeGreaterThan(4)
  })
})
