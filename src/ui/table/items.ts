/** The lines of a table: rows, the heads of their groups, and the gaps that rows left. Pure. */
import type { Group, TableSpec } from './column.ts'

// An order that holds still while a hand is at it: nothing moves, what went leaves a gap, what came stands at the end.

/** A row in its place. */
export interface Placed<Row> {
  readonly id: string
  readonly row: Row
  /** It went while the order was held; the row is what it was last. */
  readonly isGone: boolean
  /** It came while the order was held. */
  readonly isNew: boolean
}

/** Rows as they come, nothing held. */
export const placed = <Row>(rows: readonly Row[], idOf: (row: Row) => string): readonly Placed<Row>[] =>
  rows.map((row) => ({ id: idOf(row), row, isGone: false, isNew: false }))

/**
 * The rows of `next` in the places that they had. When none of those that are shown is left there is nothing to hold, and the gaps go.
 * @param before what is shown
 * @param next what would be shown
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

/** What a held order keeps from the hand. */
export interface Withheld {
  /** How many rows came, and stand at the end. */
  readonly added: number
  /** Whether rows would stand elsewhere. */
  readonly isOtherwise: boolean
}

/** What would be otherwise if the order was not held. */
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
  /** No two lines have the same; a row's is its id. */
  readonly key: string
  /** Its place among all rows, the head being 1; 0 of a gap, which is none. */
  readonly rowIndex: number
}
export type Item<Row> =
  | (Line & { readonly kind: 'row'; readonly row: Row; readonly level: 1 | 2 })
  | (Line & { readonly kind: 'gap'; readonly name: string })
  | (Line & { readonly kind: 'group'; readonly group: Group<Row> })

/** The line of a group has this before the group's id as its key. */
const GROUP_KEY = 'group '
const groupKey = (id: string): string => `${GROUP_KEY}${id}`

/** Lines that the keyboard goes through. */
export const isReachable = <Row>(item: Item<Row>): boolean => item.kind !== 'gap'

/**
 * A group stands where its first row does. While rows are filtered no group is collapsed: what was found is seen.
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

/** Rows by group, in the order in which the groups first come; each row without a group by itself. */
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
