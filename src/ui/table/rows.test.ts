import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compare, type Decimal } from '../../../contract/decimal.ts'
import { runs } from '../../../contract/testing/property-runs.ts'
import type { Column } from './column.ts'
import { heldOrder, itemsOf, type Placed, placed, withheld } from './items.ts'
import { createFilter, sortRows } from './use-row-model.ts'

interface Row {
  readonly id: string
  readonly value: Decimal | null
  readonly name: string
}
const idOf = ({ id }: Row): string => id
const row = (id: string, value: string | null = null, name = id): Row => ({ id, value: value as Decimal | null, name })

const decimals = fc
  .record({
    negative: fc.boolean(),
    whole: fc.bigInt({ min: 0n, max: 10n ** 24n }),
    places: fc.stringMatching(/^\d{0,9}$/),
  })
  .map(
    ({ negative, whole, places }) => `${negative && whole > 0n ? '-' : ''}${whole}${places === '' ? '' : `.${places}`}`,
  )
const rows = fc
  .array(fc.option(decimals, { nil: null }), { maxLength: 30 })
  .map((values) => values.map((value, index) => row(String(index), value)))

describe('sorted rows', () => {
  const byValue = { by: 'decimal', of: ({ value }: Row) => value } as const

  it('appear once each, ordered by exact value, equal ones in input order, those without a value last', () => {
    fc.assert(
      fc.property(rows, fc.constantFrom('ascending' as const, 'descending' as const), (given, direction) => {
        const sorted = sortRows(given, byValue, direction)
        expect(sorted.map(idOf).sort()).toEqual(given.map(idOf).sort())
        for (const [index, after] of sorted.entries()) {
          const before = sorted[index - 1]
          if (before === undefined) continue
          if (before.value === null) expect(after.value).toBeNull()
          if (before.value === null || after.value === null) continue
          const order = compare(before.value, after.value) * (direction === 'ascending' ? 1 : -1)
          expect(order).toBeLessThanOrEqual(0)
          if (order === 0) expect(Number(before.id)).toBeLessThan(Number(after.id))
        }
      }),
      { numRuns: runs(200, 5000) },
    )
  })

  it('distinguish values that floats cannot', () => {
    const given = [row('a', '9007199254740993.01'), row('b', '9007199254740993.02'), row('c', '9007199254740993')]
    expect(sortRows(given, byValue, 'descending').map(idOf)).toEqual(['b', 'a', 'c'])
  })

  it('are ordered by natural text order: 2 before 10, ignoring case', () => {
    const given = [row('a', null, 'Asset 10'), row('b', null, 'asset 2'), row('c', null, 'Asset 1')]
    const byName = { by: 'text', of: ({ name }: Row) => name } as const
    expect(sortRows(given, byName, 'ascending').map(idOf)).toEqual(['c', 'b', 'a'])
  })
})

describe('a filter', () => {
  const columns = [
    { id: 'name', text: ({ name }: Row) => name },
    { id: 'value', text: ({ value }: Row) => value ?? '', isLive: true },
  ] as unknown as readonly Column<Row>[]
  const filter = createFilter(columns)
  const all = [row('a', '7', 'New York above 54.1 °F'), row('b', '7', 'New York below −3 °F'), row('c', '7', 'Zürich')]

  it.each([
    ['', 'abc'],
    ['  ', 'abc'],
    ['york new', 'ab'],
    ['NEW 54', 'a'],
    ['zurich', 'c'],
    ['-3', 'b'],
    ['york zurich', ''],
    // Streaming values are not searched, as rows would appear and disappear by themselves.
    ['7', ''],
  ])('%j leaves %s', (text, ids) => {
    expect(filter(all, text).map(idOf).join('')).toBe(ids)
  })
})

describe('a held order', () => {
  const ids = fc.uniqueArray(fc.constantFrom(...'abcdefghij'), { maxLength: 10 })
  const of = (given: readonly string[]): readonly Row[] => given.map((id) => row(id))
  const shownIds = (shown: readonly Placed<Row>[]): string => shown.map(({ id }) => id).join('')

  it('moves no shown row, regardless of additions and removals, and contains every row', () => {
    fc.assert(
      fc.property(ids, fc.array(ids, { maxLength: 6 }), (first, changes) => {
        let shown = placed(of(first), idOf)
        for (const change of changes) {
          const after = heldOrder(shown, of(change), idOf)
          const here = after.filter(({ isGone }) => !isGone).map(({ id }) => id)
          expect([...here].sort()).toEqual([...change].sort())
          // Unless none of the shown rows is left.
          if (shown.some(({ id }) => change.includes(id)))
            expect(shownIds(after).startsWith(shownIds(shown))).toBe(true)
          shown = after
        }
      }),
      { numRuns: runs(200, 5000) },
    )
  })

  it('leaves a gap for a removed row, restores it in its place, and appends and reports new ones', () => {
    const first = placed(of(['a', 'b', 'c']), idOf)
    const second = heldOrder(first, of(['d', 'c', 'a']), idOf)
    expect(second.map(({ id, isGone, isNew }) => `${id}${isGone ? '-' : ''}${isNew ? '+' : ''}`)).toEqual([
      'a',
      'b-',
      'c',
      'd+',
    ])
    expect(withheld(second, of(['d', 'c', 'a']), idOf)).toEqual({ added: 1, isOtherwise: true })
    const third = heldOrder(second, of(['b', 'c', 'a']), idOf)
    expect(third.map(({ id, isGone }) => `${id}${isGone ? '-' : ''}`)).toEqual(['a', 'b', 'c', 'd-'])
    expect(withheld(placed(of(['a', 'b']), idOf), of(['a', 'b']), idOf)).toEqual({ added: 0, isOtherwise: false })
  })
})

describe('lines of a table', () => {
  const spec = {
    nameOf: ({ name }: Row) => name,
    groups: {
      of: ({ name }: Row) => (name.includes('/') ? (name.split('/')[0] ?? null) : null),
      Title: () => null,
      textOf: () => '',
    },
  }
  const shown = placed(
    [row('1', null, 'q/a'), row('2', null, 'alone'), row('3', null, 'r/a'), row('4', null, 'q/b')],
    idOf,
  )
  const keys = (collapsed: readonly string[], isFiltered = false): readonly string[] =>
    itemsOf(shown, spec, collapsed, isFiltered).map(({ key, rowIndex }) => `${key}@${rowIndex}`)

  it('are grouped under heads at the position of each group’s first row', () => {
    expect(keys([])).toEqual(['group q@2', '1@3', '4@4', '2@5', 'group r@6', '3@7'])
  })

  it('of a collapsed group are its head alone, except while rows are filtered', () => {
    expect(keys(['q'])).toEqual(['group q@2', '2@3', 'group r@4', '3@5'])
    expect(keys(['q'], true)).toHaveLength(6)
  })

  it('that are gaps do not count as rows', () => {
    const gone = shown.map((one) => (one.id === '1' ? { ...one, isGone: true } : one))
    const items = itemsOf(gone, spec, [], false)
    expect(items.map(({ key, kind, rowIndex }) => `${kind} ${key}@${rowIndex}`)).toEqual([
      'group group q@2',
      'gap 1@0',
      'row 4@3',
      'row 2@4',
      'group group r@5',
      'row 3@6',
    ])
    expect(items[0]).toMatchObject({ group: { rows: [shown[3]?.row] } })
  })
})
