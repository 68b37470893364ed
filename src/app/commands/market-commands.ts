/** Commands for markets: those of the market in the panel in use, and every market by name. */

import type { MarketsView } from '../../../contract/instrument.ts'
import type { Family, MarketRef } from '../../../contract/market-ref.ts'
import { MESSAGES as COMMON } from '../../../contract/messages.ts'
import type { Command, EntryProvider } from '../../commands/index.ts'
import { marketSections } from '../../workspace/index.ts'

interface MarketPort {
  /** Null while unknown; undefined where no panel has a market. */
  readonly market: { readonly ref: MarketRef; readonly title: string; readonly isFavourite: boolean } | null | undefined
  readonly setFavourite: (market: MarketRef, favourite: boolean) => void
  /** Announces its mark, bid and ask. */
  readonly sayPrices: () => void
}

/** All of them. */
export function marketCommands({ market, setFavourite, sayPrices }: MarketPort): readonly Command[] {
  const name = market?.title ?? 'the active market'
  const none = market === undefined ? COMMON.noPanelShows : null
  return [
    {
      id: 'market/favourite',
      title: market?.isFavourite === true ? `Remove ${name} from favorites` : `Add ${name} to favorites`,
      scope: 'market',
      aliases: ['favourites', 'no favorites', 'favorites', 'star', 'watch list'],
      impossible: none ?? (market === null ? 'Loading the market' : null),
      run: () => {
        if (market != null) setFavourite(market.ref, !market.isFavourite)
      },
    },
    {
      id: 'say/prices',
      title: `Read ${name} prices aloud`,
      scope: 'market',
      keys: [{ code: 'KeyP', mod: true, alt: true }],
      aliases: ['announce', 'screen reader', 'speak'],
      impossible: none,
      run: sayPrices,
    },
  ]
}

// Markets in the palette, each shown in the last used panel that can show it.

interface MarketTarget {
  readonly id: string
  readonly title: string
  /** The families whose markets it can show. */
  readonly families: readonly Family[]
}

/** @param targets the last used panel comes first */
export const marketProvider = (
  markets: MarketsView | undefined,
  targets: readonly MarketTarget[],
  choose: (panel: string, market: MarketRef) => void,
): EntryProvider => ({
  section: 'Markets',
  search(query, most) {
    const families = [...new Set(targets.flatMap((target) => target.families))]
    // Typing the text of the entry itself must match too.
    const { sections } = marketSections(markets, families, query.replace(/^\s*show\s+/i, ''))
    return sections
      .flatMap(({ title: section, entries }) => entries.map((entry) => ({ section, entry })))
      .slice(0, most)
      .flatMap(({ section, entry: { key, ref, title, note } }) => {
        const target = targets.find((one) => one.families.includes(ref.family))
        if (target === undefined) return []
        const detail = [section, note, `in ${target.title}`].filter((text) => text !== null).join(', ')
        return [{ id: key, title: `Show ${title}`, detail, run: () => choose(target.id, ref) }]
      })
  },
})
