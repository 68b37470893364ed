/** Dense tables: a sticky head, rows at the density's height, numbers to the right. Plain HTML table semantics. */
import { Children, type ReactNode, type TdHTMLAttributes, type ThHTMLAttributes, useRef } from 'react'
import { classNames } from './class-names.ts'
import { GoneProvider, useGivingWay, useGone } from './giving-way.ts'
import styles from './table.module.css'

interface TableProps {
  /** Accessible name. */
  readonly label: string
  /** A `TableHead`. */
  readonly head: ReactNode
  /** `tr` elements. */
  readonly children: ReactNode
  /** Columns that go, first to last, while the table is wider than its panel. What is not named here never goes. */
  readonly givesWay?: readonly string[]
}

const NOTHING: readonly string[] = []

export function Table({ label, head, children, givesWay = NOTHING }: TableProps): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  const gone = useGivingWay(box, givesWay, Children.count(children))
  return (
    <GoneProvider value={gone}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll from the keyboard */}
      <div ref={box} className={styles.scroll} tabIndex={0}>
        <table className={styles.table} aria-label={label}>
          <thead>
            <tr>{head}</tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </div>
    </GoneProvider>
  )
}

/** A part of a cell that may go by itself. */
export function GivesWay({ column, children }: { column: string; children: ReactNode }): ReactNode {
  return useGone(column) ? null : children
}

interface CellExtras {
  /** The column's name in `givesWay`. */
  readonly column?: string
  /** Right-aligned, tabular. */
  readonly numeric?: boolean
}

export function HeadCell({
  numeric,
  column,
  className,
  ...rest
}: ThHTMLAttributes<HTMLTableCellElement> & CellExtras): ReactNode {
  if (useGone(column)) return null
  return <th scope="col" className={classNames(numeric === true && styles.numeric, className)} {...rest} />
}

export function Cell({
  numeric,
  column,
  className,
  ...rest
}: TdHTMLAttributes<HTMLTableCellElement> & CellExtras): ReactNode {
  if (useGone(column)) return null
  return <td className={classNames(numeric === true && styles.numeric, className)} {...rest} />
}
