/** The commands about the market that the panel in use shows. Pure. */
import type { MarketRef } from '../../../contract/market-ref.ts'
import type { Command } from '../../commands/index.ts'

/** What they need of the market in use. */
export interface MarketPort {
  /** Null while it is not known; undefined where no panel has a market. */
  readonly market: { readonly ref: MarketRef; readonly title: string; readonly isFavourite: boolean } | null | undefined
  readonly setFavourite: (market: MarketRef, favourite: boolean) => void
  /** Has mark, bid and ask said of it. */
  readonly sayPrices: () => void
}

/** All of them. */
export function marketCommands({ market, setFavourite, sayPrices }: MarketPort): readonly Command[] {
  const name = market?.title ?? 'the market in use'
  const none = market === undefined ? 'No panel shows a market' : null
  return [
    {
      id: 'market/favourite',
      title: market?.isFavourite === true ? `Take ${name} out of the favorites` : `Keep ${name} as a favorite`,
      scope: 'market',
      words: ['favourite', 'no favorite', 'favorite', 'star', 'watch list'],
      impossible: none ?? (market === null ? 'The market is being read' : null),
      run: () => {
        if (market != null) setFavourite(market.ref, !market.isFavourite)
      },
    },
    {
      id: 'say/prices',
      title: `Say the prices of ${name}`,
      scope: 'market',
      keys: [{ code: 'KeyP', mod: true, alt: true }],
      words: ['announce', 'screen reader', 'speak'],
      impossible: none,
      run: sayPrices,
    },
  ]
}
