/** The window's docking, for what lies outside it: which panels are open, opening and closing one, and the arrangement of a first start. */
import type { DockviewApi } from 'dockview-react'
import { create } from 'zustand'
import { showsPanels } from '../../workspace/index.ts'
import { arrangeDefault, showAgain } from './default-layout.ts'
import { isPanelId, type PanelId } from './panel-table.tsx'

/** What takes or gives the room when another panel closes or comes back. */
const STRETCHES: PanelId = 'chart'

interface Docking {
  readonly api: DockviewApi | null
  readonly open: readonly PanelId[]
  /** Of those, the ones that are in front of their tabs, in one text for comparing. */
  readonly front: string
}

const useDocking = create<Docking>()(() => ({ api: null, open: [], front: '' }))

/** Ids of the panels that are open in this window. */
export const useOpenPanels = (): readonly PanelId[] => useDocking((docking) => docking.open)

/** Whether one of these panels is in front of its tabs. */
export const useInFront = (ids: readonly PanelId[]): boolean =>
  useDocking(({ front }) => front.split(' ').some((id) => ids.some((one) => one === id)))

const frontOf = (api: DockviewApi): string => api.groups.map((group) => group.activePanel?.id ?? '').join(' ')

/** Makes a docking the window's; returns the way to take it back. */
export function attachDocking(api: DockviewApi): () => void {
  const publish = (): void =>
    useDocking.setState({ api, open: api.panels.map(({ id }) => id).filter(isPanelId), front: frontOf(api) })
  const watching = [
    api.onDidAddPanel(publish),
    api.onDidRemovePanel(publish),
    api.onDidLayoutFromJSON(publish),
    api.onDidLayoutChange(() => useDocking.setState({ front: frontOf(api) })),
  ]
  publish()
  const stopShowing = showsPanels((id) => {
    if (!isPanelId(id)) throw new Error(`there is no panel ${id}`)
    showPanel(id)
  })
  return () => {
    stopShowing()
    for (const watch of watching) watch.dispose()
    useDocking.setState({ api: null, open: [], front: '' })
  }
}

/** Closes a panel that is open, and brings one back that is not. */
export function togglePanel(id: PanelId): void {
  const { api } = useDocking.getState()
  if (api === null) return
  const sizes = api.panels
    .filter((panel) => panel.id !== id && panel.id !== STRETCHES)
    .map(({ api: { width, height }, group }) => ({ group, size: { width, height } }))
  const panel = api.getPanel(id)
  if (panel === undefined) showAgain(api, id)
  else api.removePanel(panel)
  for (const { group, size } of sizes) if (api.groups.includes(group)) group.api.setSize(size)
}

/** Brings a panel to the front, opening it when it was closed. */
export function showPanel(id: PanelId): void {
  const { api } = useDocking.getState()
  if (api === null) return
  const panel = api.getPanel(id)
  if (panel === undefined) showAgain(api, id)
  else panel.api.setActive()
}

/** Arranges the panels as on a first start. */
export function resetLayout(): void {
  const { api } = useDocking.getState()
  if (api !== null) arrangeDefault(api)
}
