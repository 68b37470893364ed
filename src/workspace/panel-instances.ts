/** The panels of this window: any number of each kind, each with its own market and options. */
import { create } from 'zustand'
import type { LinkGroup } from '../../contract/link.ts'
import type { MarketRef } from '../../contract/market-ref.ts'

/** Where a panel's market comes from: its link group's, or one that it is pinned to. */
export type PanelMarket =
  | { readonly by: 'link'; readonly group: LinkGroup }
  | { readonly by: 'pin'; readonly market: MarketRef }

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
  readonly panels: Readonly<Record<string, PanelInstance>>
}

export const usePanelInstances = create<Panels>()(() => ({ panels: {} }))

export const panelInstance = (id: string): PanelInstance | undefined => usePanelInstances.getState().panels[id]

/** Adds a panel, or puts it in the place of the one with its id. */
export const putPanel = (panel: PanelInstance): void =>
  usePanelInstances.setState(({ panels }) => ({ panels: { ...panels, [panel.id]: panel } }))

export const dropPanel = (id: string): void =>
  usePanelInstances.setState(({ panels: { [id]: _dropped, ...panels } }) => ({ panels }))

/** Changes a panel that is there. */
export function changePanel(id: string, change: Partial<Pick<PanelInstance, 'market' | 'options'>>): void {
  const panel = panelInstance(id)
  if (panel !== undefined) putPanel({ ...panel, ...change })
}
