/** The panel "Binary". */
import type { ReactNode } from 'react'
import { olderOf, useFreshness, useTopic, useTopicFreshness } from '../../market-data/index.ts'
import { presentOf } from '../../markets/binary/index.ts'
import { ReadAge, useAccount, useSession } from '../../queries/index.ts'
import { Banner, EmptyState, ErrorState, OffState, Panel, Skeleton } from '../../ui/index.ts'
import styles from './binary.module.css'
import { HeldPosition } from './held-position.tsx'
import { Overview } from './overview.tsx'
import { PredictForm } from './predict-form.tsx'

export function BinaryPanel(): ReactNode {
  const session = useSession()
  const account = useAccount()
  const view = useTopic({ kind: 'binary' })
  const asset = view === undefined ? null : presentOf(view).asset
  const prices = useTopicFreshness(asset === null ? null : { kind: 'ticker', asset })
  const state = useFreshness(view === undefined ? undefined : { stale: view.stale, receivedAt: view.receivedAt ?? 0 })
  const freshness = olderOf(state, prices)
  const off = session?.features.binary.on === false ? session.features.binary.reason : null
  if (off !== null) {
    return (
      <Panel title="Binary">
        <OffState title="There is no binary market here" reason={off} />
      </Panel>
    )
  }
  if (session === undefined || view === undefined || (view.status === null && view.error === null)) {
    return (
      <Panel title="Binary">
        <Skeleton rows={9} label="Loading binary market" />
      </Panel>
    )
  }
  if (view.status === null) {
    return (
      <Panel title="Binary">
        <ErrorState
          title="The binary market could not be read"
          message={`${view.error} It is asked again by itself.`}
        />
      </Panel>
    )
  }
  const present = presentOf(view)
  return (
    <Panel
      title="Binary"
      freshness={freshness}
      dims="none"
      actions={
        <>
          <ReadAge reads={[account]} what="account" />
          <span>{present.asset}</span>
        </>
      }
    >
      <div className={styles.body}>
        {view.error !== null && (
          <Banner tone="error" title="The binary market could not be refreshed.">
            {view.error}
          </Banner>
        )}
        {present.asset === null ? (
          <EmptyState>The service names no active binary asset. This shows the next one as soon as it does.</EmptyState>
        ) : (
          <>
            <Overview present={present} paused={view.status.paused} stale={freshness.stale} />
            <HeldPosition market={present.market} asset={present.asset} />
            <PredictForm
              key={present.asset}
              asset={present.asset}
              view={view}
              staleWords={freshness.stale ? freshness.words : null}
            />
          </>
        )}
      </div>
    </Panel>
  )
}
