/** An action that is not in the list any more, found by its id: its row, with the day on which it was asked for. */
import type { ReactNode } from 'react'
import { serviceTime } from '../../../contract/action.ts'
import type { FoundAction } from '../../../contract/found-action.ts'
import { momentText } from '../../format/index.ts'
import { actionParts, type Naming } from '../../trade-forms/index.ts'
import styles from './activity.module.css'
import { ActivityRow } from './activity-row.tsx'

interface FoundRowProps {
  readonly found: FoundAction
  readonly names: Naming
  readonly open: boolean
  readonly onToggle: (id: string) => void
}

export function FoundRow({ found, names, open, onToggle }: FoundRowProps): ReactNode {
  const { action, failure, id } = found
  if (action === null) {
    return (
      <p className={styles.unreadable}>
        Action {id} was carried out by this terminal, but cannot be shown. {failure}
      </p>
    )
  }
  return (
    <>
      <ActivityRow action={action} line={actionParts(action, [], names)} open={open} onToggle={onToggle} />
      <p className={styles.foundIn}>Asked for on {momentText(serviceTime(action, action.createdAt))}</p>
    </>
  )
}
