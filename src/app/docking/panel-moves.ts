/** Panels that go to another window and come from one, with all they hold: market, options, what is typed. */
import type { DockviewApi } from 'dockview-react'
import type { ArrivingPanel, WindowLayout } from '../../../contract/workspace.ts'
import { type useCall, wordsOf } from '../../bridge/index.ts'
import type { TopicStore } from '../../market-data/index.ts'
import {
  draftsByPanel,
  keptDrafts,
  NO_FORMS,
  type PanelInstance,
  panelInstance,
  putDrafts,
  usePanelDrafts,
} from '../../workspace/index.ts'
import { arrange } from './arrange.ts'
import { dockingApi, keptPanels, openPanel, stretches, takeOut } from './docking.ts'
import { without } from './kept-places.ts'
import { isKindId } from './panel-table.tsx'
import { keptPanel, panelFrom, toSaved } from './saved-layout.ts'
import { tellTrouble } from './trouble.tsx'

type Call = ReturnType<typeof useCall>

/** Where a panel goes: a window by its name, or one of its own, at a point of the screen where that was said. */
export type Destination =
  | { readonly window: string }
  | { readonly at: { readonly x: number; readonly y: number } | null }

/** Size of a window for one panel, px. */
const OWN_WINDOW = { width: 720, height: 560 }

const draftsOf = (panels: readonly PanelInstance[]): WindowLayout =>
  keptDrafts(usePanelDrafts.getState().drafts, panels)

/** Everything about the window that is kept, without some of its panels. */
export function keptLayout(api: DockviewApi, gone: ReadonlySet<string> = new Set()): WindowLayout {
  const panels = keptPanels(api).filter(({ id }) => !gone.has(id))
  const layout = gone.size === 0 ? api.toJSON() : without(api.toJSON(), gone, stretches)
  return toSaved({ layout, panels }, draftsOf(panels))
}

/** A window of its own for a panel. */
function ownWindow(panel: PanelInstance): WindowLayout {
  const { kind, market, options } = panel
  if (!isKindId(kind)) throw new Error(`there is no kind of panel ${kind}`)
  const planned = { kind, options, ...(market === null ? {} : { market }) }
  return toSaved(
    arrange({ row: [{ tabs: [planned] }] }, OWN_WINDOW, () => panel.id),
    draftsOf([panel]),
  )
}

/** Moves a panel out of this window. What main refuses did not happen: it is back where it was, and the trader is told why. */
export function moveToWindow(id: string, to: Destination, call: Call): void {
  const api = dockingApi()
  const panel = panelInstance(id)
  if (api === null || panel === undefined || api.getPanel(id) === undefined) return
  // Asked before the panel goes, so that main writes both windows at once, before this one saves itself without it.
  const moved = call('movePanel', {
    panel: { panel: keptPanel(panel), drafts: draftsOf([panel]) },
    layout: keptLayout(api, new Set([id])),
    to: 'window' in to ? { window: to.window } : { newWindow: ownWindow(panel), at: to.at },
  })
  takeOut(id)
  moved.catch((error: unknown) => {
    openPanel(panel)
    tellTrouble(`The panel was not moved. ${wordsOf(error)}`)
  })
}

/** The panel in what another window sent, with what is typed in it; null when this version has no such kind. */
function arrivalFrom({ panel }: ArrivingPanel): { readonly panel: PanelInstance; readonly put: () => void } | null {
  const read = panelFrom(panel.panel)
  if (read === null) return null
  const drafts = draftsByPanel(panel.drafts, NO_FORMS, [read])[read.id]
  return { panel: read, put: () => drafts !== undefined && putDrafts(read.id, drafts) }
}

/** Takes panels that arrive at this window; returns the way to stop. */
export function takeArrivals(store: Pick<TopicStore, 'subscribe' | 'read'>, call: Call): () => void {
  /** By arrival, from the moment it is seen: main tells of it until it is taken. */
  const seen = new Set<string>()
  const take = (arriving: readonly ArrivingPanel[]): void => {
    const api = dockingApi()
    if (api === null) return
    for (const arrival of arriving) {
      const read = seen.has(arrival.id) ? null : arrivalFrom(arrival)
      if (read === null) continue
      seen.add(arrival.id)
      read.put()
      // One that was saved here already, just before an end, is only taken.
      if (api.getPanel(read.panel.id) === undefined) openPanel(read.panel)
      call('takePanels', { ids: [arrival.id], layout: keptLayout(api) }).catch(() => takeOut(read.panel.id))
    }
  }
  const stop = store.subscribe({ kind: 'arriving_panels' }, take)
  const present = store.read({ kind: 'arriving_panels' })
  if (present !== undefined) take(present)
  return stop
}
