import { describe, expect, it } from 'vitest'
import { bucketAfter, bucketAt, bucketRules } from './buckets.ts'

const ASSETS = ['NYCTMP1', 'NYCTMP2']
const at = (text: string): number => Date.parse(`2026-11-21T${text}Z`)

describe('the bucket calendar', () => {
  const rules = bucketRules(ASSETS, 120, 5)

  it('divides the day into 120-minute buckets on UTC hours; the assets alternate', () => {
    const first = bucketAt(rules, at('13:59:59.999'))
    expect([first.start, first.end]).toEqual([at('12:00:00'), at('14:00:00')])
    const second = bucketAt(rules, at('14:00:00'))
    expect(second).toEqual(bucketAfter(rules, first))
    expect(second.asset).toBe(1 - first.asset)
    expect(bucketAfter(rules, second).asset).toBe(first.asset)
  })

  it('opens after the settling pause and has a final window of 120 s', () => {
    const bucket = bucketAt(rules, at('12:30:00'))
    expect([bucket.opens, bucket.finalFrom]).toEqual([at('12:00:05'), at('13:58:00')])
  })

  it('scales window and pause to at most a quarter of a short bucket', () => {
    expect(bucketRules(ASSETS, 1, 30)).toMatchObject({ bucketSeconds: 60, finalSeconds: 15, settleSeconds: 15 })
    expect(bucketRules(ASSETS, 10, 0)).toMatchObject({ finalSeconds: 120, settleSeconds: 0 })
  })

  it.each([
    [0.1, 5],
    [Number.NaN, 5],
    [120, -1],
  ])('refuses buckets of %s minutes with a pause of %s s', (minutes, pause) => {
    expect(() => bucketRules(ASSETS, minutes, pause)).toThrow(RangeError)
  })
})
