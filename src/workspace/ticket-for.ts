/** Which ticket of the window takes what was clicked in a panel: one that shows the same market. */
import { useCallback } from 'react'
import type { MarketRef } from '../../contract/market-ref.ts'
import { refText, sameRef } from '../../contract/market-ref.ts'
import { useMarketData } from '../market-data/index.ts'
import { useOpenPanels } from './open-panels.ts'
import { usePanel } from './panel.tsx'
import { type PanelInstance, shownMarketOf, usePanelInstances } from './panel-instances.ts'

/** The kind of panel that takes prices. */
export const TICKET = 'ticket'

/**
 * The ticket that shows the same market: of the same link group before others, and of those the one that was used last. Pure.
 * @param panels those that are open, the last one used first.
 */
export function ticketFor(
  panels: readonly PanelInstance[],
  market: MarketRef,
  from: PanelInstance | null,
  isSame: (a: MarketRef, b: MarketRef) => boolean = sameRef,
): string | null {
  const group = from?.market?.by === 'link' ? from.market.group : null
  const showing = panels.filter((panel) => {
    const shown = shownMarketOf(panel.market)
    return panel.kind === TICKET && shown !== null && isSame(shown, market)
  })
  const linked = showing.find((panel) => group !== null && panel.market?.by === 'link' && panel.market.group === group)
  return (linked ?? showing[0])?.id ?? null
}

export interface TicketFound {
  readonly market: MarketRef
  readonly ticket: string | null
  /** What the market trades as; null while that is not known. */
  readonly asset: string | null
}

/** Finds the ticket that shows a market, as it is when it is asked for. `asset` is what it trades as where the asker knows. */
export function useFindTicket(): (market: MarketRef, asset?: string | null) => TicketFound {
  const panel = usePanel()
  const { store } = useMarketData()
  return useCallback(
    (market, known = null) => {
      // `live` and the asset that is live are one market.
      const assetOf = (ref: MarketRef): string | null => {
        const instrument = store.read({ kind: 'instrument', market: ref })
        return instrument?.here === true ? instrument.asset : null
      }
      const asset = known ?? assetOf(market)
      const { panels } = usePanelInstances.getState()
      const { open, used } = useOpenPanels.getState()
      const inOrder = [...used, ...open.filter((id) => !used.includes(id))].flatMap((id) => panels[id] ?? [])
      const isSame = (shown: MarketRef): boolean =>
        sameRef(shown, market) || (assetOf(shown) ?? refText(shown)) === (asset ?? refText(market))
      return { market, ticket: ticketFor(inOrder, market, panel, isSame), asset }
    },
    [panel, store],
  )
}

/** Finds the ticket that shows the panel's market; null where this panel shows none. */
export function useTicketOfPanel(): () => TicketFound | null {
  const panel = usePanel()
  const find = useFindTicket()
  return useCallback(() => {
    const market = shownMarketOf(panel.market)
    return market === null ? null : find(market)
  }, [panel, find])
}
