/** Shared by the panels of a binary market: its state from the reads, and the placeholders without one. */

import type { ReactNode } from 'react'
import type { BinaryView } from '../../../contract/binary.ts'
import { olderOf, useFreshness, useTopic, useTopicFreshness } from '../../market-data/index.ts'
import { assetOfRef, type Present, presentOf } from '../../markets/binary/index.ts'
import { Banner, EmptyState, ErrorState, Skeleton } from '../../ui/index.ts'
import { useInstrument, useMarketRef } from '../../workspace/index.ts'

/** The basis of the panels of a binary market: its state from the reads, its freshness, and the placeholder while there is none. */
export function useBinaryMarket() {
  const view = useTopic({ kind: 'binary' })
  const ref = useMarketRef()
  const instrument = useInstrument()
  const named = instrument?.here === true ? instrument.asset : null
  const present =
    view === undefined || view.status === null || ref?.family !== 'binary'
      ? null
      : presentOf(view, assetOfRef(ref, named))
  const asset = present?.asset ?? null
  const prices = useTopicFreshness(asset === null ? null : { kind: 'ticker', asset })
  const state = useFreshness(view === undefined ? undefined : { stale: view.stale, receivedAt: view.receivedAt ?? 0 })
  return {
    /** Undefined before main has published it. */
    view,
    /** The market that the panel shows; null while none is known. */
    present,
    freshness: olderOf(state, prices),
  }
}

interface BinaryStatesProps {
  readonly view: BinaryView | undefined
  readonly present: Present | null
  readonly children: (view: BinaryView, present: Present & { readonly asset: string }) => ReactNode
}

/** The placeholder of a binary panel before the service has sent anything, and the banner when the last read failed. */
export function BinaryStates({ view, present, children }: BinaryStatesProps): ReactNode {
  if (view === undefined || (view.status === null && view.error === null)) {
    return <Skeleton rows={9} label="Loading binary market" />
  }
  if (view.status === null || present === null) {
    return (
      <ErrorState
        title="Binary market could not be read"
        message={`${view.error ?? 'No answer.'} Retrying automatically.`}
      />
    )
  }
  const { asset } = present
  return (
    <>
      {view.error !== null && (
        <Banner tone="error" title="Binary market could not be refreshed.">
          {view.error}
        </Banner>
      )}
      {asset === null ? (
        <EmptyState>No active binary market. The next one appears here when it opens.</EmptyState>
      ) : (
        children(view, { ...present, asset })
      )}
    </>
  )
}
