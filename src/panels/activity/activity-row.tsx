/** One action: a line, and when opened its steps, differences and ids. */
import { memo, type ReactNode, useId } from 'react'
import type { ActionRecord } from '../../../contract/action.ts'
import { awaitsWord, stateTone, stateWord } from '../../trade-forms/index.ts'
import { classNames, timeText } from '../../ui/index.ts'
import styles from './activity.module.css'
import { ActivityDetails } from './activity-details.tsx'

export interface ActivityRowProps {
  readonly action: ActionRecord
  readonly words: string
  readonly open: boolean
  readonly onToggle: (id: string) => void
}

export const ActivityRow = memo(function ActivityRow({ action, words, open, onToggle }: ActivityRowProps): ReactNode {
  const id = useId()
  const failed = action.state === 'refused' || action.state === 'rejected' || action.state === 'expired'
  return (
    <div className={classNames(styles.entry, open && styles.open)}>
      <button
        type="button"
        className={styles.line}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => onToggle(action.id)}
      >
        <time className={styles.time}>{timeText(action.createdAt)}</time>
        <span className={styles.words} title={words}>
          {words}
        </span>
        <span className={classNames(styles.state, styles[stateTone(action)])}>
          {awaitsWord(action) ? 'confirm?' : stateWord(action.state)}
        </span>
      </button>
      {!open && failed && action.message !== null && (
        <p className={styles.reason} title={action.message}>
          {action.message}
        </p>
      )}
      <div id={id} hidden={!open}>
        {open && <ActivityDetails action={action} />}
      </div>
    </div>
  )
})
