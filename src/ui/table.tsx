/** Dense tables: a sticky head, rows at the density's height, numbers to the right. Plain HTML table semantics. */
import type { ReactNode, TdHTMLAttributes, ThHTMLAttributes } from 'react'
import { classNames } from './class-names.ts'
import styles from './table.module.css'

interface TableProps {
  /** Accessible name. */
  readonly label: string
  /** A `TableHead`. */
  readonly head: ReactNode
  /** `tr` elements. */
  readonly children: ReactNode
}

export function Table({ label, head, children }: TableProps): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll from the keyboard
    <div className={styles.scroll} tabIndex={0}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>{head}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

interface CellExtras {
  /** Right-aligned, tabular. */
  readonly numeric?: boolean
}

export function HeadCell({
  numeric,
  className,
  ...rest
}: ThHTMLAttributes<HTMLTableCellElement> & CellExtras): ReactNode {
  return <th scope="col" className={classNames(numeric === true && styles.numeric, className)} {...rest} />
}

export function Cell({ numeric, className, ...rest }: TdHTMLAttributes<HTMLTableCellElement> & CellExtras): ReactNode {
  return <td className={classNames(numeric === true && styles.numeric, className)} {...rest} />
}
