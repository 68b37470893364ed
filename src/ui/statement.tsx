/** A fact with what it means: good news plain, a warning and an error marked by a sign and by color. */
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './statement.module.css'

/** A fact in a few words, and what it means; the detail may be empty. */
export interface StatementText {
  readonly tone: 'good' | 'warning' | 'error'
  readonly title: string
  readonly detail: string
}

const MARKS: Readonly<Record<StatementText['tone'], string>> = { good: '', warning: '⚠ ', error: '✕ ' }

export function Statement({ words }: { words: StatementText }): ReactNode {
  const { tone, title, detail } = words
  return (
    <div className={styles.words} role={tone === 'error' ? 'alert' : undefined}>
      <span className={classNames(styles.title, tone !== 'good' && styles[tone])}>
        <span aria-hidden>{MARKS[tone]}</span>
        {title}
      </span>
      {detail !== '' && <p className={styles.detail}>{detail}</p>}
    </div>
  )
}
