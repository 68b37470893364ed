/** Panels that go to another window and come from one, with all they hold: market, options, what is typed. */
import type { DockviewApi } from 'dockview-react'
import type { ArrivingPanel, WindowLayout } from '../../../contract/workspace.ts'
import { type useCall, wordsOf } from '../../bridge/index.ts'
import type { TopicStore } from '../../market-data/index.ts'
import {
  draftsByPanel,
  keptDrafts,
  type PanelInstance,
  panelInstance,
  putDrafts,
  usePanelDrafts,
} from '../../workspace/index.ts'
import { arrange } from './arrange.ts'
import { createArrivals, waitingText } from './arrivals.ts'
import { dockingApi, keptPanels, openPanel, stretches, takeOut } from './docking.ts'
import { without } from './kept-places.ts'
import { isKindId, panelKind } from './panel-table.tsx'
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

/** A panel as it goes to another window: with what is typed in it. */
const described = (panel: PanelInstance): ArrivingPanel['panel'] => ({
  panel: keptPanel(panel),
  drafts: draftsOf([panel]),
})

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
    panel: described(panel),
    layout: keptLayout(api, new Set([id])),
    to: 'window' in to ? { window: to.window } : { newWindow: ownWindow(panel), at: to.at },
  })
  takeOut(id, 'window' in to || to.at === null ? 'command' : 'mouse')
  moved.catch((error: unknown) => {
    openPanel(panel)
    tellTrouble(`The panel was not moved. ${wordsOf(error)}`)
  })
}

/** Opens what another window sent, with what is typed in it; null when this version has no such kind, or there is no docking yet. */
function openArrival({ panel: sent }: ArrivingPanel): { readonly id: string; readonly title: string } | null {
  const panel = panelFrom(sent.panel)
  const api = dockingApi()
  if (panel === null || api === null) return null
  const drafts = draftsByPanel(sent.drafts, [panel])[panel.id]
  if (drafts !== undefined) putDrafts(panel.id, drafts)
  // One that was saved here already, just before an end, is only taken.
  if (api.getPanel(panel.id) === undefined) openPanel(panel)
  return { id: panel.id, title: panelKind(panel.kind).title }
}

/** Takes a panel out that main did not write down here; gives it as it is by now. */
function takeBack(id: string): ArrivingPanel['panel'] | null {
  const panel = panelInstance(id)
  const sent = panel === undefined ? null : described(panel)
  takeOut(id, 'mouse')
  return sent
}

/** Takes panels that arrive at this window; returns the way to stop. */
export function takeArrivals(store: Pick<TopicStore, 'subscribe' | 'read'>, call: Call): () => void {
  let untell = (): void => undefined
  const take = createArrivals({
    open: openArrival,
    takeOut: takeBack,
    take(arrival) {
      const api = dockingApi()
      if (api === null) return Promise.reject(new Error('The window is about to load again.'))
      return call('takePanels', { ids: [arrival], layout: keptLayout(api) })
    },
    tell(refused) {
      untell()
      untell =
        refused === null
          ? () => undefined
          : tellTrouble(waitingText(refused.titles, wordsOf(refused.why)), refused.again)
    },
  })
  const stop = store.subscribe({ kind: 'arriving_panels' }, take)
  const present = store.read({ kind: 'arriving_panels' })
  if (present !== undefined) take(present)
  return stop
}
