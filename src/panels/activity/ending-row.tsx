/** The end of a position as a line: when, what, and what it came to. */
import { memo, type ReactNode } from 'react'
import type { Ending } from '../../../contract/ending.ts'
import { timeText, useFormat, zoneText } from '../../format/index.ts'
import { classNames } from '../../ui/index.ts'
import styles from './activity.module.css'
import { KIND_WORDS } from './entries.ts'

export const EndingRow = memo(function EndingRow({ ending }: { readonly ending: Ending }): ReactNode {
  useFormat()
  const { at, kind, words, isCertain } = ending
  const isBad = kind === 'liquidated' || kind === 'unknown'
  return (
    <div className={classNames(styles.line, styles.ending)}>
      <time className={styles.time} title={`Ended at ${timeText(at)} ${zoneText(at)}, by the service's clock`}>
        {timeText(at)}
      </time>
      <span className={styles.endWords}>{words}</span>
      <span className={classNames(styles.state, isBad ? styles.bad : styles.neutral)}>
        {isCertain ? KIND_WORDS[kind] : `likely ${KIND_WORDS[kind]}`}
      </span>
    </div>
  )
})
