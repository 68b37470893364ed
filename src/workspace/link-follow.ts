/**
 * What a linked panel does as its group goes from market to market. It follows, unless something in it must not be switched under the
 * hand (typed input, an estimate that waits, something armed): then it stays, also once nothing holds it any more, until the trader
 * follows or chooses another market. Pure.
 */
import type { LinkGroup } from '../../contract/link.ts'
import { type MarketRef, sameRef } from '../../contract/market-ref.ts'
import { type LinkedMarket, type PanelMarket, shownMarketOf } from './panel-instances.ts'

/** The panel after its group went to a market; `isHeld` says whether something in it must not be switched. */
export function groupMoved(panel: LinkedMarket, market: MarketRef | null, isHeld: boolean): LinkedMarket {
  if (market === null) return panel
  if (sameRef(panel.shown, market)) return panel.stays ? { ...panel, stays: false } : panel
  if (panel.stays) return panel
  return isHeld && panel.shown !== null ? { ...panel, stays: true } : { ...panel, shown: market }
}

/** The panel after the trader chose a market in it; of a linked one the whole group goes there. */
export const marketChosen = (panel: PanelMarket | null, market: MarketRef): PanelMarket =>
  panel?.by === 'link' ? { ...panel, shown: market, stays: false } : { by: 'pin', market }

/**
 * The panel after the trader linked it to a group, which shows `market`; null where nobody has given the group one, which then takes the
 * panel's.
 */
export function joined(
  panel: PanelMarket | null,
  group: LinkGroup,
  market: MarketRef | null,
  isHeld: boolean,
): LinkedMarket {
  return groupMoved({ by: 'link', group, shown: shownMarketOf(panel), stays: false }, market, isHeld)
}

/** The panel after the trader pinned it to what it shows; one that shows nothing stays as it is. */
export function pinned(panel: PanelMarket | null): PanelMarket | null {
  const market = shownMarketOf(panel)
  return market === null ? panel : { by: 'pin', market }
}
