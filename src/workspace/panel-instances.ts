/** The panels of this window: any number of each kind, each with its own market and options. */
import { create } from 'zustand'
import type { LinkGroup } from '../../contract/link.ts'
import type { MarketRef } from '../../contract/market-ref.ts'

/** A panel that shows what its link group shows, unless it stays. */
export interface LinkedMarket {
  readonly by: 'link'
  readonly group: LinkGroup
  /** What the panel shows; null until its group's market is known. */
  readonly shown: MarketRef | null
  /** Whether it stays with `shown` while its group went on, until the trader follows (`links.ts`). */
  readonly stays: boolean
}
interface PinnedMarket {
  readonly by: 'pin'
  readonly market: MarketRef
}
/** Where a panel's market comes from: its link group's, or one that it is pinned to. */
export type PanelMarket = LinkedMarket | PinnedMarket

export interface PanelInstance {
  /** Unlike any other panel's, over all windows. */
  readonly id: string
  /** The panel's entry in the table of panels. */
  readonly kind: string
  /** Null for a panel that shows no market, or all of them. */
  readonly market: PanelMarket | null
  /** What was chosen inside it, by name; plain JSON values. */
  readonly options: Readonly<Record<string, unknown>>
}

interface Panels {
  /** Those that are open, and those that were: what a panel held is there when it comes back. */
  readonly panels: Readonly<Record<string, PanelInstance>>
}

export const usePanelInstances = create<Panels>()(() => ({ panels: {} }))

export const panelInstance = (id: string): PanelInstance | undefined => usePanelInstances.getState().panels[id]

/** Adds a panel, or puts it in the place of the one with its id. */
export const putPanel = (panel: PanelInstance): void =>
  usePanelInstances.setState(({ panels }) => ({ panels: { ...panels, [panel.id]: panel } }))

/** Changes a panel that is there. */
export function changePanel(id: string, change: Partial<Pick<PanelInstance, 'market' | 'options'>>): void {
  const panel = panelInstance(id)
  if (panel !== undefined) putPanel({ ...panel, ...change })
}

/** The market that a panel shows now. */
export const shownMarketOf = (market: PanelMarket | null): MarketRef | null =>
  market === null ? null : market.by === 'pin' ? market.market : market.shown

/** A panel that shows what a group shows; `shown` until that is known. */
export const linkedTo = (group: LinkGroup, shown: MarketRef | null = null): LinkedMarket => ({
  by: 'link',
  group,
  shown,
  stays: false,
})

/** Makes ids of panels: the kind, so that a saved layout can be read, and enough randomness that no two windows make the same. */
const panelIds =
  (random: (bytes: number) => Uint8Array) =>
  (kind: string): string =>
    `${kind}-${Array.from(random(8), (byte) => byte.toString(16).padStart(2, '0')).join('')}`

/** Ids by the browser's randomness. */
export const newPanelId = panelIds((bytes) => crypto.getRandomValues(new Uint8Array(bytes)))

// What a window has not yet kept of its layout: saved at once before the window is left.

let pending: () => Promise<void> = () => Promise.resolve()

/** Names how to save now what waits to be saved. Gives back how to stop. */
export function keepsLayout(flush: () => Promise<void>): () => void {
  pending = flush
  return () => {
    if (pending === flush) pending = () => Promise.resolve()
  }
}

/** Resolves once nothing of the layout waits to be saved; never rejects. */
export const layoutKept = (): Promise<void> => pending()
