import { expect, it } from 'vitest'
import { millis } from '../time.ts'
import { BUCKET_LENGTH, expectedChange, middleAhead, skillOf } from './index.ts'

const HOUR = 3_600_000
/** Warms by 2 °F an hour, with a bias. */
const rising = (from: number, bias = 0) =>
  Array.from({ length: 5 }, (_, i) => ({
    at: millis(from + i * HOUR),
    temperature: String(50 + bias + 2 * i) as never,
  }))
const bucket = (end: number, mark: string | null, before60: string | null) =>
  ({ end: millis(end), mark, before60 }) as never

it('compares the squared error of the mark with and without the expected change', () => {
  const end = 10 * HOUR
  const asked: number[] = []
  const skill = skillOf([bucket(end, '553.00', '551.00'), bucket(end + 2 * HOUR, '551.00', '551.00')], (moment) => {
    asked.push(moment)
    return rising(moment, 7)
  })
  // From an hour before to a minute before the end the forecast expects 59/60 of 2 °F.
  const change = (2 * 59) / 60
  expect(skill.buckets).toBe(2)
  expect(skill.without).toBeCloseTo(2, 9)
  expect(skill.with).toBeCloseTo(((2 - change) ** 2 + change ** 2) / 2, 9)
  expect(asked).toEqual([end - BUCKET_LENGTH, end])
})

it('counts a bucket only with both marks and a forecast from before it began that covers it', () => {
  const end = 10 * HOUR
  const all = [bucket(end, null, '551.00'), bucket(end, '551.00', null)]
  const none = { buckets: 0, without: null, with: null }
  expect(skillOf(all, (moment) => rising(moment))).toEqual(none)
  expect(skillOf([bucket(end, '551.00', '551.00')], () => null)).toEqual(none)
  expect(skillOf([bucket(end, '551.00', '551.00')], (moment) => rising(moment).slice(0, 2))).toEqual(none)
})

it('expects the change between two moments, for any bias of the forecast', () => {
  expect(expectedChange(rising(0), HOUR, 2 * HOUR)).toBe(2)
  expect(expectedChange(rising(0, 9), HOUR, 2 * HOUR)).toBe(2)
  expect(expectedChange(rising(0), HOUR, 9 * HOUR)).toBeNull()
  expect(middleAhead(0, 1000, 200)).toBe(900)
  expect(middleAhead(900, 1000, 200)).toBe(950)
})
