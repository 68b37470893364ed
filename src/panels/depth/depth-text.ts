/** What the chart says of a level: what trading up to it takes. Pure. */
import type { BookRow } from '../../../contract/market.ts'
import { grouped } from '../../format/index.ts'
import type { PriceView } from '../../markets/family/index.ts'
import { depthAt } from './depth-at.ts'
import type { LevelRef } from './level-ref.ts'

export interface LevelText {
  /** `Ask 571.90 · 71.90 °F` */
  readonly head: string
  readonly lines: readonly (readonly [name: string, words: string])[]
  /** All of it as a sentence. */
  readonly sentence: string
}

/** Null where there is no such level. */
export function levelText(
  { side, level }: LevelRef,
  book: { readonly bids: readonly BookRow[]; readonly asks: readonly BookRow[] },
  view: PriceView,
): LevelText | null {
  const at = depthAt(side === 'bid' ? book.bids : book.asks, level, view.places)
  if (at === null) return null
  const name = side === 'bid' ? 'Bid' : 'Ask'
  const size = `${grouped(at.total)}`
  const slippage = view.protectionDistance(at.slippage)
  return {
    head: `${name} ${view.named(at.price)} · ${view.second(at.price)}`,
    lines: [
      [side === 'bid' ? 'Sells down to it' : 'Buys up to it', size],
      ['Average price', view.named(at.average)],
      ['Slippage', slippage],
    ],
    sentence: `${name} ${view.named(at.price)}: ${size} in all, average ${view.named(at.average)}, slippage ${slippage}`,
  }
}
