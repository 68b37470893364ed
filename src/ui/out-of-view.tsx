/** Says that what they would do is out of view, for which buttons wait, and brings it in view. */
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import styles from './out-of-view.module.css'

interface OutOfViewProps {
  /** Which buttons wait for what: `Buy and Sell wait until their figures are in view.` */
  readonly children: ReactNode
  /** Brings it in view, as far as there is room. */
  readonly onShow: () => void
}

export function OutOfView({ children, onShow }: OutOfViewProps): ReactNode {
  return (
    <div className={styles.bar} role="status">
      <span>{children}</span>
      <Button size="small" onClick={onShow}>
        Show
      </Button>
    </div>
  )
}
