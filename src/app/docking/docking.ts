/** The window's docking, for what lies outside it: which panels are open, opening and closing one, and the arrangement of a first start. */
import type { DockviewApi } from 'dockview-react'
import { create } from 'zustand'
import { showsPanels } from '../../workspace/index.ts'
import { arrangeDefault, showAgain } from './default-layout.ts'
import { GAP, keepPlaces } from './kept-places.ts'
import { isPanelId, type PanelId, type PanelKind, panelKind } from './panel-table.tsx'

/** What takes or gives the room when another panel closes or comes back. */
const STRETCHES: PanelId = 'chart'

interface Docking {
  readonly api: DockviewApi | null
  readonly open: readonly PanelId[]
  /** Of those, the ones that are in front of their tabs, in one text for comparing. */
  readonly front: string
  /** The family of the last panel that was used and shows one. */
  readonly used: Family | null
}

const useDocking = create<Docking>()(() => ({ api: null, open: [], front: '', used: null }))

/** Ids of the panels that are open in this window. */
export const useOpenPanels = (): readonly PanelId[] => useDocking((docking) => docking.open)

type Family = NonNullable<PanelKind['market']>

/** The family that is worked with: that of the last panel used, or of one in front once that is hidden; null where none is. */
export const useCurrentFamily = (): Family | null =>
  useDocking(({ front, used }) => {
    const shown = front.split(' ').flatMap((id) => (isPanelId(id) ? (panelKind(id).market ?? []) : []))
    return used !== null && shown.includes(used) ? used : (shown[0] ?? null)
  })

const frontOf = (api: DockviewApi): string => api.groups.map((group) => group.activePanel?.id ?? '').join(' ')

/** Makes a docking the window's; returns the way to take it back. */
export function attachDocking(api: DockviewApi): () => void {
  const publish = (): void =>
    useDocking.setState({ api, open: api.panels.map(({ id }) => id).filter(isPanelId), front: frontOf(api) })
  const watching = [
    api.onDidAddPanel(publish),
    api.onDidRemovePanel(publish),
    api.onDidLayoutFromJSON(publish),
    api.onDidActivePanelChange(({ panel }) => {
      const used = panel !== undefined && isPanelId(panel.id) ? panelKind(panel.id).market : null
      if (used !== null) useDocking.setState({ used })
    }),
    api.onDidLayoutChange(() => useDocking.setState({ front: frontOf(api) })),
  ]
  publish()
  places = keepPlaces(STRETCHES)
  const stopShowing = showsPanels((id) => {
    if (!isPanelId(id)) throw new Error(`there is no panel ${id}`)
    showPanel(id)
  })
  return () => {
    stopShowing()
    for (const watch of watching) watch.dispose()
    useDocking.setState({ api: null, open: [], front: '', used: null })
  }
}

let places = keepPlaces(STRETCHES)

/**
 * Closes a panel that is open, and brings one back that is not: where it was, with everything as large as it was, unless something
 * was moved since.
 */
export function togglePanel(id: PanelId): void {
  const { api } = useDocking.getState()
  if (api === null) return
  const panel = api.getPanel(id)
  if (panel === undefined) {
    openPanel(api, id)
    return
  }
  places.closing(id, api.toJSON())
  keepingSizes(api, id, () => api.removePanel(panel))
  places.settled(api.toJSON())
}

/** Brings a closed panel back. */
function openPanel(api: DockviewApi, id: PanelId): void {
  const before = places.opening(id, api.toJSON())
  if (before === null) {
    keepingSizes(api, id, () => showAgain(api, id))
  } else {
    const front = api.groups.flatMap(({ activePanel }) => activePanel ?? [])
    api.fromJSON(before, { reuseExistingPanels: true })
    for (const panel of front) panel.api.setActive()
    api.getPanel(id)?.api.setActive()
  }
  places.settled(api.toJSON())
}

/** Changes the docking and gives the groups that stay their size again, their heads and tabs counted in; the chart's takes what is left. */
function keepingSizes(api: DockviewApi, id: PanelId, change: () => void): void {
  const sizes = api.groups
    .filter(({ panels }) => panels.every((panel) => panel.id !== STRETCHES && panel.id !== id))
    .map((group) => ({ group, size: { width: group.api.width, height: group.api.height } }))
  change()
  for (const { group, size } of sizes) {
    if (!api.groups.includes(group) || isAt(group, size)) continue
    group.api.setSize(size)
    // The docking takes its gaps off what it is told; how much that is shows only afterwards.
    const { width, height } = group.api
    const [across, down] = [size.width - width, size.height - height]
    if (isGap(across) || isGap(down)) {
      group.api.setSize({
        width: size.width + (isGap(across) ? across : 0),
        height: size.height + (isGap(down) ? down : 0),
      })
    }
  }
}

interface Box {
  readonly width: number
  readonly height: number
}
const isAt = ({ api }: { readonly api: Box }, { width, height }: Box): boolean =>
  Math.abs(api.width - width) < 1 && Math.abs(api.height - height) < 1
const isGap = (difference: number): boolean => difference > 0 && difference <= GAP

/** Brings a panel to the front, opening it when it was closed. */
export function showPanel(id: PanelId): void {
  const { api } = useDocking.getState()
  if (api === null) return
  const panel = api.getPanel(id)
  if (panel === undefined) openPanel(api, id)
  else panel.api.setActive()
}

/** Arranges the panels as on a first start. */
export function resetLayout(): void {
  const { api } = useDocking.getState()
  if (api !== null) arrangeDefault(api)
}
