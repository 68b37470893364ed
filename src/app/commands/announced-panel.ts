/** The panel whose market is announced: the last requested one while it is open; otherwise the one in use. */
import { useMemo } from 'react'
import { create } from 'zustand'
import type { Instrument } from '../../../contract/instrument.ts'
import { type MarketRef, refText } from '../../../contract/market-ref.ts'
import { useTopicValue } from '../../market-data/index.ts'
import { type PanelInstance, shownMarketOf, useOpenPanels, usePanelInstances } from '../../workspace/index.ts'

interface AnnouncementState {
  readonly times: number
  readonly answered: number
  /** The last requested panel. */
  readonly panel: string | null
}

export const usePriceAnnouncement = create<AnnouncementState>(() => ({ times: 0, answered: 0, panel: null }))

/** Requests an announcement of the market's prices in the panel in use. */
export const sayPrices = (): void => {
  const { open, used } = useOpenPanels.getState()
  const panel = panelWithMarket(usePanelInstances.getState().panels, open, used, null)
  usePriceAnnouncement.setState(({ times }) => ({ times: times + 1, panel }))
}

/** Marks all requests so far as answered. */
export const answered = (): void => usePriceAnnouncement.setState(({ times }) => ({ answered: times }))

/** The panel whose market is announced; null while no open panel has a market. */
export function useAnnouncedPanel(): string | null {
  const request = usePriceAnnouncement(({ panel }) => panel)
  const { open, used } = useOpenPanels()
  return usePanelInstances(({ panels }) => panelWithMarket(panels, open, used, request))
}

/** Of the open panels with a market: `asked` before the last used one, or the first if none was used. Pure. */
export const panelWithMarket = (
  panels: Readonly<Record<string, Pick<PanelInstance, 'market'>>>,
  open: readonly string[],
  used: readonly string[],
  request: string | null,
): string | null =>
  [...(request === null ? [] : [request]), ...used, ...open].find(
    (id) => open.includes(id) && panels[id]?.market != null,
  ) ?? null

/** The market in use: that of the panel whose prices would be announced now. Null while unknown, undefined where no panel has one. */
export function useMarketInUse(): Pick<Instrument, 'ref' | 'key' | 'title'> | null | undefined {
  const { open, used } = useOpenPanels()
  const panel = usePanelInstances(({ panels }) => panelWithMarket(panels, open, used, null))
  const market = usePanelInstances(({ panels }) => shownMarketOf(panels[panel ?? '']?.market ?? null))
  const title = useTopicValue(market === null ? null : { kind: 'instrument', market }, (instrument) => instrument.title)
  return useMemo(() => {
    if (panel === null) return undefined
    return market === null || title == null ? null : { ref: market, key: refText(market), title }
  }, [panel, market, title])
}

/** The traded asset of a market; null while unknown. */
export const useAssetOf = (market: MarketRef | null): string | null =>
  useTopicValue(market === null ? null : { kind: 'instrument', market }, (view) => (view.here ? view.asset : null)) ??
  null
