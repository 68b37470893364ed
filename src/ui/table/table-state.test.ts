import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../contract/testing/property-runs.ts'
import type { Column } from './column.ts'
import {
  chosenColumns,
  nextSort,
  orderedColumns,
  type TableState,
  tableStateFrom,
  UNTOUCHED,
  withColumn,
  withColumnMoved,
  withGroup,
} from './table-state.ts'

const column = (id: string, more: Partial<Column<object>> = {}): Column<object> => ({
  id,
  title: id,
  least: 40,
  Cell: () => null,
  ...more,
})
const COLUMNS = [column('a', { stays: true }), column('b'), column('c', { isExtra: true }), column('d')]
const ids = (columns: readonly Column<object>[]): string => columns.map(({ id }) => id).join('')

describe('the saved state of a table', () => {
  it('is unchanged after saving and reading', () => {
    const state: TableState = {
      columns: { b: false, c: true },
      order: ['d', 'a'],
      widths: { a: 120 },
      sort: { column: 'a', direction: 'descending' },
      filter: 'york',
      collapsed: ['question 9'],
      scrolls: true,
    }
    expect(tableStateFrom(JSON.parse(JSON.stringify(state)))).toEqual(state)
  })

  it('is usable after reading any input', () => {
    fc.assert(
      fc.property(fc.anything(), (saved) => {
        const state = tableStateFrom(saved)
        expect(tableStateFrom(JSON.parse(JSON.stringify(state)))).toEqual(state)
        expect(ids(chosenColumns(COLUMNS, state))).toContain('a')
      }),
      { numRuns: runs(200, 5000) },
    )
  })

  it.each([
    [{ sort: { column: 'a', direction: 'up' } }, UNTOUCHED],
    [
      { order: ['a', 'a', 7, ''], widths: { a: 2, b: 'wide', c: 100 } },
      { ...UNTOUCHED, order: ['a'], widths: { c: 100 } },
    ],
    [{ columns: { a: 'yes', b: false } }, { ...UNTOUCHED, columns: { b: false } }],
    [null, UNTOUCHED],
  ])('omits invalid parts: %j', (saved, state) => {
    expect(tableStateFrom(saved)).toEqual(state)
  })

  it('shows a column, hides it, and drops a choice that equals the default', () => {
    expect(ids(chosenColumns(COLUMNS, UNTOUCHED))).toBe('abd')
    const [, b, c] = COLUMNS as [Column<object>, Column<object>, Column<object>]
    const changed = withColumn(withColumn(UNTOUCHED, b, false), c, true)
    expect(ids(chosenColumns(COLUMNS, changed))).toBe('acd')
    expect(withColumn(withColumn(changed, b, true), c, false)).toEqual(UNTOUCHED)
    expect(ids(chosenColumns(COLUMNS, { ...UNTOUCHED, columns: { a: false } }))).toBe('abd')
  })

  it('moves a column past the next visible one, and places a new column after its predecessor', () => {
    const moved = withColumnMoved(UNTOUCHED, COLUMNS, 'b', 1)
    expect(ids(chosenColumns(COLUMNS, moved))).toBe('adb')
    expect(withColumnMoved(UNTOUCHED, COLUMNS, 'a', -1)).toEqual(UNTOUCHED)
    const older = { ...UNTOUCHED, order: ['d', 'b', 'a'] }
    expect(ids(orderedColumns(COLUMNS, older))).toBe('dbca')
  })

  it('sorts by a clicked head: its first direction, the other, then not at all', () => {
    const figure = column('f', { sort: { by: 'decimal', of: () => null } })
    const text = column('w', { sort: { by: 'text', of: () => null } })
    const first = nextSort(null, figure)
    expect(first).toEqual({ column: 'f', direction: 'descending' })
    const second = nextSort(first, figure)
    expect(second).toEqual({ column: 'f', direction: 'ascending' })
    expect(nextSort(second, figure)).toBeNull()
    expect(nextSort(second, text)).toEqual({ column: 'w', direction: 'ascending' })
  })

  it('hides the rows of a group and shows them', () => {
    const shut = withGroup(UNTOUCHED, 'q', true)
    expect(shut.collapsed).toEqual(['q'])
    expect(withGroup(shut, 'q', false)).toEqual(UNTOUCHED)
  })
})
