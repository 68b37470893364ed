/** Panels that move between windows with their whole state: market, options, typed text. */
import type { DockviewApi } from 'dockview-react'
import { quoted } from '../../../contract/messages.ts'
import type { ArrivingPanel, WindowLayout } from '../../../contract/workspace.ts'
import { errorText, type useCall } from '../../bridge/index.ts'
import type { TopicStore } from '../../market-data/index.ts'
import {
  draftsByPanel,
  draftsToSave,
  type PanelInstance,
  panelInstance,
  putDrafts,
  usePanelDrafts,
} from '../../workspace/index.ts'
import { dockingApi, openPanel, panelsToSave, stretches, takeOut } from './docking.ts'
import { layOut } from './layout-plan.ts'
import { isKindId, panelKind } from './panel-table.tsx'
import { panelFrom, panelToSave, toSaved } from './saved-layout.ts'
import { without } from './saved-positions.ts'
import { showFailure } from './trouble.tsx'

// Panels that arrive from other windows. Main announces each until this window has accepted it, which writes it into the window's layout; until then
// main owns it. A panel that main refuses to write is not in this window: it waits, the trader sees why, and may retry.

interface ArrivalsDeps {
  /** Opens the panel with its state; returns its id and title, null when this version has no such kind. */
  readonly open: (arrival: ArrivingPanel) => { readonly id: string; readonly title: string } | null
  /** Removes the panel again; returns its current state. */
  readonly takeOut: (panel: string) => ArrivingPanel['panel'] | null
  /** Has main write the window with the panel in it; rejects with the reason if it does not. */
  readonly take: (arrival: string) => Promise<unknown>
  /** The waiting panels, and the retry function; null once there are none. */
  readonly notify: (
    refused: { readonly titles: readonly string[]; readonly why: unknown; readonly again: () => void } | null,
  ) => void
}

interface Refused {
  readonly arrival: ArrivingPanel
  readonly title: string
}

/** Returns a function to be called with each list of arriving panels. */
export function createArrivals({
  open,
  takeOut,
  take,
  notify,
}: ArrivalsDeps): (arriving: readonly ArrivingPanel[]) => void {
  let present: ReadonlySet<string> = new Set()
  /** Open, and being confirmed to main. */
  const taking = new Set<string>()
  const refused = new Map<string, Refused>()

  function begin(arrival: ArrivingPanel): void {
    const opened = open(arrival)
    if (opened === null) return
    const { id } = arrival
    taking.add(id)
    take(id).catch((why: unknown) => {
      taking.delete(id)
      const panel = takeOut(opened.id) ?? arrival.panel
      // It went to another window in the meantime.
      if (!present.has(id)) return
      refused.set(id, { arrival: { id, panel }, title: opened.title })
      notify({ titles: [...refused.values()].map(({ title }) => title), why, again })
    })
  }

  function again(): void {
    const waiting = [...refused.values()]
    refused.clear()
    notify(null)
    for (const { arrival } of waiting) begin(arrival)
  }

  return (arriving) => {
    present = new Set(arriving.map(({ id }) => id))
    for (const id of taking) if (!present.has(id)) taking.delete(id)
    const waited = refused.size
    for (const id of refused.keys()) if (!present.has(id)) refused.delete(id)
    if (waited > 0 && refused.size === 0) notify(null)
    for (const arrival of arriving) if (!taking.has(arrival.id) && !refused.has(arrival.id)) begin(arrival)
  }
}

/** The report to the trader about waiting panels. */
export function waitingText(titles: readonly string[], why: string): string {
  const reason = `${quoted(why)}.`
  return titles.length === 1
    ? `The panel ${titles[0]} moved here but could not be saved in this window. ${reason} It returns to the other window when this one closes.`
    : `${titles.length} panels (${titles.join(', ')}) moved here but could not be saved in this window. ${reason} They return to the other window when this one closes.`
}

type Call = ReturnType<typeof useCall>

/** The destination of a panel: a window by name, or its own window, optionally at a point of the screen. */
export type Destination =
  | { readonly window: string }
  | { readonly at: { readonly x: number; readonly y: number } | null }

/** Size of a window for one panel, px. */
const OWN_WINDOW = { width: 720, height: 560 }

const draftsOf = (panels: readonly PanelInstance[]): WindowLayout =>
  draftsToSave(usePanelDrafts.getState().drafts, panels)

/** A panel as it is sent to another window, with its typed text. */
const described = (panel: PanelInstance): ArrivingPanel['panel'] => ({
  panel: panelToSave(panel),
  drafts: draftsOf([panel]),
})

/** The saved state of the window, without some of its panels. */
export function layoutToSave(api: DockviewApi, gone: ReadonlySet<string> = new Set()): WindowLayout {
  const panels = panelsToSave(api).filter(({ id }) => !gone.has(id))
  const layout = gone.size === 0 ? api.toJSON() : without(api.toJSON(), gone, stretches)
  return toSaved({ layout, panels }, draftsOf(panels))
}

function ownWindow(panel: PanelInstance): WindowLayout {
  const { kind, market, options } = panel
  if (!isKindId(kind)) throw new Error(`there is no kind of panel ${kind}`)
  const planned = { kind, options, ...(market === null ? {} : { market }) }
  return toSaved(
    layOut({ row: [{ tabs: [planned] }] }, OWN_WINDOW, () => panel.id),
    draftsOf([panel]),
  )
}

/** Moves a panel out of this window. If main refuses the move, the panel is back in its place, and the trader sees why. */
export function moveToWindow(id: string, to: Destination, call: Call): void {
  const api = dockingApi()
  const panel = panelInstance(id)
  if (api === null || panel === undefined || api.getPanel(id) === undefined) return
  // Requested before the panel goes, so that main writes both windows at once, before this one saves itself without it.
  const moved = call('movePanel', {
    panel: described(panel),
    layout: layoutToSave(api, new Set([id])),
    to: 'window' in to ? { window: to.window } : { newWindow: ownWindow(panel), at: to.at },
  })
  takeOut(id, 'window' in to || to.at === null ? 'command' : 'mouse')
  moved.catch((error: unknown) => {
    openPanel(panel)
    showFailure(`Panel not moved. ${errorText(error)}`)
  })
}

/** Opens a panel sent by another window, with its typed text; null when this version has no such kind, or there is no docking yet. */
function openArrival({ panel: sent }: ArrivingPanel): { readonly id: string; readonly title: string } | null {
  const panel = panelFrom(sent.panel)
  const api = dockingApi()
  if (panel === null || api === null) return null
  const drafts = draftsByPanel(sent.drafts, [panel])[panel.id]
  if (drafts !== undefined) putDrafts(panel.id, drafts)
  // One that was saved here just before an exit only needs to be accepted.
  if (api.getPanel(panel.id) === undefined) openPanel(panel)
  return { id: panel.id, title: panelKind(panel.kind).title }
}

/** Removes a panel that main could not write here; returns its current state. */
function takeBack(id: string): ArrivingPanel['panel'] | null {
  const panel = panelInstance(id)
  const sent = panel === undefined ? null : described(panel)
  takeOut(id, 'mouse')
  return sent
}

/** Accepts panels that arrive at this window; returns a function that stops it. */
export function takeArrivals(store: Pick<TopicStore, 'subscribe' | 'read'>, call: Call): () => void {
  let withdraw = (): void => undefined
  const take = createArrivals({
    open: openArrival,
    takeOut: takeBack,
    take(arrival) {
      const api = dockingApi()
      if (api === null) return Promise.reject(new Error('The window is about to reload.'))
      return call('takePanels', { ids: [arrival], layout: layoutToSave(api) })
    },
    notify(refused) {
      withdraw()
      withdraw =
        refused === null
          ? () => undefined
          : showFailure(waitingText(refused.titles, errorText(refused.why)), refused.again)
    },
  })
  const stop = store.subscribe({ kind: 'arriving_panels' }, take)
  const present = store.read({ kind: 'arriving_panels' })
  if (present !== undefined) take(present)
  return stop
}
