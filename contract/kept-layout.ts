/**
 * What a layout keeps of its panels and of their markets, read alike by the window that shows it and by main, which tells what an exported
 * workspace would bring. It may hold anything: somebody may have written it by hand. Pure.
 */
import { isLinkGroup, type LinkGroup } from './link.ts'
import { type MarketRef, parseRefText } from './market-ref.ts'
import { isRecord } from './record.ts'

/** Where a panel's market comes from, as it was kept. */
export type KeptMarket =
  | { readonly by: 'pin'; readonly market: MarketRef }
  | { readonly by: 'link'; readonly group: LinkGroup; readonly shown: MarketRef | null; readonly stays: boolean }

/** Longest part of it that is told. */
const TOLD = 60

type Fields = Readonly<Record<string, unknown>>

const refOf = (text: unknown): MarketRef | null => (typeof text === 'string' ? parseRefText(text) : null)

/** The market in what was kept; null when it is none. */
export function readKeptMarket(kept: unknown): KeptMarket | null {
  if (!isRecord(kept)) return null
  if (kept.by === 'pin') {
    const market = refOf(kept.market)
    return market === null ? null : { by: 'pin', market }
  }
  if (kept.by !== 'link' || !isLinkGroup(kept.group)) return null
  const shown = refOf(kept.shown)
  return { by: 'link', group: kept.group, shown, stays: kept.stays === true && shown !== null }
}

/** What stands there as a market and cannot be read, cut short; null where nothing does. */
export function unreadMarket(kept: unknown): string | null {
  if (kept === null || kept === undefined) return null
  if (isRecord(kept) && kept.by === 'pin') return refOf(kept.market) === null ? told(kept.market) : null
  if (!isRecord(kept) || kept.by !== 'link') return told(kept)
  if (!isLinkGroup(kept.group)) return `link group ${told(kept.group)}`
  return kept.shown === null || kept.shown === undefined || refOf(kept.shown) !== null ? null : told(kept.shown)
}

/**
 * The kinds of panels that have a place in a layout and are not among its panels, or as another kind, one for each: nothing can be shown
 * there. A panel of a kind that is not known is told as such, and not here.
 */
export function undescribedKinds({ layout, panels }: Fields, isKnown: (kind: string) => boolean): readonly string[] {
  if (!Array.isArray(panels) || !isRecord(layout) || !isRecord(layout.panels)) return []
  const kinds = new Map(panels.flatMap((panel) => (isRecord(panel) ? [[panel.id, panel.kind]] : [])))
  return Object.entries(layout.panels).flatMap(([id, place]) => {
    const kind = isRecord(place) ? place.contentComponent : undefined
    const described = kinds.get(id)
    const isTold = described === kind || (typeof described === 'string' && !isKnown(described))
    return kind !== undefined && isTold ? [] : [told(typeof kind === 'string' ? kind : id)]
  })
}

const told = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')).slice(0, TOLD)
