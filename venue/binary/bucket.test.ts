import { describe, expect, it } from 'vitest'
import { bucketAt, bucketRules } from '../buckets.ts'
import { Oracle } from '../oracle.ts'
import { fairUp, midpointHalfTicks } from './bucket.ts'

const RULES = bucketRules(['GBETA', 'GBETB'], 120, 5)
const START = Date.UTC(2026, 10, 21)

describe('the fair price of UP', () => {
  it('is calibrated at any time left, and starts near even odds', () => {
    const bins = Array.from({ length: 5 }, () => ({ sum: 0, wins: 0, n: 0 }))
    for (let seed = 0; seed < 40; seed++) {
      const oracle = new Oracle(seed)
      let bucket = bucketAt(RULES, START)
      for (let i = 0; i < 40; i++, bucket = bucketAt(RULES, bucket.end + 5 * 7_200_000)) {
        const midpoint = midpointHalfTicks(oracle, bucket)
        const above = 2 * oracle.averageTicks(bucket.end / 1000, 120) > midpoint
        expect(Math.abs(fairUp(oracle, bucket, midpoint, bucket.start / 1000) - 0.5)).toBeLessThan(0.1)
        for (const left of [3600, 2400, 900, 300, 60]) {
          const fair = fairUp(oracle, bucket, midpoint, bucket.end / 1000 - left)
          const bin = bins[Math.min(4, Math.floor(fair * 5))]
          if (bin === undefined) continue
          bin.sum += fair
          bin.wins += above ? 1 : 0
          bin.n++
        }
      }
    }
    for (const { sum, wins, n } of bins) {
      expect(n).toBeGreaterThan(100)
      expect(Math.abs(sum / n - wins / n)).toBeLessThan(0.08)
    }
  })

  it('is 0 or 1 at the last reading, depending on the average', () => {
    const oracle = new Oracle(2)
    for (let i = 0; i < 20; i++) {
      const bucket = bucketAt(RULES, START + i * 7_200_000)
      const midpoint = midpointHalfTicks(oracle, bucket)
      const above = 2 * oracle.averageTicks(bucket.end / 1000, 120) > midpoint
      expect(fairUp(oracle, bucket, midpoint, bucket.end / 1000 - 1)).toBe(above ? 1 : 0)
    }
  })
})
