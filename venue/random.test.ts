import { describe, expect, it } from 'vitest'
import { createRandom } from './random.ts'

const draws = (n: number, next: () => number): number[] => Array.from({ length: n }, next)
const mean = (values: number[]): number => values.reduce((a, b) => a + b, 0) / values.length

describe('random streams', () => {
  it('are equal for the same seed and label', () => {
    expect(draws(50, createRandom(7, 'x').next)).toEqual(draws(50, createRandom(7, 'x').next))
    expect(draws(50, createRandom('7', 'x').next)).toEqual(draws(50, createRandom(7, 'x').next))
  })

  it('differ by seed and by label', () => {
    const base = draws(8, createRandom(7, 'x').next)
    expect(draws(8, createRandom(8, 'x').next)).not.toEqual(base)
    expect(draws(8, createRandom(7, 'y').next)).not.toEqual(base)
  })

  it('have their named distributions', () => {
    const random = createRandom(1, 'shapes')
    const uniform = draws(20_000, random.next)
    expect(Math.min(...uniform)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...uniform)).toBeLessThan(1)
    expect(mean(uniform)).toBeCloseTo(0.5, 1)
    const normal = draws(20_000, random.normal)
    expect(mean(normal)).toBeCloseTo(0, 1)
    expect(mean(normal.map((x) => x * x))).toBeCloseTo(1, 1)
    expect(mean(draws(20_000, () => random.exponential(3)))).toBeCloseTo(3, 0)
    const logNormal = draws(20_001, () => random.logNormal(5, 1)).sort((a, b) => a - b)
    expect(logNormal[10_000]).toBeCloseTo(5, 0)
  })
})
