/** The lines of a table: a row with its detail, the head of a group, the gap of a removed row. */
import { type CSSProperties, createContext, memo, type ReactNode, type RefCallback, useContext } from 'react'
import type { Format } from '../../format/index.ts'
import { TabStops } from '../button.tsx'
import { classNames } from '../class-names.ts'
import type { Column, Group, TableSpec } from './column.ts'
import { PinnedRow } from './row-store.ts'
import styles from './table.module.css'

const GoneContext = createContext<ReadonlySet<string>>(new Set())
/** What is hidden in the surrounding table: whole columns, and parts of cells. */
export const GoneProvider = GoneContext.Provider

/** Whether a column or a part of a cell is hidden. */
export const useGone = (name: string): boolean => useContext(GoneContext).has(name)

/** A part of a cell that can be hidden on its own. */
export function GivesWay({ part, children }: { part: string; children: ReactNode }): ReactNode {
  return useGone(part) ? null : children
}

interface LineProps {
  /** Its index in the table, for measuring. */
  readonly index: number
  /** Px from the top. */
  readonly start: number
  readonly rowIndex: number
  readonly isActive: boolean
  readonly isSelected: boolean
  /** A new format rewrites every cell. */
  readonly format: Format
  /** Undefined where every row has the same height. */
  readonly measure: RefCallback<HTMLElement> | undefined
}

const at = (start: number): CSSProperties => ({ transform: `translateY(${start}px)` })

interface RowProps<Row> extends LineProps {
  readonly id: string
  readonly row: Row
  readonly spec: TableSpec<Row>
  readonly columns: readonly Column<Row>[]
  /** Undefined where no row belongs to a group. */
  readonly level: 1 | 2 | undefined
}

function PlainRow<Row>(props: RowProps<Row>): ReactNode {
  const { id, index, start, row, spec, columns, level, rowIndex, isActive, isSelected, format, measure } = props
  const { Provider, Detail, Words } = spec
  const isEnded = spec.isEnded?.(row) === true
  const inText = Words?.of(row) === true
  const first = inText ? columns.findIndex(({ id: column }) => !Words.keeps.includes(column)) : columns.length
  const from = first < 0 ? columns.length : Math.max(1, first)
  const line = (
    <>
      <tr
        data-row={id}
        tabIndex={isActive ? 0 : -1}
        aria-rowindex={rowIndex}
        aria-level={level}
        aria-selected={isSelected}
        className={classNames(
          styles.row,
          styles.body,
          isSelected && styles.selected,
          isEnded && styles.ended,
          inText && styles.inText,
          spec.isUniform === true && styles.uniform,
          level === 2 && styles.inner,
        )}
      >
        <TabStops value={isActive}>
          {columns.slice(0, from).map((column, place) => (
            <Cell key={column.id} column={column} row={row} place={place} format={format} />
          ))}
          {inText && from < columns.length && (
            <td
              colSpan={columns.length - from}
              aria-colindex={from + 1}
              className={classNames(styles.cell, styles.prose)}
              style={{ gridColumn: `${from + 1} / -1` }}
            >
              <Words.Cell row={row} />
            </td>
          )}
        </TabStops>
      </tr>
      {Detail !== undefined && <Detail row={row} />}
    </>
  )
  return (
    <tbody ref={measure} data-index={index} className={styles.line} style={at(start)}>
      <PinnedRow value={id}>{Provider === undefined ? line : <Provider row={row}>{line}</Provider>}</PinnedRow>
    </tbody>
  )
}

/** Memoized: a line renders when its props change, and its cells when their subscriptions do. */
export const TableRow = memo(PlainRow) as typeof PlainRow

interface CellProps<Row> {
  readonly column: Column<Row>
  readonly row: Row
  readonly place: number
  readonly format: Format
}

function PlainCell<Row>({ column, row, place }: CellProps<Row>): ReactNode {
  const { id, isNumeric, fit, Cell: Content } = column
  const shared = {
    'aria-colindex': place + 1,
    'data-column': id,
    className: classNames(styles.cell, isNumeric === true && styles.numeric, fit === 'wrap' && styles.wrap),
  }
  const content =
    fit === undefined || fit === 'wrap' ? (
      <Content row={row} />
    ) : (
      <span
        data-fit={id}
        data-clips={fit === 'clip' || undefined}
        className={styles[fit === 'clip' ? 'clipped' : 'fitted']}
      >
        <Content row={row} />
      </span>
    )
  return place === 0 ? (
    <th scope="row" {...shared}>
      {content}
    </th>
  ) : (
    <td {...shared}>{content}</td>
  )
}
const Cell = memo(PlainCell) as typeof PlainCell

/** The part of a `clip` cell that is truncated where space is short, with the full text in its title. */
export function Clip({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  return (
    <span data-cut className={styles.cut} title={title}>
      {children}
    </span>
  )
}

/** Below a row, spanning all columns. */
export function DetailRow({ children, role }: { readonly children: ReactNode; readonly role?: 'alert' }): ReactNode {
  return (
    <tr>
      <td className={styles.detail}>{role === undefined ? children : <div role={role}>{children}</div>}</td>
    </tr>
  )
}

interface GroupRowProps<Row> extends LineProps {
  readonly group: Group<Row>
  readonly id: string
  readonly spec: TableSpec<Row>
  readonly columns: readonly Column<Row>[]
}

function PlainGroupRow<Row>(props: GroupRowProps<Row>): ReactNode {
  const { group, id, index, start, spec, columns, rowIndex, isActive, isSelected, measure } = props
  const Title = spec.groups?.Title
  const own = columns.findIndex(({ GroupCell }) => GroupCell !== undefined)
  const from = own < 0 ? columns.length : Math.max(1, own)
  return (
    <tbody ref={measure} data-index={index} className={styles.line} style={at(start)}>
      <tr
        data-row={id}
        tabIndex={isActive ? 0 : -1}
        aria-rowindex={rowIndex}
        aria-level={1}
        aria-expanded={!group.isCollapsed}
        aria-selected={isSelected}
        className={classNames(styles.row, styles.body, styles.group, isSelected && styles.selected)}
      >
        <th
          scope="row"
          colSpan={from}
          aria-colindex={1}
          className={classNames(styles.cell, styles.groupTitle)}
          style={{ gridColumn: `1 / ${from + 1}` }}
        >
          <span className={styles.fold} aria-hidden>
            {group.isCollapsed ? '▸' : '▾'}
          </span>
          {Title !== undefined && <Title group={group} />}
        </th>
        <TabStops value={isActive}>
          {columns.slice(from).map(({ id: column, isNumeric, GroupCell }, place) => (
            <td
              key={column}
              aria-colindex={from + place + 1}
              className={classNames(styles.cell, isNumeric === true && styles.numeric)}
            >
              {GroupCell !== undefined && <GroupCell group={group} />}
            </td>
          ))}
        </TabStops>
      </tr>
    </tbody>
  )
}
export const GroupRow = memo(PlainGroupRow) as typeof PlainGroupRow

/** Keeps the place of a removed row while the table is in use. Hidden from screen readers, for which the row no longer exists. */
export function GapRow({
  name,
  index,
  start,
  measure,
}: Pick<LineProps, 'index' | 'start' | 'measure'> & { readonly name: string }): ReactNode {
  return (
    <tbody ref={measure} data-index={index} className={styles.line} style={at(start)} aria-hidden>
      <tr>
        <td className={styles.gap}>{name}: no longer listed</td>
      </tr>
    </tbody>
  )
}

/** Content shown below a row because its column is hidden. */
export function Below({ column, children }: { readonly column: string; readonly children: ReactNode }): ReactNode {
  return useGone(column) ? children : null
}
