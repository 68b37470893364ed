/** What the panel's market trades as, for panels that ask topics and reads by asset. */
import { LIVE, type MarketRef, sameRef } from '../../contract/market-ref.ts'
import { useActiveAsset } from './active-asset.ts'
import { useInstrument, useMarketRef } from './panel.tsx'

const isLive = (market: MarketRef | null): boolean => market === null || sameRef(market, LIVE)

/** The asset of the panel's market; of the live one through the gap of a settlement too. Null until it is known. */
export function useShownAsset(): string | null {
  const market = useMarketRef()
  const instrument = useInstrument()
  const live = useActiveAsset()
  const asset = instrument?.here === true ? instrument.asset : null
  return asset ?? (isLive(market) ? live : null)
}
