/** Commands for one panel as a whole: those of the panel in use, and the menu of every tab. */
import type { DockviewApi, DockviewGroupPanel } from 'dockview-react'
import { useMemo } from 'react'
import { LINK_GROUPS, type LinkGroup } from '../../../contract/link.ts'
import { useCall } from '../../bridge/index.ts'
import type { Command } from '../../commands/index.ts'
import { useTopic } from '../../market-data/index.ts'
import {
  followGroup,
  joinGroup,
  type LinkedMarket,
  type PanelMarket,
  pinPanel,
  usePanelInstances,
} from '../../workspace/index.ts'
import { closePanel, dockingApi, duplicatePanel, showInstance } from './docking.ts'
import { boxOf, keepingFocus, neighbourOf, type Side } from './keep-focus.ts'
import { MESSAGES } from './messages.ts'
import { moveToWindow } from './panel-moves.ts'
import { panelKind } from './panel-table.tsx'

interface CommandedPanel {
  readonly id: string
  readonly title: string
  readonly isStrip: boolean
  /** Whether it shows a market and so can be linked. */
  readonly hasMarket: boolean
  /** Its link group, and whether it stayed with a market that its group left; null where it is not linked. */
  readonly link: { readonly group: LinkGroup; readonly stays: boolean } | null
}

interface OnePanelPort {
  /** The other windows of the deployment. */
  readonly windows: readonly { readonly name: string; readonly title: string }[]
  readonly close: (id: string) => void
  readonly duplicate: (id: string) => void
  /** Into the neighboring tabs, or to the edge. */
  readonly move: (id: string, side: Side) => void
  /** Out of its tabs. */
  readonly split: (id: string, side: Side) => void
  /** Shows its group's current market. */
  readonly follow: (id: string) => void
  /** To a link group, or with null to its own market alone. */
  readonly link: (id: string, group: LinkGroup | null) => void
  /** To another window, or with null to one of its own. */
  readonly moveToWindow: (id: string, window: string | null) => void
}

/** The menu that contains them. */
export const PANEL_MENU = 'Panel'

/** An action, followed by where or to what; null where the verb says all. */
type ActionText = readonly [verb: string, way: string | null]

/** Its title in the palette, where `panel` is null without an active panel: `Close this panel, Chart`, `Move the active panel up`. */
const titleOf = ([verb, way]: ActionText, panel: string | null): string =>
  panel === null
    ? `${verb} the active panel${way === null ? '' : ` ${way}`}`
    : `${verb} this panel, ${panel}${way === null ? '' : `, ${way}`}`

/** Its label in the panel's menu, which omits the panel. */
const labelOf = ([verb, way]: ActionText): string => (way === null ? verb : `${verb} ${way}`)

function followText(group: LinkGroup | null, panel: string | null): string {
  if (panel === null) return 'Follow the group with the active panel'
  return group === null
    ? `Follow the group with this panel, ${panel}`
    : `Follow group ${group} with this panel, ${panel}`
}

/** Moves to a side: into the tabs there, and out of its own. */
const SIDES = [
  { side: 'left', code: 'ArrowLeft', way: 'to the left' },
  { side: 'right', code: 'ArrowRight', way: 'to the right' },
  { side: 'up', code: 'ArrowUp', way: 'up' },
  { side: 'down', code: 'ArrowDown', way: 'down' },
] as const

/** All of them; without a panel each states so. */
export function onePanelCommands(panel: CommandedPanel | null, port: OnePanelPort): readonly Command[] {
  const { windows, close, duplicate, move, split, follow, link, moveToWindow } = port
  const name = panel?.title ?? null
  const group = panel?.link?.group ?? null
  const none = panel === null ? 'No panel is open' : null
  const fixed = none ?? (panel?.isStrip === true ? 'This strip cannot be moved' : null)
  const unlinkable = none ?? (panel?.hasMarket === false ? 'This panel has no market' : null)
  const unfollowed = unlinkable ?? unfollowedBy(panel)
  const one = (id: string, title: string, run: (panel: string) => void, more: Partial<Command> = {}): Command => ({
    id: `panel/${id}`,
    title,
    scope: 'window',
    impossible: none,
    aliases: ['panel'],
    ...more,
    run: () => {
      if (panel !== null) run(panel.id)
    },
  })
  const inMenu = (id: string, section: string, text: ActionText, run: (panel: string) => void, more: More = {}) => {
    const { isLeftOut = false, ...rest } = more
    const place = { menu: PANEL_MENU, section, label: labelOf(text) }
    return one(id, titleOf(text, name), run, isLeftOut ? rest : { ...rest, menu: place })
  }
  const linking = { impossible: unlinkable, isLeftOut: unlinkable !== null }
  return [
    inMenu('window/new', 'Window', ['Move', 'to a new window'], (id) => moveToWindow(id, null)),
    ...windows.map((window) =>
      inMenu(`window/${window.name}`, 'Window', ['Move', `to the window ${window.title}`], (id) =>
        moveToWindow(id, window.name),
      ),
    ),
    inMenu('duplicate', 'Panel', [MESSAGES.duplicate, null], duplicate),
    inMenu('close', 'Panel', [MESSAGES.close, null], close),
    one('follow', followText(group, name), follow, {
      impossible: unfollowed,
      aliases: ['panel', 'link', 'market', 'stays'],
      ...(unfollowed === null
        ? { menu: { menu: PANEL_MENU, section: 'Market', label: `Follow group ${group ?? ''}` } }
        : {}),
    }),
    ...LINK_GROUPS.map((to) =>
      inMenu(`link/${to}`, 'Market', ['Link', `to group ${to}`], (id) => link(id, to), {
        ...linking,
        selected: to === group,
      }),
    ),
    inMenu('link/none', 'Market', ['Pin', 'to its market'], (id) => link(id, null), {
      ...linking,
      selected: unlinkable === null && group === null,
      aliases: ['unlink', 'group'],
    }),
    ...SIDES.map(({ side, way, code }) =>
      one(`move/${side}`, titleOf(['Move', way], name), (id) => move(id, side), {
        keys: [{ code, mod: true, alt: true, shift: true }],
        impossible: fixed,
        aliases: ['tabs', 'dock'],
      }),
    ),
    ...SIDES.map(({ side, way }) =>
      one(`split/${side}`, titleOf(['Move', `out of its tabs, ${way}`], name), (id) => split(id, side), {
        impossible: fixed,
        aliases: ['split', 'dock'],
      }),
    ),
  ]
}

type More = Partial<Command> & { readonly isLeftOut?: boolean }

/** Why there is no group to follow; null where there is. */
function unfollowedBy(panel: CommandedPanel | null): string | null {
  if (panel?.link == null) return 'This panel has no link group'
  return panel.link.stays ? null : 'It already follows its group'
}

// Moves panels from the keyboard: to another group of tabs, out of their own, and through their tabs.

const TO = { left: 'left', right: 'right', up: 'top', down: 'bottom' } as const
const EDGE = { left: 'left', right: 'right', up: 'above', down: 'below' } as const

/** A strip has no tabs: nothing can join it, and it stays in place. */
const isStrip = (group: DockviewGroupPanel): boolean => group.locked !== false

/** Moves a panel into the tabs of the neighboring group; where there is none, to that edge of the workspace. */
function movePanel(id: string, side: Side): void {
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

/** Moves a panel out of its tabs, to a side of them. */
function splitPanel(id: string, side: Side): void {
  const api = dockingApi()
  const panel = api?.getPanel(id)
  if (api === null || panel === undefined || panel.group.panels.length < 2) return
  keepingFocus({ api, id, fromNowhere: true }, () => {
    panel.api.moveTo({ group: panel.group, position: TO[side] })
    panel.api.setActive()
  })
}

/** Brings the next or previous tab to the front; returns its element, null where there is no other tab. */
export function turnTab(id: string, step: 1 | -1): HTMLElement | null {
  const group = dockingApi()?.getPanel(id)?.group
  if (group?.activePanel === undefined || group.panels.length < 2) return null
  const at = group.panels.indexOf(group.activePanel)
  const next = group.panels[(at + step + group.panels.length) % group.panels.length]
  if (next === undefined) return null
  showInstance(next.id)
  return group.element
}

/** Whether a group already spans a whole side of the workspace. */
function isAtEdge(api: DockviewApi, group: DockviewGroupPanel, side: Side): boolean {
  const { width, height } = group.element.getBoundingClientRect()
  const whole = side === 'left' || side === 'right' ? height / api.height : width / api.width
  return whole > 0.98
}

const linkOf = (market: PanelMarket | null): LinkedMarket | null => (market?.by === 'link' ? market : null)

/** The same list while the panel is unchanged; without a panel where `id` is null or not open. */
export function useOnePanelCommands(id: string | null): readonly Command[] {
  const call = useCall()
  const windows = useTopic({ kind: 'windows' })
  const kind = usePanelInstances(({ panels }) => panels[id ?? '']?.kind)
  const group = usePanelInstances(({ panels }) => linkOf(panels[id ?? '']?.market ?? null)?.group ?? null)
  const stays = usePanelInstances(({ panels }) => linkOf(panels[id ?? '']?.market ?? null)?.stays === true)
  return useMemo(() => {
    const shown = kind === undefined ? null : panelKind(kind)
    const panel =
      id === null || shown === null
        ? null
        : {
            id,
            title: shown.title,
            isStrip: shown.strip !== undefined,
            hasMarket: shown.shows !== null,
            link: group === null ? null : { group, stays },
          }
    return onePanelCommands(panel, {
      windows: (windows ?? []).filter(({ isThis }) => !isThis),
      close: closePanel,
      duplicate: duplicatePanel,
      move: movePanel,
      split: splitPanel,
      follow: followGroup,
      link: (one, to) => (to === null ? pinPanel(one) : joinGroup(one, to, call)),
      moveToWindow: (one, window) => moveToWindow(one, window === null ? { at: null } : { window }, call),
    })
  }, [id, kind, group, stays, windows, call])
}
