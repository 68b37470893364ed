/** The lines of a table: rows, the heads of their groups, and the gaps that rows left. Pure. */
import type { Group, TableSpec } from './column.ts'
import type { Placed } from './held-order.ts'

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
