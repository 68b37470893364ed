/** Moving panels from the keyboard: to another group of tabs, out of its own, and through its tabs. */
import type { DockviewApi, DockviewGroupPanel } from 'dockview-react'
import { dockingApi, showInstance } from './docking.ts'
import { keepingFocus } from './keep-focus.ts'
import { type Box, neighbourOf, type Side } from './neighbour.ts'

const TO = { left: 'left', right: 'right', up: 'top', down: 'bottom' } as const
const EDGE = { left: 'left', right: 'right', up: 'above', down: 'below' } as const

const boxOf = ({ element }: DockviewGroupPanel): Box => element.getBoundingClientRect()
/** A strip has no tabs: nothing joins it, and it stays where it is. */
const isStrip = (group: DockviewGroupPanel): boolean => group.locked !== false

/** Moves a panel among the tabs of the group beside its own; where there is none, to that edge of the workspace. */
export function movePanel(id: string, side: Side): void {
  const api = dockingApi()
  const panel = api?.getPanel(id)
  if (api === null || panel === undefined || isStrip(panel.group)) return
  const others = api.groups
    .filter((group) => group !== panel.group && !isStrip(group))
    .map((group) => ({ group, box: boxOf(group) }))
  const beside = neighbourOf(boxOf(panel.group), others, side)
  keepingFocus({ api, id, fromNowhere: true }, () => {
    if (beside !== null) panel.api.moveTo({ group: beside.group, position: 'center' })
    else if (panel.group.panels.length > 1 || !isAtEdge(api, panel.group, side)) {
      panel.api.moveTo({ group: api.addGroup({ direction: EDGE[side] }), position: 'center' })
    }
    panel.api.setActive()
  })
}

/** Takes a panel out of its tabs, to a side of them. */
export function splitPanel(id: string, side: Side): void {
  const api = dockingApi()
  const panel = api?.getPanel(id)
  if (api === null || panel === undefined || panel.group.panels.length < 2) return
  keepingFocus({ api, id, fromNowhere: true }, () => {
    panel.api.moveTo({ group: panel.group, position: TO[side] })
    panel.api.setActive()
  })
}

/** Brings the next tab beside a panel to the front, or the one before; gives where it is, null where there is no other. */
export function turnTab(id: string, step: 1 | -1): HTMLElement | null {
  const group = dockingApi()?.getPanel(id)?.group
  if (group?.activePanel === undefined || group.panels.length < 2) return null
  const at = group.panels.indexOf(group.activePanel)
  const next = group.panels[(at + step + group.panels.length) % group.panels.length]
  if (next === undefined) return null
  showInstance(next.id)
  return group.element
}

/** Whether a group takes a whole side of the workspace already. */
function isAtEdge(api: DockviewApi, group: DockviewGroupPanel, side: Side): boolean {
  const { width, height } = group.element.getBoundingClientRect()
  const whole = side === 'left' || side === 'right' ? height / api.height : width / api.width
  return whole > 0.98
}
