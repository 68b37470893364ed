/** A name that gives way where there is no room: its beginning first, since names of one kind differ at their ends. */
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './shortened.module.css'
import { telling } from './telling-part.ts'

export function Shortened({ text, className }: { text: string; className?: string | undefined }): ReactNode {
  const [start, rest] = telling(text)
  return (
    <span className={classNames(styles.name, className)}>
      {start !== '' && (
        <span data-cut className={styles.start}>
          {start}
        </span>
      )}
      <span data-cut className={styles.rest}>
        {rest}
      </span>
    </span>
  )
}
