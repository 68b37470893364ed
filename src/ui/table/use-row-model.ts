/** The lines of a table: its rows filtered, sorted, held and grouped. */
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { placesOf, toUnits } from '../../../contract/decimal.ts'
import type { Format } from '../../format/index.ts'
import type { Column, Direction, SortValue, TableSpec } from './column.ts'
import { heldOrder, type Item, isReachable, itemsOf, type Placed, placed, type Withheld, withheld } from './items.ts'
import type { TableState } from './table-state.ts'

// Finds rows by terms: each must appear somewhere in a row's text.

/** Normalized for comparison: lower case, no accents, one kind of space and minus. */
const plain = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[−–]/g, '-').replace(/\s+/g, ' ').toLowerCase()

const wordsOfFilter = (filter: string): readonly string[] => plain(filter).trim().split(' ').filter(Boolean)

/** A filter over rows of these columns; a row's text is built once. */
export function createFilter<Row extends object>(
  columns: readonly Column<Row>[],
): (rows: readonly Row[], filter: string) => readonly Row[] {
  const texts = columns.flatMap(({ text, isLive }) => (text === undefined || isLive === true ? [] : [text]))
  const rowTexts = new WeakMap<Row, string>()
  const of = (row: Row): string => {
    const known = rowTexts.get(row)
    if (known !== undefined) return known
    const all = plain(texts.map((text) => text(row)).join('\n'))
    rowTexts.set(row, all)
    return all
  }
  return (rows, filter) => {
    const terms = wordsOfFilter(filter)
    return terms.length === 0 ? rows : rows.filter((row) => terms.every((text) => of(row).includes(text)))
  }
}

// Sorts rows. Stable: equal rows keep their order.

type Key = bigint | number | null

const byText = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** One key per row, calculated once instead of at every comparison. */
function keysOf<Row>(rows: readonly Row[], value: SortValue<Row>): Key[] {
  if (value.by === 'count') return rows.map(value.of)
  if (value.by === 'text') return ranksOf(rows.map(value.of))
  const decimals = rows.map(value.of)
  const places = decimals.reduce((most, one) => (one === null ? most : Math.max(most, placesOf(one))), 0)
  return decimals.map((one) => (one === null ? null : toUnits(one, places)))
}

/** The rank of each text: comparing texts is slow, and many are equal. */
function ranksOf(texts: readonly (string | null)[]): Key[] {
  const ranks = new Map<string, number>()
  let rank = 0
  let before: string | undefined
  for (const text of [...new Set(texts)].filter((one) => one !== null).sort(byText.compare)) {
    if (before !== undefined && byText.compare(before, text) !== 0) rank += 1
    ranks.set(text, rank)
    before = text
  }
  return texts.map((text) => (text === null ? null : (ranks.get(text) ?? null)))
}

const compareKeys = (a: Exclude<Key, null>, b: Exclude<Key, null>): number => (a < b ? -1 : a > b ? 1 : 0)

/** The sorted rows; those without a value come last in either direction. */
export function sortRows<Row>(rows: readonly Row[], value: SortValue<Row>, direction: Direction): readonly Row[] {
  const sign = direction === 'ascending' ? 1 : -1
  return keysOf(rows, value)
    .map((key, index) => ({ key, index }))
    .sort((a, b) => {
      if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null) || a.index - b.index
      return sign * compareKeys(a.key, b.key) || a.index - b.index
    })
    .map(({ index }) => rows[index] as Row)
}

interface RowModel<Row> {
  readonly items: readonly Item<Row>[]
  /** The index of each line by its key. */
  readonly places: ReadonlyMap<string, number>
  /** The index of the last line among the rows, the head being 1. */
  readonly lastRow: number
  /** In display order, including those of collapsed groups. */
  readonly rows: readonly Row[]
  readonly withheld: Withheld
  /** Prepares the rows' texts before the first key of a filter. */
  readonly expectFilter: () => void
  /** Sorts everything although the table is in use. */
  readonly sortNow: () => void
}

/** Never part of a row's text. */
const NOWHERE = '\u0000'
const NOTHING_WITHHELD: Withheld = { added: 0, isOtherwise: false }

/**
 * @param version changes when live columns have new values
 * @param format format of values, which the filter searches
 * @param request changes with the query that the rows answer
 * @param isHeld while true nothing moves except by the trader's own sorting and filtering
 */
export function useRowModel<Row extends object>(
  spec: TableSpec<Row>,
  rows: readonly Row[],
  { sort, filter, collapsed }: TableState,
  version: unknown,
  isHeld: boolean,
  format: Format,
  request = '',
): RowModel<Row> {
  const { columns, idOf } = spec
  const [sorted, setSorted] = useState(0)
  const filterRows = useMemo(() => {
    void format
    return createFilter(columns)
  }, [columns, format])
  const filtered = useMemo(() => filterRows(rows, filter), [filterRows, rows, filter])
  const column = columns.find(({ id }) => id === sort?.column)
  const next = useMemo(
    // Only a dependency: live values changed, so rows are sorted again.
    () => {
      void version
      if (column?.sort === undefined || sort === null) return filtered
      return sortRows(filtered, column.sort, sort.direction)
    },
    [filtered, column, sort, version],
  )
  // The trader's own choice takes effect at once.
  const chosen = `${sort?.column} ${sort?.direction} ${filter} ${sorted} ${request}`
  const last = useRef<{ readonly chosen: string; readonly shown: readonly Placed<Row>[] } | null>(null)
  const shown = useMemo(
    () => (isHeld && last.current?.chosen === chosen ? heldOrder(last.current.shown, next, idOf) : placed(next, idOf)),
    [next, idOf, isHeld, chosen],
  )
  useLayoutEffect(() => {
    last.current = { chosen, shown }
  }, [chosen, shown])
  const items = useMemo(() => itemsOf(shown, spec, collapsed, filter.trim() !== ''), [shown, spec, collapsed, filter])
  return {
    items,
    places: useMemo(() => new Map(items.map(({ key }, index) => [key, index])), [items]),
    lastRow: items.findLast(isReachable)?.rowIndex ?? 1,
    rows: useMemo(() => shown.filter(({ isGone }) => !isGone).map(({ row }) => row), [shown]),
    withheld: useMemo(() => (isHeld ? withheld(shown, next, idOf) : NOTHING_WITHHELD), [isHeld, shown, next, idOf]),
    expectFilter: () => void requestIdleCallback(() => filterRows(rows, NOWHERE)),
    sortNow: () => setSorted((count) => count + 1),
  }
}
