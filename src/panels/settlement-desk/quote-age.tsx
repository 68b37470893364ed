/** How old a quote is: `3 s`, `stale, 12 s`. */
import type { ReactNode } from 'react'
import { NONE } from '../../format/index.ts'
import { spanText, useTick } from '../../market-data/index.ts'
import styles from './relative-value.module.css'
import type { BookAge } from './use-books.ts'

const SECOND = 1000

export function QuoteAge({ age: { receivedAt, isStale } }: { readonly age: BookAge }): ReactNode {
  const now = useTick(SECOND)
  if (receivedAt === null) return <span className={styles.quiet}>{NONE}</span>
  const span = spanText(now - receivedAt)
  return isStale ? <span className={styles.stale}>stale, {span}</span> : <span className={styles.quiet}>{span}</span>
}
