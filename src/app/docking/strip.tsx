/** A line over the lower end of the workspace that says what happened and what can be done about it; it blocks nothing. */
import type { ReactNode } from 'react'
import { Button } from '../../ui/index.ts'
import styles from './strip.module.css'

interface StripProps {
  readonly children: ReactNode
  /** What the trader can do about it. */
  readonly action?: string
  readonly onAction?: () => void
  readonly onLeave: () => void
}

export function Strip({ children, action, onAction, onLeave }: StripProps): ReactNode {
  return (
    <div className={styles.strip} role="status">
      <span>{children}</span>
      {action !== undefined && (
        <Button size="small" variant="primary" onClick={onAction}>
          {action}
        </Button>
      )}
      <Button size="small" variant="bare" onClick={onLeave}>
        {action === undefined ? 'Put away' : 'Leave'}
      </Button>
    </div>
  )
}
