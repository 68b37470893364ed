/** What was done to a safety catch of the trader's, as a line: when, what, and which. */
import { memo, type ReactNode } from 'react'
import type { SafetyRecord } from '../../../contract/safety-record.ts'
import { timeText, useFormat, zoneText } from '../../format/index.ts'
import { classNames } from '../../ui/index.ts'
import styles from './activity.module.css'
import { SAFETY_WORDS } from './entries.ts'

export const SafetyRow = memo(function SafetyRow({ record }: { readonly record: SafetyRecord }): ReactNode {
  useFormat()
  const { at, kind, words } = record
  return (
    <div className={classNames(styles.line, styles.ending)}>
      <time className={styles.time} title={`At ${timeText(at)} ${zoneText(at)}, by the service's clock`}>
        {timeText(at)}
      </time>
      <span className={styles.endWords}>{words}</span>
      <span className={classNames(styles.state, kind === 'killed' ? styles.bad : styles.neutral)}>
        {SAFETY_WORDS[kind]}
      </span>
    </div>
  )
})
