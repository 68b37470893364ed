/** What became of the last thing that a form sent, below its buttons: refusals in the words of whoever refused it. */
import type { ReactNode } from 'react'
import { useAssets } from '../queries/index.ts'
import { type Sender, stateLine, stateTone, useFollowedAction } from '../trade-forms/index.ts'
import { classNames } from '../ui/index.ts'
import styles from './follow-line.module.css'

const ENDED_BADLY = ['refused', 'rejected', 'expired']

/** `children` stand there before anything was sent. */
export function FollowLine({ sender, children }: { sender: Sender; children?: ReactNode }): ReactNode {
  const { submission } = sender
  const action = useFollowedAction(submission)
  const assets = useAssets()
  if (submission.state === 'failed') {
    return (
      <p className={classNames(styles.follow, styles.bad)} role="alert">
        {submission.message}
      </p>
    )
  }
  if (action === undefined) {
    return (
      <p className={styles.follow} role="status">
        {submission.state === 'idle' ? children : 'Sending…'}
      </p>
    )
  }
  const bad = ENDED_BADLY.includes(action.state)
  return (
    <p className={classNames(styles.follow, styles[stateTone(action)])} role={bad ? 'alert' : 'status'}>
      {stateLine(action, assets)}
      {bad && action.message !== null && `. ${action.message}`}
    </p>
  )
}
