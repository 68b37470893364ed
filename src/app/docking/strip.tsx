/** A line above the lower edge of the workspace: what happened and what can be done about it; after a change of layout, the undo. */
import { type ReactNode, useEffect } from 'react'
import { create } from 'zustand'
import { useMarketData } from '../../market-data/index.ts'
import { Button } from '../../ui/index.ts'
import { MESSAGES } from './messages.ts'
import styles from './strip.module.css'

interface StripProps {
  readonly children: ReactNode
  /** The trader's possible action. */
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
        Dismiss
      </Button>
    </div>
  )
}

/** How long undo is offered, ms. */
const OFFERED_MS = 120_000

/** Restores the previous layout; null while there is nothing to undo. */
const useWayBack = create<{ readonly undo: (() => void) | null }>()(() => ({ undo: null }))

/** Reports that the layout was replaced, with the function that restores the previous one. */
export const offerUndo = (undo: () => void): void => useWayBack.setState({ undo })

const leave = (): void => useWayBack.setState({ undo: null })

/** After the layout was replaced by one click: offers the undo for a while. */
export function UndoLayoutChange(): ReactNode {
  const undo = useWayBack((state) => state.undo)
  const { clock } = useMarketData()
  useEffect(() => (undo === null ? undefined : clock.after(OFFERED_MS, leave)), [undo, clock])
  if (undo === null) return null
  return (
    <Strip
      action={MESSAGES.undo}
      onAction={() => {
        undo()
        leave()
      }}
      onLeave={leave}
    >
      Layout changed.
    </Strip>
  )
}
