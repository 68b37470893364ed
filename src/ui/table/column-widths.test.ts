import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../contract/testing/property-runs.ts'
import { type CurrentWidth, changedWidths, edgeMoved } from './use-column-widths.ts'
import { layOut } from './use-layout.ts'

const standing = (...widths: readonly (readonly [width: number, least: number])[]): readonly CurrentWidth[] =>
  widths.map(([width, least], at) => ({ id: String(at), width, least }))
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

describe('a column edge', () => {
  const three = standing([100, 60], [80, 60], [90, 50])

  it('moved right takes its width from the next column', () => {
    expect(edgeMoved(three, 0, 15, 270)).toEqual([115, 65, 90])
    expect(edgeMoved(three, 0, -25, 270)).toEqual([75, 105, 90])
  })

  it('takes from the columns after it when the next one has no more to give, and then stops', () => {
    expect(edgeMoved(three, 0, 50, 270)).toEqual([150, 60, 60])
    expect(edgeMoved(three, 0, 500, 270)).toEqual([160, 60, 50])
    expect(edgeMoved(three, 0, -500, 270)).toEqual([60, 120, 90])
  })

  it('takes unused space first, and nothing from other columns where the table already scrolls', () => {
    expect(edgeMoved(three, 2, 40, 300)).toEqual([100, 80, 120])
    expect(edgeMoved(three, 0, 40, 300)).toEqual([140, 70, 90])
    expect(edgeMoved(three, 0, 40, 200)).toEqual([140, 80, 90])
  })

  it("moves no other column, truncates none, and keeps the table's width, however far it is dragged", () => {
    const some = fc.record({
      columns: fc.array(fc.tuple(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 24, max: 100 })), {
        minLength: 2,
        maxLength: 8,
      }),
      index: fc.nat(6),
      by: fc.integer({ min: -400, max: 400 }),
    })
    fc.assert(
      fc.property(some, ({ columns, index: any, by }) => {
        const index = any % (columns.length - 1)
        const all = standing(...columns.map(([more, least]) => [least + more, least] as const))
        const before = all.map(({ width }) => width)
        const after = edgeMoved(all, index, by, sum(before))
        expect(after.slice(0, index)).toEqual(before.slice(0, index))
        expect(sum(after)).toBe(sum(before))
        for (const [at, { least }] of all.entries()) expect(after[at]).toBeGreaterThanOrEqual(least)
        const wanted = (before[index] as number) + by
        expect(Math.abs((after[index] as number) - (before[index] as number))).toBeLessThanOrEqual(Math.abs(by))
        if (by < 0) expect(after[index]).toBe(Math.max(all[index]?.least ?? 0, wanted))
      }),
      { numRuns: runs(300, 20_000) },
    )
  })

  it('is saved for the columns that it changed, at the default text size', () => {
    const after = edgeMoved(three, 0, 15, 270)
    expect(changedWidths(three, after, 1.25)).toEqual({ 0: 92, 1: 52 })
    expect(changedWidths(three, [100.2, 79.8, 90], 1)).toEqual({})
    expect(changedWidths(standing([30, 20]), [4000], 1)).toEqual({ 0: 1200 })
  })

  it('stays in place when the table is laid out again: the others keep their widths', () => {
    const columns = [60, 60, 50].map((least, at) => ({ id: String(at), title: '', least, Cell: () => null }))
    const space = { columns, givesWay: ['2', '1'], room: 340, scale: 1, needs: new Map<string, number>() }
    const first = layOut(space)
    const all = columns.map(({ id }, at) => ({
      id,
      width: first.widths[at] as number,
      least: first.leasts[at] as number,
    }))
    const after = edgeMoved(all, 0, 20, 340)
    const { widths, gone } = layOut({ ...space, widths: changedWidths(all, after, 1) })
    expect([...gone]).toEqual([])
    for (const [at, width] of widths.entries()) expect(Math.abs(width - (after[at] as number))).toBeLessThan(2)
  })
})
