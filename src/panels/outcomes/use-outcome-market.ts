/** What the panels of an outcome market stand on: the market and the side that the panel shows, by the service's list, and its age. */
import type { OutcomeMarket, OutcomesView } from '../../../contract/outcome.ts'
import { type Freshness, useFreshness, useTopic } from '../../market-data/index.ts'
import { useMarketRef } from '../../workspace/index.ts'
import type { MarketProps } from './market-props.ts'

interface OutcomeMarketRead {
  /** Undefined before the first word of main. */
  readonly view: OutcomesView | undefined
  /** Null while the list does not have it. */
  readonly shown: MarketProps | null
  /** All the markets that are known. */
  readonly markets: readonly OutcomeMarket[]
  readonly freshness: Freshness
}

const NO_MARKETS: readonly OutcomeMarket[] = []

export function useOutcomeMarket(): OutcomeMarketRead {
  const view = useTopic({ kind: 'outcomes' })
  const ref = useMarketRef()
  const freshness = useFreshness(
    view === undefined ? undefined : { stale: view.stale, receivedAt: view.receivedAt ?? 0 },
  )
  const markets = view?.markets ?? NO_MARKETS
  const market = ref?.family === 'outcome' ? markets.find(({ outcomeId }) => outcomeId === ref.outcomeId) : undefined
  const side = ref?.family === 'outcome' ? market?.sides.find(({ index }) => index === ref.side) : undefined
  return { view, shown: market === undefined || side === undefined ? null : { market, side }, markets, freshness }
}
