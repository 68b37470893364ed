/** The markets that the palette finds, each shown in the panel used last that can show it. Pure. */
import type { MarketsView } from '../../../contract/instrument.ts'
import type { Family, MarketRef } from '../../../contract/market-ref.ts'
import type { EntryProvider } from '../../commands/index.ts'
import { marketSections } from '../../workspace/index.ts'

/** A panel that a market can be shown in. */
export interface MarketTarget {
  readonly id: string
  readonly title: string
  /** Those whose markets it can show. */
  readonly families: readonly Family[]
}

/** @param targets the panel used last comes first */
export const marketProvider = (
  markets: MarketsView | undefined,
  targets: readonly MarketTarget[],
  choose: (panel: string, market: MarketRef) => void,
): EntryProvider => ({
  section: 'Markets',
  search(query, most) {
    const families = [...new Set(targets.flatMap((target) => target.families))]
    // Whoever types what stands on the line finds it too.
    const { sections } = marketSections(markets, families, query.replace(/^\s*show\s+/i, ''))
    return sections
      .flatMap(({ title: section, entries }) => entries.map((entry) => ({ section, entry })))
      .slice(0, most)
      .flatMap(({ section, entry: { key, ref, title, note } }) => {
        const target = targets.find((one) => one.families.includes(ref.family))
        if (target === undefined) return []
        const detail = [section, note, `in ${target.title}`].filter((words) => words !== null).join(', ')
        return [{ id: key, title: `Show ${title}`, detail, run: () => choose(target.id, ref) }]
      })
  },
})
