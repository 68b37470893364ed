/**
 * A name that gives way where there is no room: its beginning first, since names of one kind differ at their ends. The side of a market that
 * it ends with is never cut off: without it, the one to buy reads like the one to sell.
 */
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './shortened.module.css'
import { sided, telling } from './telling-part.ts'

export function Shortened({ text, className }: { text: string; className?: string | undefined }): ReactNode {
  const [start, rest] = telling(text)
  const [market, side] = sided(rest)
  return (
    <span className={classNames(styles.name, className)}>
      {start !== '' && (
        <span data-cut className={styles.start}>
          {start}
        </span>
      )}
      <span data-cut className={styles.rest}>
        {market}
      </span>
      {side !== '' && <span className={styles.side}>{side}</span>}
    </span>
  )
}
