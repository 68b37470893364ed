/** What takes over when this bucket ends. */
import type { ReactNode } from 'react'
import type { BucketView } from '../../../contract/market.ts'
import { minuteText, NONE, zoneText } from '../../format/index.ts'
import styles from './bucket-panel.module.css'

export function NextBucket({ view }: { view: BucketView }): ReactNode {
  const { next } = view
  return (
    <div className={styles.next}>
      <p className={styles.label}>Next</p>
      <p className={styles.nextAsset}>{next?.asset ?? NONE}</p>
      <p className={styles.label}>
        {next === null ? 'not named yet' : `opens ${minuteText(next.start)} ${zoneText(next.start)}`}
      </p>
    </div>
  )
}
