/** The panels of this window: any number of each kind, each with its own market and options. */
import { create } from 'zustand'
import type { LinkGroup } from '../../contract/link.ts'
import type { MarketRef } from '../../contract/market-ref.ts'

/** A panel that shows its link group's market, unless it stays. */
export interface LinkedMarket {
  readonly by: 'link'
  readonly group: LinkGroup
  /** The shown market; null until its group's market is known. */
  readonly shown: MarketRef | null
  /** Whether it stays with `shown` while its group moved on, until the trader follows (`links.ts`). */
  readonly stays: boolean
}
interface PinnedMarket {
  readonly by: 'pin'
  readonly market: MarketRef
}
/** Source of a panel's market: its link group, or a pinned market. */
export type PanelMarket = LinkedMarket | PinnedMarket

export interface PanelInstance {
  /** Unique across all windows. */
  readonly id: string
  /** The panel's entry in the table of panels. */
  readonly kind: string
  /** Null for a panel that shows no market, or all of them. */
  readonly market: PanelMarket | null
  /** Choices made inside it, by name; plain JSON values. */
  readonly options: Readonly<Record<string, unknown>>
}

interface Panels {
  /** Open panels, and closed ones: a panel's state is there when it returns. */
  readonly panels: Readonly<Record<string, PanelInstance>>
}

export const usePanelInstances = create<Panels>()(() => ({ panels: {} }))

export const panelInstance = (id: string): PanelInstance | undefined => usePanelInstances.getState().panels[id]

/** Adds a panel, or replaces the one with its id. */
export const putPanel = (panel: PanelInstance): void =>
  usePanelInstances.setState(({ panels }) => ({ panels: { ...panels, [panel.id]: panel } }))

/** Changes an existing panel. */
export function changePanel(id: string, change: Partial<Pick<PanelInstance, 'market' | 'options'>>): void {
  const panel = panelInstance(id)
  if (panel !== undefined) putPanel({ ...panel, ...change })
}

/** The market that a panel shows now. */
export const shownMarketOf = (market: PanelMarket | null): MarketRef | null =>
  market === null ? null : market.by === 'pin' ? market.market : market.shown

/** A panel linked to a group; `shown` until the group's market is known. */
export const linkedTo = (group: LinkGroup, shown: MarketRef | null = null): LinkedMarket => ({
  by: 'link',
  group,
  shown,
  stays: false,
})

/** A new panel id: the kind, for readable saved layouts, and enough randomness to be unique across windows. */
export const newPanelId = (kind: string): string =>
  `${kind}-${Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('')}`

// Unsaved layout changes: saved at once before the window is left.

let pending: () => Promise<void> = () => Promise.resolve()

/** Registers the function that saves pending changes now. Returns a function that unregisters it. */
export function registerLayoutSave(flush: () => Promise<void>): () => void {
  pending = flush
  return () => {
    if (pending === flush) pending = () => Promise.resolve()
  }
}

/** Resolves once no layout change is pending; never rejects. */
export const layoutSaved = (): Promise<void> => pending()
