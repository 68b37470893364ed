import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../contract/testing/property-runs.ts'
import type { Column } from './column.ts'
import { hiddenColumnsText } from './menu.tsx'
import { columnsThatDoNotFit, givesWayStill, layOut, needKey } from './use-layout.ts'

const column = (id: string, least: number, more: Partial<Column<object>> = {}): Column<object> => ({
  id,
  title: id,
  least,
  Cell: () => null,
  ...more,
})
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
const NO_NEEDS = new Map<string, number>()

describe('a table that is too wide', () => {
  const columns = [
    column('market', 60),
    column('result', 140, { fit: 'content' }),
    column('value', 60),
    column('mark', 50),
    column('entry', 80),
  ]
  const givesWay = ['value', 'percent', 'mark', 'entry']
  // The width of the result with its percentage, and without.
  const needs = new Map([
    [needKey('result', 0), 230],
    [needKey('result', 1), 140],
  ])

  it.each([
    [480, []],
    [479, ['value']],
    [420, ['value']],
    [419, ['value', 'percent']],
    [330, ['value', 'percent']],
    [329, ['value', 'percent', 'mark']],
    [280, ['value', 'percent', 'mark']],
    [279, ['value', 'percent', 'mark', 'entry']],
    [100, ['value', 'percent', 'mark', 'entry']],
  ])('of %d px hides in order: %j', (room, gone) => {
    expect([...layOut({ columns, givesWay, room, scale: 1, needs }).gone]).toEqual(gone)
  })

  it('reports the hidden columns, except those that are shown elsewhere', () => {
    const stays = column('buttons', 60, { stays: true })
    const all = [...columns, stays]
    const gone = new Set(['value', 'percent', 'mark', 'buttons'])
    const hidden = columnsThatDoNotFit(all, { gone })
    expect(hiddenColumnsText(hidden)).toBe('No room for value and mark')
    expect(hiddenColumnsText([])).toBeNull()
    expect(hiddenColumnsText([...hidden, column('entry', 80)])).toBe('No room for value, mark and entry')
  })

  it('that scrolls sideways keeps every chosen column, and is wider than its panel', () => {
    const kept = givesWayStill(columns, givesWay)
    expect(kept).toEqual(['percent'])
    const { gone, widths } = layOut({ columns, givesWay: kept, room: 200, scale: 1, needs })
    expect([...gone]).toEqual(['percent'])
    expect(sum(widths)).toBeGreaterThan(200)
  })

  it('truncates only what may be truncated, fills its space, and hides columns in order only', () => {
    const some = fc.record({
      leasts: fc.array(fc.integer({ min: 20, max: 200 }), { minLength: 1, maxLength: 8 }),
      wanted: fc.array(fc.integer({ min: 20, max: 300 }), { minLength: 8, maxLength: 8 }),
      order: fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7]),
      room: fc.integer({ min: 50, max: 2000 }),
    })
    fc.assert(
      fc.property(some, ({ leasts, wanted, order, room }) => {
        const all = leasts.map((least, index) => column(String(index), least, { fit: 'content' }))
        const given = order.filter((index) => index < all.length).map(String)
        const known = new Map(wanted.map((width, index) => [needKey(String(index), 0), width]))
        const { gone, widths } = layOut({ columns: all, givesWay: given, room, scale: 1, needs: known })
        expect([...gone]).toEqual(given.slice(0, gone.size))
        const left = all.filter(({ id }) => !gone.has(id))
        expect(widths).toHaveLength(left.length)
        for (const [index, { id, least }] of left.entries()) {
          const needed = Math.max(least, known.get(needKey(id, 0)) ?? 0)
          expect(widths[index]).toBeGreaterThanOrEqual(needed - 1e-6)
        }
        const needed = sum(left.map(({ id, least }) => Math.max(least, known.get(needKey(id, 0)) ?? 0)))
        expect(sum(widths)).toBeCloseTo(Math.max(room * Number(left.length > 0), needed), 6)
      }),
      { numRuns: runs(200, 5000) },
    )
  })

  it('truncates a long name before hiding columns only down to its share of the table', () => {
    const named = [column('name', 60, { fit: 'clip', share: 0.25 }), column('a', 100), column('b', 100)]
    const long = new Map([[needKey('name', 0), 400]])
    const at = (room: number) => layOut({ columns: named, givesWay: ['b'], room, scale: 1, needs: long })
    expect(at(1000).widths[0]).toBeGreaterThanOrEqual(400)
    expect(at(280)).toMatchObject({ gone: new Set(), widths: [80, 100, 100] })
    expect([...at(260).gone]).toEqual(['b'])
  })

  it('gives the remaining space to sentences first, and none to buttons', () => {
    const messages = [column('a', 100), column('words', 100, { fit: 'wrap' }), column('buttons', 50, { isTight: true })]
    const { widths } = layOut({ columns: messages, givesWay: [], room: 1150, scale: 1, needs: NO_NEEDS })
    expect(widths).toEqual([200, 900, 50])
  })

  it('keeps a width set by the user, and follows the text size', () => {
    const two = [column('a', 100), column('b', 100)]
    const { widths } = layOut({
      columns: two,
      givesWay: [],
      room: 600,
      scale: 1.5,
      needs: NO_NEEDS,
      widths: { a: 120 },
    })
    expect(widths).toEqual([180, 420])
  })
})
