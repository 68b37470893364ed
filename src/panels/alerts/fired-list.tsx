/** What fired in this run, newest first, with its time: of alerts, and of what is always told. */
import type { ReactNode } from 'react'
import type { AlertFiring } from '../../../contract/alert.ts'
import { timeText } from '../../format/index.ts'
import styles from './alerts.module.css'

export function FiredList({ firings }: { firings: readonly AlertFiring[] }): ReactNode {
  if (firings.length === 0) return null
  return (
    <section className={styles.firings} aria-label="Fired since the start">
      <h3>Fired since the start</h3>
      <ol>
        {firings.map(({ seq, at, title, words }) => (
          <li key={seq}>
            <time>{timeText(at)}</time>
            <span>
              <strong>{title}</strong> {words}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
