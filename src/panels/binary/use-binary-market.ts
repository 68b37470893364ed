/** What the panels of a binary market stand on: its state by the reads, its freshness, and what to show instead while there is none. */
import type { BinaryView } from '../../../contract/binary.ts'
import { type Freshness, olderOf, useFreshness, useTopic, useTopicFreshness } from '../../market-data/index.ts'
import { assetOfRef, type Present, presentOf } from '../../markets/binary/index.ts'
import { useInstrument, useMarketRef } from '../../workspace/index.ts'

interface BinaryMarketRead {
  /** Undefined before the first word of main. */
  readonly view: BinaryView | undefined
  /** The market that the panel shows; null while none is known. */
  readonly present: Present | null
  readonly freshness: Freshness
}

export function useBinaryMarket(): BinaryMarketRead {
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
  return { view, present, freshness: olderOf(state, prices) }
}
