import { describe, expect, it } from 'vitest'
import { VenueClock } from './clock.ts'

function clockAt(speed: number) {
  let real = 5000
  const clock = new VenueClock({ realNow: () => real, startTime: 1_000_000, speed })
  return { clock, pass: (ms: number) => (real += ms) }
}

describe('the venue clock', () => {
  it('starts at its start and runs at its speed', () => {
    const { clock, pass } = clockAt(60)
    expect(clock.now()).toBe(1_000_000)
    pass(1000)
    expect(clock.now()).toBe(1_060_000)
    expect(clock.realDelayUntil(1_120_000)).toBe(1000)
    expect(clock.realDelayUntil(1_000_000)).toBe(0)
  })

  it('can be pushed forward and never goes back', () => {
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
