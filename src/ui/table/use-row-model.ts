/** The lines of a table: its rows filtered, sorted, held still and grouped. */
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Format } from '../../format/index.ts'
import type { TableSpec } from './column.ts'
import { createFilter } from './filter-rows.ts'
import { heldOrder, type Placed, placed, type Withheld, withheld } from './held-order.ts'
import { type Item, isReachable, itemsOf } from './items.ts'
import { sortRows } from './sort-rows.ts'
import type { TableState } from './table-state.ts'

interface RowModel<Row> {
  readonly items: readonly Item<Row>[]
  /** The index of each line by its key. */
  readonly places: ReadonlyMap<string, number>
  /** The place of the last line among the rows, the head being 1. */
  readonly lastRow: number
  /** In the order in which they stand, those of collapsed groups among them. */
  readonly rows: readonly Row[]
  readonly withheld: Withheld
  /** Has what rows say ready before the first key of a filter. */
  readonly expectFilter: () => void
  /** Puts everything in order although a hand is at it. */
  readonly sortNow: () => void
}

/** Stands in no row. */
const NOWHERE = '\u0000'
const NOTHING_WITHHELD: Withheld = { added: 0, isOtherwise: false }

/**
 * @param version changes when live columns have other values
 * @param format how values are written, which the filter looks in
 * @param asked changes when the rows are those of another question
 * @param isHeld while true nothing moves that is not moved by the trader's own sorting and filtering
 */
export function useRowModel<Row extends object>(
  spec: TableSpec<Row>,
  rows: readonly Row[],
  { sort, filter, collapsed }: TableState,
  version: unknown,
  isHeld: boolean,
  format: Format,
  asked = '',
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
    // Read for nothing but to sort again when live values changed.
    () => {
      void version
      if (column?.sort === undefined || sort === null) return filtered
      return sortRows(filtered, column.sort, sort.direction)
    },
    [filtered, column, sort, version],
  )
  // What the trader chose takes effect at once.
  const chosen = `${sort?.column} ${sort?.direction} ${filter} ${sorted} ${asked}`
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
