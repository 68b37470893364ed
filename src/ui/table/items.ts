/** The lines of a table: rows, the heads of their groups, and the gaps left by removed rows. Pure. */
import type { Group, TableSpec } from './column.ts'

/** A row in its position. The order is held while the table is in use: nothing moves, a removed row leaves a gap, a new one is appended. */
export interface Placed<Row> {
  readonly id: string
  readonly row: Row
  /** It was removed while the order was held; the row is its last state. */
  readonly isGone: boolean
  /** It arrived while the order was held. */
  readonly isNew: boolean
}

/** Rows as they come, without a held order. */
export const placed = <Row>(rows: readonly Row[], idOf: (row: Row) => string): readonly Placed<Row>[] =>
  rows.map((row) => ({ id: idOf(row), row, isGone: false, isNew: false }))

/**
 * The rows of `next` in their current positions. When none of the shown rows is left there is nothing to hold, and the gaps are dropped.
 * @param before the shown rows
 * @param next the rows that would be shown
 */
export function heldOrder<Row>(
  before: readonly Placed<Row>[],
  next: readonly Row[],
  idOf: (row: Row) => string,
): readonly Placed<Row>[] {
  const rows = new Map(next.map((row) => [idOf(row), row]))
  const kept = before.map((one): Placed<Row> => {
    const row = rows.get(one.id)
    rows.delete(one.id)
    return row === undefined ? { ...one, isGone: true } : { ...one, row, isGone: false }
  })
  if (kept.every(({ isGone }) => isGone)) return placed(next, idOf)
  return [...kept, ...[...rows].map(([id, row]) => ({ id, row, isGone: false, isNew: true }))]
}

/** The changes that a held order withholds. */
export interface Withheld {
  /** Number of new rows, which are appended. */
  readonly added: number
  /** Whether rows would be in a different order. */
  readonly isOtherwise: boolean
}

/** The differences to the order without holding. */
export function withheld<Row>(
  shown: readonly Placed<Row>[],
  next: readonly Row[],
  idOf: (row: Row) => string,
): Withheld {
  const here = shown.filter(({ isGone }) => !isGone)
  return {
    added: here.filter(({ isNew }) => isNew).length,
    isOtherwise: here.some(({ id }, index) => id !== idOf(next[index] as Row)),
  }
}

interface Line {
  /** Unique per line; a row's is its id. */
  readonly key: string
  /** Its index among all rows, the head being 1; 0 for a gap, which is no row. */
  readonly rowIndex: number
}
export type Item<Row> =
  | (Line & { readonly kind: 'row'; readonly row: Row; readonly level: 1 | 2 })
  | (Line & { readonly kind: 'gap'; readonly name: string })
  | (Line & { readonly kind: 'group'; readonly group: Group<Row> })

/** The key of a group's line is this followed by the group's id. */
const GROUP_KEY = 'group '
const groupKey = (id: string): string => `${GROUP_KEY}${id}`

/** Lines that the keyboard can reach. */
export const isReachable = <Row>(item: Item<Row>): boolean => item.kind !== 'gap'

/**
 * A group is positioned at its first row. While rows are filtered no group is collapsed, so that matches are visible.
 * @param collapsed ids of groups
 */
export function itemsOf<Row>(
  rows: readonly Placed<Row>[],
  spec: Pick<TableSpec<Row>, 'groups' | 'nameOf'>,
  collapsed: readonly string[],
  isFiltered: boolean,
): readonly Item<Row>[] {
  const items: Item<Row>[] = []
  let rowIndex = 1
  const line = ({ id, row, isGone }: Placed<Row>, level: 1 | 2): void => {
    if (isGone) items.push({ kind: 'gap', key: id, rowIndex: 0, name: spec.nameOf(row) })
    else items.push({ kind: 'row', key: id, rowIndex: ++rowIndex, row, level })
  }
  const { groups } = spec
  if (groups === undefined) {
    for (const one of rows) line(one, 1)
    return items
  }
  const shut = new Set(isFiltered ? [] : collapsed)
  for (const [id, own] of byGroup(rows, groups.of)) {
    if (id === null) {
      for (const one of own) line(one, 1)
      continue
    }
    const isCollapsed = shut.has(id)
    const here = own.filter(({ isGone }) => !isGone).map(({ row }) => row)
    items.push({
      kind: 'group',
      key: groupKey(id),
      rowIndex: ++rowIndex,
      group: { id, rows: here, isCollapsed },
    })
    if (!isCollapsed) for (const one of own) line(one, 2)
  }
  return items
}

/** Rows by group, in order of first appearance; each row without a group on its own. */
function byGroup<Row>(
  rows: readonly Placed<Row>[],
  of: (row: Row) => string | null,
): readonly (readonly [string | null, readonly Placed<Row>[]])[] {
  const result: [string | null, Placed<Row>[]][] = []
  const known = new Map<string, Placed<Row>[]>()
  for (const one of rows) {
    const id = of(one.row)
    const own = id === null ? undefined : known.get(id)
    if (own !== undefined) {
      own.push(one)
      continue
    }
    const begun = [one]
    result.push([id, begun])
    if (id !== null) known.set(id, begun)
  }
  return result
}
