/** The live bucket at a glance: asset and phase, temperature and mark, the 120 minutes with their averaging window, and what follows. */
import type { ReactNode } from 'react'
import type { BucketView } from '../../../contract/market.ts'
import { olderOf, useFreshness, useTopic, useTopicFreshness } from '../../market-data/index.ts'
import { pauseWords } from '../../markets/scalar/index.ts'
import { EmptyState, Panel, Skeleton } from '../../ui/index.ts'
import styles from './bucket-panel.module.css'
import { LiveFigures } from './live-figures.tsx'
import { NextBucket } from './next-bucket.tsx'
import { TimeBar } from './time-bar.tsx'

export function BucketPanel(): ReactNode {
  const bucket = useTopic({ kind: 'bucket' })
  const asset = bucket?.current?.asset ?? null
  const mark = useTopicFreshness(asset === null ? null : { kind: 'ticker', asset })
  const freshness = olderOf(useFreshness(bucket), mark)
  return (
    <Panel title="Bucket" headless freshness={freshness}>
      {bucket === undefined ? <Skeleton rows={2} label="Loading bucket" /> : <Strip view={bucket} />}
    </Panel>
  )
}

function Strip({ view }: { view: BucketView }): ReactNode {
  const { current, next, phase } = view
  if (current === null && next === null && phase === 'waiting') {
    return <EmptyState>The service names no bucket right now. This shows the next one as soon as it does.</EmptyState>
  }
  const pause = pauseWords(view)
  return (
    <div className={styles.frame}>
      <div className={styles.strip}>
        <LiveFigures view={view} />
        <div className={styles.middle}>
          {pause === null && current !== null ? (
            <TimeBar view={view} bucket={current} />
          ) : (
            <p className={styles.pause} role="status">
              <span className={styles.pauseWhole}>{pause}</span>
              <span className={styles.pauseShort} aria-hidden>
                Entries are closed.
              </span>
            </p>
          )}
        </div>
        <NextBucket view={view} />
      </div>
    </div>
  )
}
