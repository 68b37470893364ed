import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitText } from './drawing.ts'

describe('the text of a settlement', () => {
  it('is to the right of its line where there is space', () => {
    expect(fitText([{ x: 100, width: 200 }], 800)).toEqual([106])
  })
  it('is to the left of its line when there is no space on its right', () => {
    expect(fitText([{ x: 780, width: 200 }], 800)).toEqual([574])
  })
  it('makes space for the text of a newer line by moving to the left', () => {
    expect(
      fitText(
        [
          { x: 500, width: 200 },
          { x: 600, width: 150 },
        ],
        800,
      ),
    ).toEqual([294, 606])
  })
  it('is omitted where neither side has space', () => {
    expect(fitText([{ x: 100, width: 200 }], 250)).toEqual([null])
  })
  it('never leaves the pane, and never overlaps another', () => {
    const lines = fc.array(
      fc.record({ x: fc.integer({ min: -100, max: 900 }), width: fc.integer({ min: 0, max: 300 }) }),
    )
    fc.assert(
      fc.property(lines, (given) => {
        const sorted = given.toSorted((a, b) => a.x - b.x)
        let end = 0
        fitText(sorted, 800).forEach((place, index) => {
          if (place === null) return
          expect(place).toBeGreaterThanOrEqual(end)
          end = place + sorted[index]!.width
        })
        expect(end).toBeLessThanOrEqual(800)
      }),
    )
  })
})
