import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitText } from './drawing.ts'

describe('the words of a settlement', () => {
  it('stand right of their line where there is room', () => {
    expect(fitText([{ x: 100, width: 200 }], 800)).toEqual([106])
  })
  it('stand left of their line when there is no room to its right', () => {
    expect(fitText([{ x: 780, width: 200 }], 800)).toEqual([574])
  })
  it('make room for the words of a newer line by going to the left', () => {
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
  it('are left out where neither side has room', () => {
    expect(fitText([{ x: 100, width: 200 }], 250)).toEqual([null])
  })
  it('never leave the pane, and never cover one another', () => {
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
