/** Where the prediction behind a position expects the temperature, beside its side. */
import type { ReactNode } from 'react'
import type { Position } from '../../../contract/account.ts'
import { temperatureText } from '../../format/index.ts'
import { useHeldTargets } from '../../trade-forms/index.ts'
import styles from './positions.module.css'

export function HeldTarget({ position }: { position: Position }): ReactNode {
  const targets = useHeldTargets(position)
  if (targets.length === 0) return null
  const words = targets.map(temperatureText).join(', ')
  return (
    <span
      className={styles.foreign}
      title={`Predicted: ${words}. It closes nothing there; a target of an exit plan does.`}
    >
      to {words}
    </span>
  )
}
