/** The families of markets that the deployment offers: each brings the panels that show it to the front, and the one that is worked with is marked. */
import type { ReactNode } from 'react'
import type { Family } from '../../../contract/market-ref.ts'
import { useSession } from '../../queries/index.ts'
import { showFamily, useCurrentFamily } from '../docking/index.ts'
import styles from './top-bar.module.css'

const FAMILIES: readonly {
  readonly family: Family
  /** Of the service. */
  readonly feature: 'scalar' | 'binary' | 'outcomes'
  readonly title: string
}[] = [
  { family: 'scalar', feature: 'scalar', title: 'Scalar' },
  { family: 'binary', feature: 'binary', title: 'Binary' },
  { family: 'outcome', feature: 'outcomes', title: 'Outcomes' },
]

export function Families(): ReactNode {
  const features = useSession()?.features
  const current = useCurrentFamily()
  return (
    <nav aria-label="Markets" className={styles.tabs}>
      {FAMILIES.filter(({ feature }) => features?.[feature].on === true).map(({ family, title }) => (
        <button
          key={family}
          type="button"
          className={styles.tab}
          aria-current={family === current ? 'true' : undefined}
          onClick={() => showFamily(family)}
        >
          {title}
        </button>
      ))}
    </nav>
  )
}
