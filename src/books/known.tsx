/** What the figures of a stretch of time lack, in words above them. */
import type { ReactNode } from 'react'
import type { KnownOfPeriod } from '../../contract/books-view.ts'
import { momentText } from '../format/index.ts'
import styles from './known.module.css'

interface KnownProps {
  readonly view: KnownOfPeriod
  /** More that is to be said, each a sentence; null is nothing. */
  readonly also?: readonly (string | null)[]
}

export function Known({ view: { since, reachesBack, isWhole }, also = [] }: KnownProps): ReactNode {
  const words = [
    isWhole ? null : 'Being worked out: the latest fills are missing.',
    reachesBack || since === null
      ? null
      : `Every fill since ${momentText(since)} is in it; of those before only what was read.`,
    since === null ? 'Which fills are missing is not known: the history could not be read yet.' : null,
    ...also,
  ].filter((one) => one !== null)
  return words.length === 0 ? null : (
    <p className={styles.words} role="status">
      {words.join(' ')}
    </p>
  )
}
