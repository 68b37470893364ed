/** The families of markets that the deployment offers: each brings its panels to the front, and is marked while one of them is there. */
import type { ReactNode } from 'react'
import { useSession } from '../../queries/index.ts'
import { type PanelId, showPanel, useInFront } from '../docking/index.ts'
import styles from './top-bar.module.css'

const FAMILIES: readonly { family: 'scalar' | 'binary' | 'outcomes'; title: string; panels: readonly PanelId[] }[] = [
  { family: 'scalar', title: 'Scalar', panels: ['chart', 'ticket'] },
  { family: 'binary', title: 'Binary', panels: ['binary'] },
  { family: 'outcomes', title: 'Outcomes', panels: ['outcomes'] },
]

export function Families(): ReactNode {
  const features = useSession()?.features
  return (
    <nav aria-label="Markets" className={styles.tabs}>
      {FAMILIES.filter(({ family }) => features?.[family].on === true).map(({ family, title, panels }) => (
        <Family key={family} title={title} panels={panels} />
      ))}
    </nav>
  )
}

function Family({ title, panels }: { title: string; panels: readonly PanelId[] }): ReactNode {
  const shown = useInFront(panels)
  return (
    <button
      type="button"
      className={styles.tab}
      aria-current={shown ? 'true' : undefined}
      onClick={() => panels.forEach(showPanel)}
    >
      {title}
    </button>
  )
}
