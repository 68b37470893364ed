/** The interface of the window's docking: opening, closing and focusing panels, and the layouts of templates. */
import type { DockviewApi } from 'dockview-react'
import { create } from 'zustand'
import type { TemplateId } from '../../../contract/workspace-names.ts'
import type { useCall } from '../../bridge/index.ts'
import { rowHeight, textScale } from '../../ui/index.ts'
import {
  changePanel,
  follows,
  newPanelId,
  type PanelInstance,
  panelInstance,
  panelsAreOpen,
  panelsByUse,
  panelUsed,
  putPanel,
  showsPanels,
  useOpenPanels,
} from '../../workspace/index.ts'
import { defaultSizes, type LayoutSpace, textSized } from './default-sizes.ts'
import { keepingFocus } from './keep-focus.ts'
import type { SavedLayout } from './layout-plan.ts'
import { marketOfNew, placeOfNew } from './new-panel.ts'
import { isKindId, type KindId, panelKind } from './panel-table.tsx'
import { toSaved } from './saved-layout.ts'
import { GAP, keepPlaces, withGaps } from './saved-positions.ts'
import { offerUndo } from './strip.tsx'
import { templateFor } from './templates.ts'

/**
 * Changes the docking while the remaining groups keep their size, including heads and tabs; the stretching panel takes the rest.
 * @param ids the panels that come or go
 */
function keepingSizes(
  api: DockviewApi,
  ids: readonly string[],
  stretches: (id: string) => boolean,
  change: () => void,
): void {
  const sizes = api.groups
    .filter(({ panels }) => panels.every(({ id }) => !stretches(id) && !ids.includes(id)))
    .map((group) => ({ group, size: { width: group.api.width, height: group.api.height } }))
  change()
  for (const { group, size } of sizes) {
    if (!api.groups.includes(group) || isAt(group, size)) continue
    group.api.setSize(size)
    // The docking subtracts its gaps from a requested size; the difference is only known afterwards.
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

type Size = Pick<LayoutSpace, 'width' | 'height'>

const isAt = ({ api }: { readonly api: Size }, { width, height }: Size): boolean =>
  Math.abs(api.width - width) < 1 && Math.abs(api.height - height) < 1

const isGap = (difference: number): boolean => difference > 0 && difference <= GAP

/**
 * Gives every strip its height in text `scale` times the default size; the stretching panel gives or takes the space.
 * @param kindOf the kind of an open panel; null where unknown
 */
function fitStrips(
  api: DockviewApi,
  scale: number,
  kindOf: (id: string) => string | null,
  stretches: (id: string) => boolean,
): void {
  for (const group of api.groups) {
    const strip = group.panels.flatMap(({ id }) => {
      const kind = kindOf(id)
      return kind === null ? [] : (panelKind(kind).strip ?? [])
    })[0]
    if (strip === undefined) continue
    const height = Math.round(strip * scale)
    keepingSizes(
      api,
      group.panels.map(({ id }) => id),
      stretches,
      () => {
        group.api.setConstraints({ minimumHeight: height, maximumHeight: height })
        if (group.api.height !== height) group.api.setSize({ height })
      },
    )
  }
}

type Call = ReturnType<typeof useCall>

interface Docking {
  readonly api: DockviewApi | null
  readonly call: Call | null
  /** Ids of the panels in front of their tabs, joined for comparison. */
  readonly front: string
  /** Closed panels, the most recent last: the one of each kind that reopens as it was. */
  readonly closed: readonly string[]
}

const useDocking = create<Docking>()(() => ({ api: null, call: null, front: '', closed: [] }))

/** The docking itself; null while there is none. */
export const dockingApi = (): DockviewApi | null => useDocking.getState().api

export const kindOf = (id: string): string | null => panelInstance(id)?.kind ?? null
/** Whether it gives or takes the space when another panel closes or returns. */
export const stretches = (id: string): boolean => kindOf(id) === 'chart'

/** With another text size a settlement desk keeps half of its row, since it shows as much in less space. */
const RESIZABLE = {
  stretches: (id: string): boolean => stretches(id) || kindOf(id) === 'settlement-desk',
  isTicket: (id: string): boolean => kindOf(id) === 'ticket',
  least: leastWidth,
  needs: (id: string): number => leastWidth(id) * textScale(),
}

function leastWidth(id: string): number {
  const kind = kindOf(id)
  return kind === null ? 0 : panelKind(kind).least.width
}

type Grid = SavedLayout['layout']['grid']['root']

/** The layout before the last change of the text size, and the one after it: the same change back restores it. */
let resized: { readonly factor: number; readonly from: SavedLayout['layout']; readonly to: Grid } | null = null

/** Shares of a side by which layouts may differ and count as one: the bars around the docking change their height with the text. */
const SAME_WITHIN = 0.03

/** Whether two parts of layouts show the same panels in nearly the same shares of the space. */
function isSame(a: Grid, b: Grid): boolean {
  if (!Array.isArray(a.data) || !Array.isArray(b.data)) {
    return !Array.isArray(a.data) && !Array.isArray(b.data) && String(a.data.views) === String(b.data.views)
  }
  const [parts, others] = [a.data, b.data]
  const [whole, otherWhole] = [parts, others].map((all) => all.reduce((sum, { size = 0 }) => sum + size, 0) || 1)
  return (
    parts.length === others.length &&
    parts.every((part, at) => {
      const other = others[at]
      if (other === undefined || !isSame(part, other)) return false
      return Math.abs((part.size ?? 0) / (whole ?? 1) - (other.size ?? 0) / (otherWhole ?? 1)) < SAME_WITHIN
    })
  )
}

/** Kinds with a panel in this window. */
export function useOpenKinds(): ReadonlySet<string> {
  const open = useOpenPanels((panels) => panels.open)
  return new Set(open.map(kindOf).filter((kind) => kind !== null))
}

const frontOf = (api: DockviewApi): string => api.groups.map((group) => group.activePanel?.id ?? '').join(' ')

let places = keepPlaces(stretches)

/** Makes a docking the window's; returns a function that undoes it. */
export function attachDocking(api: DockviewApi, call: Call, closed: readonly string[]): () => void {
  const publish = (): void => {
    panelsAreOpen(api.panels.map(({ id }) => id))
    useDocking.setState({ front: frontOf(api) })
  }
  useDocking.setState({ api, call, closed })
  const fitAll = (): void => fitStrips(api, textScale(), kindOf, stretches)
  const watching = [
    api.onDidAddPanel(publish),
    api.onDidRemovePanel(publish),
    api.onDidLayoutFromJSON(publish),
    api.onDidLayoutFromJSON(fitAll),
    api.onDidActivePanelChange(({ panel }) => {
      if (panel !== undefined) panelUsed(panel.id)
    }),
    api.onDidLayoutChange(() => useDocking.setState({ front: frontOf(api) })),
  ]
  publish()
  fitAll()
  if (api.activePanel !== undefined) panelUsed(api.activePanel.id)
  places = keepPlaces(stretches)
  const stopShowing = showsPanels({
    kind(kind, options) {
      if (!isKindId(kind)) throw new Error(`there is no kind of panel ${kind}`)
      showPanel(kind, options)
    },
    instance(id) {
      const panel = api.getPanel(id)
      if (panel?.api.isVisible === false) panel.api.setActive()
    },
  })
  return () => {
    stopShowing()
    for (const watch of watching) watch.dispose()
    panelsAreOpen([])
    useDocking.setState({ api: null, call: null, front: '', closed: [] })
  }
}

/** The panels that are saved with the layout: open ones, and those that reopen as they were. */
export function panelsToSave(api: DockviewApi): readonly PanelInstance[] {
  const { closed } = useDocking.getState()
  return [...api.panels.map(({ id }) => id), ...closed].flatMap((id) => panelInstance(id) ?? [])
}

/** Closes a panel; its state is kept until it is reopened. @param by a close by mouse does not move a focus that is nowhere */
export function closePanel(id: string, by: 'command' | 'mouse' = 'command'): void {
  const { api, closed } = useDocking.getState()
  if (api?.getPanel(id) === undefined) return
  takeOut(id, by)
  const others = closed.filter((one) => kindOf(one) !== kindOf(id))
  useDocking.setState({ closed: [...others, id] })
}

/** Removes a panel from this window; it does not return by itself. @param by as for closing */
export function takeOut(id: string, by: 'command' | 'mouse'): void {
  const { api } = useDocking.getState()
  const panel = api?.getPanel(id)
  if (api === null || panel === undefined) return
  places.closing(id, api.toJSON())
  keepingFocus({ api, id, fromNowhere: by === 'command' }, () =>
    keepingSizes(api, [id], stretches, () => api.removePanel(panel)),
  )
  places.settled(api.toJSON())
}

/**
 * Opens a panel of a kind: the last closed one returns in its place and state, unless something was moved since; otherwise a new one opens. Returns
 * its id.
 */
export function addPanel(kind: KindId): string | null {
  const { api, closed } = useDocking.getState()
  if (api === null) return null
  const back = closed.find((id) => kindOf(id) === kind && api.getPanel(id) === undefined)
  const panel = (back === undefined ? undefined : panelInstance(back)) ?? {
    id: newPanelId(kind),
    kind,
    market: marketOfNew(kind, panelsByUse()),
    options: {},
  }
  openPanel(panel)
  return panel.id
}

/** After a change of the text size by `factor`: panels that follow it are resized, and closed panels keep matching places. */
export function followText(api: DockviewApi, factor: number): void {
  if (factor === 1 || api.groups.length === 0) {
    fitStrips(api, textScale(), kindOf, stretches)
    return
  }
  const from = api.toJSON()
  const before =
    resized !== null && Math.abs(resized.factor * factor - 1) < 1e-6 && isSame(from.grid.root, resized.to)
      ? resized
      : null
  reload(api, before?.from ?? withGaps(textSized(from, factor, RESIZABLE)))
  places = keepPlaces(stretches)
  fitStrips(api, textScale(), kindOf, stretches)
  resized = before === null ? { factor, from: withGaps(from), to: api.toJSON().grid.root } : null
}

/** The same panels in another layout: front tabs and the panel in use stay the same. */
function reload(api: DockviewApi, layout: SavedLayout['layout']): void {
  const { activePanel } = api
  const front = api.groups.flatMap((group) => group.activePanel?.id ?? [])
  api.fromJSON(layout, { reuseExistingPanels: true })
  for (const id of [...front, activePanel?.id]) if (id !== undefined) api.getPanel(id)?.api.setActive()
}

/** Opens an existing panel. */
export function openPanel(panel: PanelInstance): void {
  const { api, call, closed } = useDocking.getState()
  if (api === null || call === null) return
  const { id } = panel
  putPanel(panel)
  const before = places.opening(id, api.toJSON())
  if (before === null) {
    const kinds = new Map(api.panels.map((open) => [open.id, kindOf(open.id) ?? '']))
    keepingSizes(api, [id], stretches, () => placeOfNew(api, panel, kinds, defaultSizes(roomOf(api))))
  } else {
    const front = api.groups.flatMap(({ activePanel }) => activePanel ?? [])
    api.fromJSON(before, { reuseExistingPanels: true })
    for (const one of front) one.api.setActive()
    api.getPanel(id)?.api.setActive()
  }
  fitStrips(api, textScale(), kindOf, stretches)
  places.settled(api.toJSON())
  useDocking.setState({ closed: closed.filter((one) => one !== id) })
  follows(id, call)
}

/** Opens a copy of this panel beside it: with its market and options, without typed text. */
export function duplicatePanel(id: string): void {
  const panel = panelInstance(id)
  if (panel !== undefined) openPanel({ ...panel, id: newPanelId(panel.kind) })
}

/** Brings a panel to the front. */
export const showInstance = (id: string): void => useDocking.getState().api?.getPanel(id)?.api.setActive()

/** Brings the last used panel of a kind to the front, opening one when there is none. */
export function showPanel(kind: KindId, options?: PanelInstance['options']): void {
  const open = panelsByUse().find((panel) => panel.kind === kind)
  const id = open === undefined ? addPanel(kind) : open.id
  if (id === null) return
  if (options !== undefined) changePanel(id, { options: { ...panelInstance(id)?.options, ...options } })
  showInstance(id)
}

const roomOf = (api: DockviewApi): LayoutSpace => ({
  width: api.width,
  height: api.height,
  scale: textScale(),
  row: rowHeight(),
})

/** A template as a new window of this size would save it. @throws while there is no docking */
export function templateLayout(id: TemplateId): Record<string, unknown> {
  const { api } = useDocking.getState()
  if (api === null) throw new Error('The panels of this window are still loading.')
  return toSaved(templateFor(id, roomOf(api), newPanelId), {})
}

/** Replaces the current layout. @throws the docking's error for a layout that it cannot show */
export function load(api: DockviewApi, { layout, panels }: SavedLayout): void {
  for (const panel of panels) putPanel(panel)
  api.fromJSON(withGaps(layout))
  const { activePanel } = api
  // When the front panel goes, its neighbor comes to the front, not the last tab.
  for (const group of api.groups) {
    const front = group.activePanel
    if (group.panels.length < 2) continue
    for (const panel of group.panels.toReversed()) panel.api.setActive()
    front?.api.setActive()
  }
  activePanel?.api.setActive()
}

/** Applies a template. */
export function applyTemplate(api: DockviewApi, id: TemplateId): void {
  api.clear()
  load(api, templateFor(id, roomOf(api), newPanelId))
}

/** Replaces the current panels by those of a template, by default the first start's, and offers to undo it. */
export function resetLayout(template: TemplateId = 'scalar'): void {
  const { api, call, closed } = useDocking.getState()
  if (api === null || call === null) return
  const before: SavedLayout = { layout: api.toJSON(), panels: panelsToSave(api) }
  const arranged = (): void => {
    places = keepPlaces(stretches)
    for (const { id } of api.panels) follows(id, call)
  }
  applyTemplate(api, template)
  useDocking.setState({ closed: closedAfter(before, api) })
  arranged()
  offerUndo(() => {
    api.clear()
    load(api, before)
    useDocking.setState({ closed })
    arranged()
  })
}

/** Previously open or closed panels, the last one of each kind: they return as they were, with their typed text. */
function closedAfter({ panels }: SavedLayout, api: DockviewApi): readonly string[] {
  const last = new Map(panels.map(({ id, kind }) => [kind, id]))
  return [...last.values()].filter((id) => api.getPanel(id) === undefined)
}
