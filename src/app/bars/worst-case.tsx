/** What could be lost from now on, in the status bar: with the limit where one is set, and the way to it. */
import type { ReactNode } from 'react'
import { useTopicValue } from '../../market-data/index.ts'
import { useSession, useSettings } from '../../queries/index.ts'
import { classNames, Tooltip } from '../../ui/index.ts'
import { showPanel } from '../docking/index.ts'
import styles from './status-bar.module.css'
import { worstCaseWords } from './worst-case-words.ts'

export function WorstCase(): ReactNode {
  const isSignedIn = useSession()?.identity != null
  const limit = useSettings()?.limits.worstCase ?? null
  const loss = useTopicValue({ kind: 'worst_case' }, ({ now }) => now?.loss ?? null) ?? null
  const why = useTopicValue({ kind: 'worst_case' }, (view) => view.why) ?? null
  if (!isSignedIn) return null
  const { figure, of, tone, explanation } = worstCaseWords({ loss, why, limit })
  return (
    <div className={styles.worst}>
      <Tooltip words={explanation}>
        <button type="button" className={styles.identity} onClick={() => showPanel('limits')}>
          Worst case<span className={styles.now}> now</span>{' '}
          <span className={classNames(styles.loss, tone !== 'calm' && styles[tone])}>{figure}</span>
          {of !== null && ` of ${of}`} USDC
          <span className="visually-hidden">. {explanation}</span>
        </button>
      </Tooltip>
    </div>
  )
}
