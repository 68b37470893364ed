/** The commands that do something with one panel as a whole: those of the panel in use, and the menu of every tab. Pure. */
import { LINK_GROUPS, type LinkGroup } from '../../../contract/link.ts'
import type { Command } from '../../commands/index.ts'
import { MESSAGES } from './messages.ts'

export type PanelSide = 'left' | 'right' | 'up' | 'down'

/** The panel that the commands are about. */
export interface CommandedPanel {
  readonly id: string
  readonly title: string
  readonly isStrip: boolean
  /** Whether it shows a market, and so can be linked. */
  readonly hasMarket: boolean
  /** Its link group, and whether it stayed with a market that its group went on from; null where it is linked to none. */
  readonly link: { readonly group: LinkGroup; readonly stays: boolean } | null
}

/** What they need of the docking. */
export interface OnePanelPort {
  /** The other windows of the deployment. */
  readonly windows: readonly { readonly name: string; readonly title: string }[]
  readonly close: (id: string) => void
  readonly duplicate: (id: string) => void
  /** Among the tabs beside its own, or to the edge. */
  readonly move: (id: string, side: PanelSide) => void
  /** Out of its tabs. */
  readonly split: (id: string, side: PanelSide) => void
  /** Shows what the panel's group shows, where it went without it. */
  readonly follow: (id: string) => void
  /** To a link group, or with null to its own market alone. */
  readonly link: (id: string, group: LinkGroup | null) => void
  /** To another window, or with null to one of its own. */
  readonly moveToWindow: (id: string, window: string | null) => void
}

/** The menu that they stand in. */
export const PANEL_MENU = 'Panel'

const SIDES = [
  { side: 'left', words: 'to the left', code: 'ArrowLeft' },
  { side: 'right', words: 'to the right', code: 'ArrowRight' },
  { side: 'up', words: 'up', code: 'ArrowUp' },
  { side: 'down', words: 'down', code: 'ArrowDown' },
] as const

/** All of them; with no panel each says so. */
export function onePanelCommands(panel: CommandedPanel | null, port: OnePanelPort): readonly Command[] {
  const { windows, close, duplicate, move, split, follow, link, moveToWindow } = port
  const name = panel === null ? 'the panel in use' : `this panel, ${panel.title}`
  const group = panel?.link?.group ?? null
  const none = panel === null ? 'No panel is open' : null
  const fixed = none ?? (panel?.isStrip === true ? 'This strip stays where it is' : null)
  const unlinkable = none ?? (panel?.hasMarket === false ? 'This panel shows no market of its own' : null)
  const unfollowed = unlinkable ?? unfollowedBy(panel)
  const one = (id: string, title: string, run: (panel: string) => void, more: Partial<Command> = {}): Command => ({
    id: `panel/${id}`,
    title,
    scope: 'window',
    impossible: none,
    words: ['panel'],
    ...more,
    run: () => {
      if (panel !== null) run(panel.id)
    },
  })
  /** The same words in the palette and in the panel's menu, which leaves out the panel. */
  const inMenu = (id: string, section: string, [verb, where]: Said, run: (panel: string) => void, more: More = {}) => {
    const { isLeftOut = false, ...rest } = more
    const place = { menu: PANEL_MENU, section, label: where === '' ? verb : `${verb} ${where}` }
    const title = where === '' ? `${verb} ${name}` : `${verb} ${name}, ${where}`
    return one(id, title, run, isLeftOut ? rest : { ...rest, menu: place })
  }
  const linking = { impossible: unlinkable, isLeftOut: unlinkable !== null }
  return [
    inMenu('window/new', 'Window', ['Move', 'to a window of its own'], (id) => moveToWindow(id, null)),
    ...windows.map((window) =>
      inMenu(`window/${window.name}`, 'Window', ['Move', `to the window ${window.title}`], (id) =>
        moveToWindow(id, window.name),
      ),
    ),
    inMenu('duplicate', 'Panel', [MESSAGES.duplicate, ''], duplicate),
    inMenu('close', 'Panel', [MESSAGES.close, ''], close),
    one('follow', `Follow the group${group === null ? '' : ` ${group}`} with ${name}`, follow, {
      impossible: unfollowed,
      words: ['panel', 'link', 'market', 'stays'],
      ...(unfollowed === null
        ? { menu: { menu: PANEL_MENU, section: 'Market', label: `Follow the group ${group ?? ''}` } }
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
      words: ['unlink', 'group'],
    }),
    ...SIDES.map(({ side, words, code }) =>
      one(`move/${side}`, `Move ${name}, ${words}`, (id) => move(id, side), {
        keys: [{ code, mod: true, alt: true, shift: true }],
        impossible: fixed,
        words: ['tabs', 'dock'],
      }),
    ),
    ...SIDES.map(({ side, words }) =>
      one(`split/${side}`, `Take ${name}, out of its tabs, ${words}`, (id) => split(id, side), {
        impossible: fixed,
        words: ['split', 'dock'],
      }),
    ),
  ]
}

/** What is done, and where to. */
type Said = readonly [verb: string, where: string]
type More = Partial<Command> & { readonly isLeftOut?: boolean }

/** Why there is no group to follow; null where there is. */
function unfollowedBy(panel: CommandedPanel | null): string | null {
  if (panel?.link == null) return 'This panel is linked to no group'
  return panel.link.stays ? null : 'It shows what its group shows'
}
