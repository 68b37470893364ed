import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TickSet } from './tick-set.ts'

const tick = fc.integer({ min: 0, max: 100_000 })

describe('the set of ticks', () => {
  it('knows neighbors as a sorted list would', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(tick, fc.boolean()), { maxLength: 60 }),
        fc.array(tick, { maxLength: 20 }),
        (steps, asked) => {
          const set = new TickSet(100_000)
          const plain = new Set<number>()
          for (const [at, add] of steps) {
            if (add) set.add(at)
            else set.delete(at)
            if (add) plain.add(at)
            else plain.delete(at)
          }
          const sorted = [...plain].sort((a, b) => a - b)
          for (const at of [...asked, ...steps.map(([t]) => t), 0, 100_000]) {
            expect(set.atOrAbove(at)).toBe(sorted.find((t) => t >= at) ?? -1)
            expect(set.atOrBelow(at)).toBe(sorted.findLast((t) => t <= at) ?? -1)
          }
        },
      ),
      { numRuns: 150 },
    )
  })

  it('finds nothing beyond its ends', () => {
    const set = new TickSet(100_000)
    set.add(1)
    expect(set.atOrBelow(0)).toBe(-1)
    expect(set.atOrBelow(-1)).toBe(-1)
    expect(set.atOrAbove(2)).toBe(-1)
    expect(set.atOrAbove(100_001)).toBe(-1)
  })
})
