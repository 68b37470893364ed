import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Price } from '../../../contract/decimal.ts'
import { bucketOf } from '../testing/fake-service.ts'
import { keepEqualEntries } from './accepted-facts.ts'
import { ClockOffset } from './clock-offset.ts'
import { phaseOf } from './live-bucket.ts'
import { averageOf, RunningTwap } from './settlements.ts'

const px = (text: string) => text as Price

const add = (clock: ClockOffset, serverTime: number, sentAt: number, tookMs: number, monotonic: number): void =>
  clock.take({ serverTime }, { sentAt, tookMs, monotonic })

describe('the server’s clock', () => {
  it('is measured by the date of an answer where the service reports no other time, to half a second', () => {
    const clock = new ClockOffset()
    const sentAt = Date.parse('2026-03-04T13:10:31.400Z')
    // The machine is half a minute fast.
    const answeredAt = Date.parse('2026-03-04T13:10:00Z')
    clock.take({ serverTime: null, answeredAt }, { sentAt, tookMs: 100, monotonic: 0 })
    expect(Math.abs((clock.offset ?? 0) + 31_000)).toBeLessThanOrEqual(500)
    clock.take({ serverTime: answeredAt + 400, answeredAt }, { sentAt, tookMs: 100, monotonic: 1 })
    expect(clock.offset).toBe(-31_050)
  })

  it('is measured by the fastest round trip', () => {
    const clock = new ClockOffset()
    expect(clock.offset).toBeNull()
    add(clock, 10_500, 10_000, 400, 0)
    expect(clock.offset).toBe(300)
    add(clock, 11_260, 11_000, 20, 1)
    expect(clock.offset).toBe(250)
    add(clock, 12_600, 12_000, 800, 2)
    expect(clock.offset).toBe(250)
  })

  it('is unknown before the first answer, and the machine’s where the service reports no time', () => {
    const clock = new ClockOffset()
    expect(clock.known).toBeNull()
    clock.take({ serverTime: null }, { sentAt: 0, tookMs: 10, monotonic: 0 })
    expect([clock.known, clock.offset]).toEqual([0, null])
    add(clock, 10_500, 10_000, 400, 0)
    expect(clock.known).toBe(300)
  })

  it('is reported with its moment by each round trip, even with the same offset', () => {
    const clock = new ClockOffset()
    expect(clock.newest).toBeNull()
    add(clock, 10_000, 10_000, 0, 0)
    // The machine slept for an hour, and its monotonic clock stopped.
    add(clock, 3_610_005, 3_610_000, 10, 200)
    expect(clock.offset).toBe(0)
    expect(clock.newest).toEqual({ time: 3_610_010, at: 200 })
  })

  it('is measured again when it was set, and when a measurement is old', () => {
    const clock = new ClockOffset()
    add(clock, 10_010, 10_000, 2, 0)
    add(clock, 3_610_000, 11_000, 200, 1)
    expect(clock.offset).toBe(3_598_900)
    const drifting = new ClockOffset()
    add(drifting, 10_000, 10_000, 2, 0)
    add(drifting, 10_040, 10_000, 100, 11 * 60_000)
    expect(drifting.offset).toBe(-10)
  })
})

describe('the service’s time', () => {
  const HOUR = 3_600_000
  /** Answers of a service whose time is off by this much, one a second from `from` on, s. */
  const answers = (clock: ClockOffset, from: number, offsets: readonly number[]): void => {
    for (const [index, offset] of offsets.entries()) {
      const sentAt = 1_000 * (from + index)
      add(clock, sentAt + offset, sentAt, 0, sentAt)
    }
  }
  const steady = (): ClockOffset => {
    const clock = new ClockOffset()
    answers(
      clock,
      0,
      Array.from({ length: 30 }, () => 0),
    )
    return clock
  }

  it('is confirmed by a second answer some seconds later, not by an immediate one', () => {
    const clock = new ClockOffset()
    expect(clock.isConfirmed).toBe(false)
    answers(clock, 0, [0, 0, 0])
    expect(clock.isConfirmed).toBe(false)
    answers(clock, 3, [0])
    expect(clock.isConfirmed).toBe(true)
  })

  it('is in doubt when one answer contradicts all before it, and continues unchanged', () => {
    const clock = steady()
    answers(clock, 30, [3 * HOUR])
    expect([clock.offset, clock.isConfirmed]).toEqual([0, false])
    expect(clock.newest).toEqual({ time: 29_000, at: 29_000 })
    answers(clock, 31, [0])
    expect([clock.offset, clock.isConfirmed]).toEqual([0, true])
  })

  it('jumps once a second answer some seconds after the first agrees with it', () => {
    const clock = steady()
    answers(clock, 30, [3 * HOUR, 3 * HOUR, 3 * HOUR])
    expect([clock.offset, clock.isConfirmed]).toEqual([0, false])
    answers(clock, 33, [3 * HOUR])
    expect([clock.offset, clock.isConfirmed]).toEqual([3 * HOUR, true])
  })

  it('does not jump for two wrong answers that disagree with each other', () => {
    const clock = steady()
    answers(clock, 30, [3 * HOUR])
    answers(clock, 40, [-5 * HOUR])
    expect([clock.offset, clock.isConfirmed]).toEqual([0, false])
  })

  it('does not jump back and forth between two alternating answers', () => {
    const clock = steady()
    answers(clock, 30, [HOUR, 0, HOUR, 0, HOUR, 0, HOUR, 0])
    expect([clock.offset, clock.isConfirmed]).toEqual([0, true])
  })

  it('stays confirmed when the machine’s clock is set: by the monotonic clock it is unchanged', () => {
    const clock = steady()
    add(clock, 30_000, 30_000 + 3 * HOUR, 0, 30_000)
    expect([clock.offset, clock.isConfirmed]).toEqual([-3 * HOUR, true])
  })

  it('stays confirmed through the machine’s sleep, in which its monotonic clock stopped', () => {
    const clock = steady()
    add(clock, 30_000 + HOUR, 30_000 + HOUR, 0, 30_000)
    expect([clock.offset, clock.isConfirmed]).toEqual([0, true])
  })

  it('follows a correction of less than a second at once', () => {
    const clock = steady()
    answers(clock, 30, [400])
    expect([clock.offset, clock.isConfirmed]).toEqual([400, true])
  })

  it('is the machine’s, and confirmed, once two answers some seconds apart report none', () => {
    const clock = new ClockOffset()
    for (const monotonic of [0, 200]) clock.take({ serverTime: null }, { sentAt: 0, tookMs: 10, monotonic })
    expect(clock.isConfirmed).toBe(false)
    clock.take({ serverTime: null }, { sentAt: 0, tookMs: 10, monotonic: 3_000 })
    expect(clock.isConfirmed).toBe(true)
  })

  it('never jumps on single wrong answers, of any kind and at any time', () => {
    const wrong = fc.integer({ min: -100, max: 100 }).filter((hours) => hours !== 0)
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 1, max: 5 }), wrong), { maxLength: 20 }), (path) => {
        const clock = steady()
        let at = 30
        for (const [good, hours] of path) {
          answers(clock, at, [hours * HOUR, ...Array.from({ length: good }, () => 0)])
          at += good + 1
          expect([clock.offset, clock.isConfirmed]).toEqual([0, true])
        }
      }),
    )
  })
})

describe('the phase', () => {
  const start = 1_000_000
  const end = start + 7_200_000
  const bucket = (text: string | null) => bucketOf('A', start, 120, text)
  it.each([
    ['trading', bucket(null), start + 1],
    ['trading', bucket(null), end - 120_001],
    ['final_window', bucket(null), end - 120_000],
    ['settling', bucket(null), end],
    ['waiting', bucket(null), start - 1],
    ['trading', bucket('Trading'), end - 120_001],
    ['final_window', bucket('Trading'), end - 120_000],
    ['waiting', bucket('staging'), end - 1000],
    ['trading', bucketOf('A', start, 10, 'trading'), start + 600_000 - 1000],
    ['final_window', bucket('FINAL-WINDOW'), start + 1],
    ['settling', bucket('trading'), end + 1],
    ['final_window', bucket('something new'), end - 5],
  ] as const)('is %s', (expected, current, now) => {
    expect(phaseOf(current, null, now)).toBe(expected)
  })

  it('without a current bucket is settling, and waiting when there is none at all', () => {
    expect(phaseOf(null, bucket(null), 0)).toBe('settling')
    expect(phaseOf(null, null, 0)).toBe('waiting')
  })
})

describe('the running average', () => {
  it('weights each mark by its duration', () => {
    const twap = new RunningTwap()
    twap.add(px('570.00'), 0)
    twap.add(px('571.00'), 1500)
    expect(twap.estimate(0, 2000)).toEqual({ mark: '570.25', coveredMs: 2000 })
    expect(twap.estimate(1000, 2000)).toEqual({ mark: '570.50', coveredMs: 1000 })
  })

  it('rounds half up at the marks’ precision', () => {
    const twap = new RunningTwap()
    twap.add(px('570.00'), 0)
    twap.add(px('570.01'), 1000)
    expect(twap.estimate(0, 2000)?.mark).toBe('570.01')
  })

  it('covers no gap: a mark is valid for 2 s at most', () => {
    const twap = new RunningTwap()
    twap.add(px('570.0'), 0)
    twap.add(px('572.0'), 10_000)
    expect(twap.estimate(0, 11_000)).toEqual({ mark: '570.7', coveredMs: 3000 })
    expect(twap.estimate(5000, 9000)).toBeNull()
  })

  it('is between the lowest and the highest mark, and is the mark when it never moved', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 50_000, max: 60_000 }), { minLength: 1, maxLength: 200 }), (marks) => {
        const twap = new RunningTwap()
        marks.forEach((mark, i) => {
          twap.add(px((mark / 100).toFixed(2)), i * 1000)
        })
        const to = marks.length * 1000
        const from = Math.max(0, to - 120_000)
        const estimate = twap.estimate(from, to)
        const inside = marks.slice(-120)
        const exact = Math.floor((2 * inside.reduce((a, b) => a + b, 0) + inside.length) / (2 * inside.length))
        expect(estimate).toEqual({ mark: (exact / 100).toFixed(2), coveredMs: to - from })
      }),
      { numRuns: 100 },
    )
  })

  it('of candles is exact, rounded half up', () => {
    expect(averageOf([px('1'), px('2')], 0)).toBe('2')
    expect(averageOf([px('1.00'), px('1.01'), px('1.01')], 2)).toBe('1.01')
    expect(averageOf([px('1.004'), px('1.006')], 2)).toBe('1.01')
    expect(averageOf([px('1.004'), px('1.005')], 2)).toBe('1.00')
    expect(averageOf([], 2)).toBeNull()
  })
})

describe('a repeated part of an answer', () => {
  it('stays the same object, at any place, and a changed one is another', () => {
    const [a, b] = [{ id: 1 }, { id: 2 }]
    const before = [a, b]
    expect(keepEqualEntries(before, [{ id: 1 }, { id: 2 }])).toBe(before)
    const moved = keepEqualEntries(before, [{ id: 2 }, { id: 3 }, { id: 1 }])
    expect(moved).not.toBe(before)
    expect([moved[0], moved[2]]).toEqual([b, a])
    expect(moved[0]).toBe(b)
    expect(moved[2]).toBe(a)
    expect(keepEqualEntries(before, [{ id: 1 }])).not.toBe(before)
  })
})
