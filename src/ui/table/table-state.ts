/** The trader's choices for a table: plain JSON, owned and saved by its parent. Pure. */
import { isRecord } from '../../../contract/record.ts'
import { type Column, type Direction, firstDirection } from './column.ts'

export interface SortChoice {
  readonly column: string
  readonly direction: Direction
}

export interface TableState {
  /** Columns whose visibility differs from the default, by id. */
  readonly columns: Readonly<Record<string, boolean>>
  /** Ids of columns in order; the others keep their default position, after their predecessor. */
  readonly order: readonly string[]
  /** Widths set by the user, px at the default text size. */
  readonly widths: Readonly<Record<string, number>>
  /** Null: rows as they come. */
  readonly sort: SortChoice | null
  readonly filter: string
  /** Groups whose rows are hidden. */
  readonly collapsed: readonly string[]
  /** Every chosen column is shown regardless of the panel's width: the table then scrolls sideways. */
  readonly scrolls: boolean
}

export const UNTOUCHED: TableState = {
  columns: {},
  order: [],
  widths: {},
  sort: null,
  filter: '',
  collapsed: [],
  scrolls: false,
}

const LONGEST_TEXT = 120
const MAX_COLUMNS = 60
const MAX_GROUPS = 500
const WIDTHS = { least: 24, most: 1200 } as const

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= LONGEST_TEXT
const names = (value: unknown, most: number): readonly string[] =>
  Array.isArray(value) ? [...new Set(value.filter(isName))].slice(0, most) : []

function fields<Value>(value: unknown, isValue: (one: unknown) => one is Value): Readonly<Record<string, Value>> {
  if (!isRecord(value)) return {}
  const good = Object.entries(value).filter((entry): entry is [string, Value] => isName(entry[0]) && isValue(entry[1]))
  return Object.fromEntries(good.slice(0, MAX_COLUMNS))
}
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean'
/** The saved width: whole px, rounded down, or the table would become wider than its panel. */
export const clampedWidth = (px: number): number => Math.min(WIDTHS.most, Math.max(WIDTHS.least, Math.floor(px + 0.01)))
const isWidth = (value: unknown): value is number =>
  typeof value === 'number' && value >= WIDTHS.least && value <= WIDTHS.most

/** Parses a saved state; unreadable parts fall back to the default. */
export function tableStateFrom(saved: unknown): TableState {
  if (!isRecord(saved)) return UNTOUCHED
  const { sort, filter } = saved
  const isSort =
    isRecord(sort) && isName(sort.column) && (sort.direction === 'ascending' || sort.direction === 'descending')
  return {
    columns: fields(saved.columns, isFlag),
    order: names(saved.order, MAX_COLUMNS),
    widths: fields(saved.widths, isWidth),
    sort: isSort ? ({ column: sort.column, direction: sort.direction } as SortChoice) : null,
    filter: typeof filter === 'string' ? filter.slice(0, LONGEST_TEXT) : '',
    collapsed: names(saved.collapsed, MAX_GROUPS),
    scrolls: saved.scrolls === true,
  }
}

/** All columns in the chosen order, including hidden ones. */
export function orderedColumns<Row>(
  columns: readonly Column<Row>[],
  { order }: Pick<TableState, 'order'>,
): readonly Column<Row>[] {
  const named = order.flatMap((id) => columns.find((column) => column.id === id) ?? [])
  const result = [...named]
  columns.forEach((column, index) => {
    if (named.includes(column)) return
    const before = columns[index - 1]
    result.splice(before === undefined ? 0 : result.indexOf(before) + 1, 0, column)
  })
  return result
}

/** Whether a column is chosen to be visible; hiding in a narrow panel is separate. */
export const isChosen = <Row>(column: Column<Row>, { columns }: Pick<TableState, 'columns'>): boolean =>
  column.stays === true || (columns[column.id] ?? column.isExtra !== true)

/** The visible columns, in order. */
export const chosenColumns = <Row>(
  columns: readonly Column<Row>[],
  state: Pick<TableState, 'columns' | 'order'>,
): readonly Column<Row>[] => orderedColumns(columns, state).filter((column) => isChosen(column, state))

/** Shows or hides a column. */
export function withColumn<Row>(state: TableState, column: Column<Row>, isShown: boolean): TableState {
  const { [column.id]: _, ...others } = state.columns
  return { ...state, columns: isShown === (column.isExtra !== true) ? others : { ...others, [column.id]: isShown } }
}

/** Sets user-defined widths, px at the default text size. */
export const withWidths = (state: TableState, widths: TableState['widths']): TableState => ({
  ...state,
  widths: { ...state.widths, ...widths },
})

/** Moves a column past the next visible one. */
export function withColumnMoved<Row>(
  state: TableState,
  columns: readonly Column<Row>[],
  id: string,
  step: -1 | 1,
): TableState {
  const order = orderedColumns(columns, state)
  const from = order.findIndex((column) => column.id === id)
  let to = from + step
  while (order[to] !== undefined && !isChosen(order[to] as Column<Row>, state)) to += step
  if (from < 0 || order[to] === undefined) return state
  const ids = order.map((column) => column.id)
  ids.splice(to, 0, ...ids.splice(from, 1))
  return { ...state, order: ids }
}

/** The sort after one more click on a head: its first direction, the other one, then none. */
export function nextSort<Row>(sort: SortChoice | null, column: Column<Row>): SortChoice | null {
  const first = firstDirection(column)
  if (sort?.column !== column.id) return { column: column.id, direction: first }
  if (sort.direction !== first) return null
  return { column: column.id, direction: first === 'ascending' ? 'descending' : 'ascending' }
}

/** Hides the rows of a group, or shows them. */
export const withGroup = (state: TableState, id: string, isCollapsed: boolean): TableState => ({
  ...state,
  collapsed: isCollapsed
    ? [...state.collapsed.filter((other) => other !== id), id].slice(-MAX_GROUPS)
    : state.collapsed.filter((other) => other !== id),
})
