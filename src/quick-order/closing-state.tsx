/** What became of a close that a line or a key sent: how far it is, the way to stop it, and why it came to nothing. */
import type { ReactNode } from 'react'
import type { ActionRecord } from '../../contract/action.ts'
import { CloseProgressLine, type CloseState } from '../positions/index.ts'
import { useAssets } from '../queries/index.ts'
import { stateLine } from '../trade-forms/index.ts'
import styles from './preview-line.module.css'

interface ClosedSoFarProps {
  readonly state: CloseState
  /** Undefined before it shows. */
  readonly action: ActionRecord | undefined
}

export function ClosedSoFar({ state: { failure, progress }, action }: ClosedSoFarProps): ReactNode {
  const assets = useAssets()
  if (failure !== null) {
    return (
      <p className={`${styles.said} ${styles.bad}`} role="alert">
        {failure}
      </p>
    )
  }
  if (progress !== null) return <CloseProgressLine {...progress} />
  return (
    <p className={styles.said} role="status">
      {action === undefined ? 'Sending…' : stateLine(action, assets)}
    </p>
  )
}
