/** The families of markets that the deployment offers: each brings its panels to the front, and the one that is worked with is marked. */
import type { ReactNode } from 'react'
import { useSession } from '../../queries/index.ts'
import { type KindId, showPanel, useCurrentFamily } from '../docking/index.ts'
import styles from './top-bar.module.css'

type Kind = 'scalar' | 'binary' | 'outcome'

const FAMILIES: readonly {
  readonly family: Kind
  /** Of the service. */
  readonly feature: 'scalar' | 'binary' | 'outcomes'
  readonly title: string
  readonly panels: readonly KindId[]
}[] = [
  { family: 'scalar', feature: 'scalar', title: 'Scalar', panels: ['chart', 'ticket'] },
  { family: 'binary', feature: 'binary', title: 'Binary', panels: ['binary'] },
  { family: 'outcome', feature: 'outcomes', title: 'Outcomes', panels: ['outcomes'] },
]

export function Families(): ReactNode {
  const features = useSession()?.features
  const current = useCurrentFamily()
  return (
    <nav aria-label="Markets" className={styles.tabs}>
      {FAMILIES.filter(({ feature }) => features?.[feature].on === true).map(({ family, title, panels }) => (
        <button
          key={family}
          type="button"
          className={styles.tab}
          aria-current={family === current ? 'true' : undefined}
          onClick={() => panels.forEach(showPanel)}
        >
          {title}
        </button>
      ))}
    </nav>
  )
}
