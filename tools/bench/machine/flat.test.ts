import { describe, expect, it } from 'vitest'
import { judgeFlat, MIN_SAMPLES } from './flat.ts'

/** One sample per minute over eight hours. */
const hours8 = (at: (minute: number) => number): number[] => Array.from({ length: 480 }, (_, minute) => at(minute))

describe('memory over a long run', () => {
  it.each([
    ['stays constant', hours8(() => 70)],
    ['rises only in the first hour, while caches fill', hours8((minute) => 70 + Math.min(minute, 59) * 2)],
    ['goes up and down between collections', hours8((minute) => 60 + (minute % 10) * 3)],
    ['has one peak at the end', hours8((minute) => (minute > 470 ? 400 : 70))],
    ['falls', hours8((minute) => 120 - minute / 10)],
    ['is large, and rises within 5 %', hours8((minute) => 400 + minute / 30)],
    ['is small, and rises within 8 MB', hours8((minute) => 20 + minute / 60)],
  ])('is flat when it %s', (_what, samples) => {
    expect(judgeFlat(samples).flat).toBe(true)
  })

  it.each([
    ['grows by 2 MB an hour', hours8((minute) => 60 + minute / 30)],
    ['grows by 2 MB an hour between collections', hours8((minute) => 60 + minute / 30 + (minute % 10) * 3)],
    ['is large, and grows by 2 % an hour', hours8((minute) => 400 + (minute * 8) / 60)],
    ['stays constant, then leaks', hours8((minute) => (minute < 300 ? 70 : 70 + (minute - 300) / 4))],
    ['grows in steps', hours8((minute) => 60 + Math.floor(minute / 120) * 10)],
    ['grows to ten gigabytes overnight', hours8((minute) => 100 + minute * 21)],
  ])('is not flat when it %s', (_what, samples) => {
    expect(judgeFlat(samples).flat).toBe(false)
  })

  it('is judged exactly at the limit, inclusive', () => {
    const stepBy = (mb: number) => hours8((minute) => (minute < 240 ? 100 : 100 + mb))
    expect(judgeFlat(stepBy(8))).toEqual({ flat: true, first: 100, last: 108, rise: 8, allowed: 8, judged: 420 })
    expect(judgeFlat(stepBy(8.25)).flat).toBe(false)
    const large = (mb: number) => hours8((minute) => (minute < 240 ? 200 : 200 + mb))
    expect(judgeFlat(large(10)).flat).toBe(true)
    expect(judgeFlat(large(10.25)).flat).toBe(false)
  })

  it('is not judged from too few or non-numeric samples', () => {
    expect(() => judgeFlat(hours8(() => 70).slice(0, MIN_SAMPLES - 1))).toThrow('7 samples are too few to judge')
    expect(() => judgeFlat([...hours8(() => 70), Number.NaN])).toThrow('a sample is no number')
  })
})
