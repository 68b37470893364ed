import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { VenueClock } from './clock.ts'
import type { VenueCore } from './core/index.ts'
import { Driver } from './driver.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Markets that have something to do every 100 ms of their own time, for a second of real time. */
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

it('wakes when the markets have something to do, and not between', () => {
  const at = steps(1)
  expect(at.slice(0, 3)).toEqual([1_000_100, 1_000_200, 1_000_300])
  expect(at).toHaveLength(10)
})

it('follows a clock that runs fast in longer steps, not more often than every 20 ms', () => {
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

  it('may be the last: a driver that is stopped in it stays so', () => {
    const steps = stepping((driver) => driver.stop())
    vi.advanceTimersByTime(1000)
    expect(steps()).toBe(1)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('that fails does not end the markets', () => {
    const steps = stepping((_driver, count) => {
      if (count === 1) throw new Error('a mistake')
    })
    expect(() => vi.advanceTimersByTime(150)).toThrow('a mistake')
    vi.advanceTimersByTime(500)
    expect(steps()).toBeGreaterThan(4)
  })
})
