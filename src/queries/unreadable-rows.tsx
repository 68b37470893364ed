/** Rows of a list that cannot be read, below those that can: what they say, and why they are not shown as the others are. */
import type { ReactNode } from 'react'
import type { UnreadableRow } from '../../contract/unreadable-row.ts'
import { Banner } from '../ui/index.ts'
import styles from './read-states.module.css'

interface UnreadableRowsProps {
  readonly rows: readonly UnreadableRow[] | undefined
  /** `Positions`, for the name of the list. */
  readonly what: string
}

/** Nothing while all rows can be read. */
export function UnreadableRows({ rows, what }: UnreadableRowsProps): ReactNode {
  if (rows === undefined || rows.length === 0) return null
  return (
    <>
      <Banner tone="warning" title={`${what}: ${rows.length === 1 ? '1 row' : `${rows.length} rows`} cannot be read.`}>
        Closes, stops and cancels in other markets go out. Nothing that adds exposure does until it can be read.
      </Banner>
      {/* Not in the banner: figures in it change with every read, and would be announced each time. */}
      <ul className={styles.unreadable} aria-label={`${what} that cannot be read`}>
        {rows.map(({ text, asset, reason }) => (
          <li key={`${asset}/${reason}/${text}`}>
            {asset !== null && <strong>{asset} </strong>}
            {reason} <code>{text}</code>
          </li>
        ))}
      </ul>
    </>
  )
}
