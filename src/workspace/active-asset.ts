/** The asset of the workspace: the live one as reported by the service, kept through the gap of a settlement. */
import { useEffect } from 'react'
import { create } from 'zustand'
import { LIVE, type MarketRef, sameRef } from '../../contract/market-ref.ts'
import { useTopicValue } from '../market-data/index.ts'
import { useInstrument, useMarketRef } from './panel.tsx'

const useLastLive = create<{ readonly asset: string | null }>()(() => ({ asset: null }))

/** The live asset; during a settlement the one that settles; before any, the next; null until the bucket is known. */
export function useActiveAsset(): string | null {
  const live = useTopicValue({ kind: 'bucket' }, (bucket) => bucket.current?.asset ?? null) ?? null
  const next = useTopicValue({ kind: 'bucket' }, (bucket) => bucket.next?.asset ?? null) ?? null
  const last = useLastLive((state) => state.asset)
  useEffect(() => {
    if (live !== null) useLastLive.setState({ asset: live })
  }, [live])
  return live ?? last ?? next
}

const isLive = (market: MarketRef | null): boolean => market === null || sameRef(market, LIVE)

/** The asset of the panel's market; of the live one through the gap of a settlement too. Null until it is known. */
export function useShownAsset(): string | null {
  const market = useMarketRef()
  const instrument = useInstrument()
  const live = useActiveAsset()
  const asset = instrument?.here === true ? instrument.asset : null
  return asset ?? (isLive(market) ? live : null)
}
