/** The tape of the live asset: newest trades first, side by colour and arrow and word, own fills marked. */
import type { ReactNode } from 'react'
import { useFormat, zoneText } from '../../format/index.ts'
import { useServerClockValue, useTopicFreshness, useTopicValue } from '../../market-data/index.ts'
import { ReadAge, useFills } from '../../queries/index.ts'
import { EmptyState, Panel, Skeleton } from '../../ui/index.ts'
import { useShownAsset } from '../../workspace/index.ts'
import { Tape } from './tape.tsx'
import styles from './trades-panel.module.css'

export function TradesPanel(): ReactNode {
  const asset = useShownAsset()
  const topic = asset === null ? null : ({ kind: 'trades', asset } as const)
  const freshness = useTopicFreshness(topic)
  const fills = useFills()
  const format = useFormat()
  const zone = useServerClockValue(zoneText)
  const any = useTopicValue(topic, (view) => view.trades.length > 0)
  return (
    <Panel
      title="Trades"
      freshness={freshness}
      actions={
        <>
          <ReadAge reads={[fills]} what="your fills" />
          <span>{zone}</span>
        </>
      }
    >
      <div className={styles.trades}>
        <div className={styles.head} aria-hidden="true">
          <span>Price</span>
          <span>Size</span>
          <span>Time</span>
        </div>
        <div className={styles.tape}>
          <Tape key={format.id} asset={asset} />
          {any !== true && (
            <div className={styles.cover}>
              {any === undefined ? (
                <Skeleton rows={8} label="Loading trades" />
              ) : (
                <EmptyState>No trade yet. The first one shows here as it happens.</EmptyState>
              )}
            </div>
          )}
        </div>
      </div>
    </Panel>
  )
}
