import { describe, expect, it } from 'vitest'
import { normalCdf, normalQuantile, Oracle } from './index.ts'

const START = Date.UTC(2026, 10, 21) / 1000

describe('the forecast', () => {
  it('is the reading itself for the present second', () => {
    const oracle = new Oracle(3)
    for (let s = START; s < START + 86_400; s += 977) {
      const { mean, deviation } = oracle.forecast(s, 0)
      expect(Math.round(mean)).toBe(oracle.markTicks(s))
      expect(deviation).toBe(0)
    }
  })

  it.each([120, 1800, 7200, 43_200])('is right on average %i s ahead, and as far off as it says', (horizon) => {
    let bias = 0
    let squares = 0
    let n = 0
    for (let seed = 0; seed < 12; seed++) {
      const oracle = new Oracle(seed)
      for (let s = START; s < START + 20 * 86_400; s += 9973) {
        const { mean, deviation } = oracle.forecast(s, horizon)
        const error = (oracle.markTicks(s + horizon) - mean) / deviation
        bias += error
        squares += error * error
        n++
      }
    }
    expect(Math.abs(bias / n)).toBeLessThan(0.12)
    expect(Math.sqrt(squares / n)).toBeGreaterThan(0.85)
    expect(Math.sqrt(squares / n)).toBeLessThan(1.15)
  })

  it('knows nothing of what comes after: a later pin does not change it', () => {
    const [one, two] = [new Oracle(5), new Oracle(5)]
    two.pin(START + 10, 12_000)
    expect(two.forecast(START, 3600)).toEqual(one.forecast(START, 3600))
    expect(two.forecast(START + 10, 3600).mean).not.toBe(one.forecast(START + 10, 3600).mean)
  })
})

describe('the normal distribution', () => {
  it('has its known values, and the quantile undoes it', () => {
    expect(normalCdf(0)).toBeCloseTo(0.5, 6)
    expect(normalCdf(1.96)).toBeCloseTo(0.9750021, 6)
    expect(normalCdf(-1)).toBeCloseTo(0.1586553, 6)
    for (const p of [0.001, 0.2, 0.5, 0.83, 0.999]) expect(normalCdf(normalQuantile(p))).toBeCloseTo(p, 8)
  })
})
