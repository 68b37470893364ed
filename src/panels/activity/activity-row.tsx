/** One action: a line, and when opened its steps, differences and ids. */
import { memo, type ReactNode, useId } from 'react'
import type { ActionRecord } from '../../../contract/action.ts'
import { timeText } from '../../format/index.ts'
import { awaitsEstimate, awaitsWord, stateTone, stateWord } from '../../trade-forms/index.ts'
import { classNames } from '../../ui/index.ts'
import styles from './activity.module.css'
import { ActivityDetails } from './activity-details.tsx'

export interface ActivityRowProps {
  readonly action: ActionRecord
  readonly words: string
  /** The market's name within the words; empty when there is none. */
  readonly name: string
  readonly open: boolean
  readonly onToggle: (id: string) => void
}

export const ActivityRow = memo(function ActivityRow({
  action,
  words,
  name,
  open,
  onToggle,
}: ActivityRowProps): ReactNode {
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
        <Words name={name} words={words} />
        <span className={classNames(styles.state, styles[stateTone(action)])}>
          {awaitsWord(action) || awaitsEstimate(action) ? 'confirm?' : stateWord(action.state)}
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

/** What was asked for in one line. Where room is short the market's name gives way, never a size or a price; GTC goes without saying. */
function Words({ name, words }: { name: string; words: string }): ReactNode {
  const at = name === '' ? -1 : words.indexOf(name)
  const short = words.replace(/ GTC$/, '')
  return (
    <span className={styles.words} title={words}>
      {at < 0 ? (
        <span className={styles.asset}>{short}</span>
      ) : (
        <>
          <span>{short.slice(0, at)}</span>
          <span className={styles.asset}>{name}</span>
          <span>{short.slice(at + name.length)}</span>
        </>
      )}
    </span>
  )
}
