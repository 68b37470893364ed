/** The commands that open, close, move and show panels. Pure. */
import { LINK_GROUPS, type LinkGroup } from '../../../contract/link.ts'
import type { Command } from '../../commands/index.ts'

export type PanelSide = 'left' | 'right' | 'up' | 'down'

/** The panel that the commands are about. */
interface CurrentPanel {
  readonly id: string
  readonly title: string
  readonly isStrip: boolean
  /** Whether it shows a market, and so can be linked. */
  readonly hasMarket: boolean
  /** Its link group, and whether it stayed with a market that its group went on from; null where it is linked to none. */
  readonly link: { readonly group: LinkGroup; readonly stays: boolean } | null
}

/** What they need of the docking. */
export interface PanelPort<Kind extends string = string> {
  readonly kinds: readonly { readonly id: Kind; readonly title: string }[]
  /** Kinds of which a panel is open. */
  readonly open: ReadonlySet<string>
  /** The panel that was used last; null while none is open. */
  readonly current: CurrentPanel | null
  /** The other windows of the deployment. */
  readonly windows: readonly { readonly name: string; readonly title: string }[]
  /** Brings the panel of a kind that was used last to the front, opening one when there is none. */
  readonly show: (kind: Kind) => void
  readonly add: (kind: Kind) => void
  readonly close: (id: string) => void
  readonly duplicate: (id: string) => void
  /** Among the tabs beside its own, or to the edge. */
  readonly move: (id: string, side: PanelSide) => void
  /** Out of its tabs. */
  readonly split: (id: string, side: PanelSide) => void
  readonly turnTab: (id: string, step: 1 | -1) => void
  /** Shows what the panel's group shows, where it went without it. */
  readonly follow: (id: string) => void
  /** To a link group, or with null to its own market alone. */
  readonly link: (id: string, group: LinkGroup | null) => void
  /** To another window, or with null to one of its own. */
  readonly moveToWindow: (id: string, window: string | null) => void
}

const SIDES = [
  { side: 'left', words: 'to the left', code: 'ArrowLeft' },
  { side: 'right', words: 'to the right', code: 'ArrowRight' },
  { side: 'up', words: 'up', code: 'ArrowUp' },
  { side: 'down', words: 'down', code: 'ArrowDown' },
] as const

/** For each kind to show one and to open another; and what is done with the panel in use. */
export function panelCommands<Kind extends string>(port: PanelPort<Kind>): readonly Command[] {
  const { kinds, open, show, add } = port
  return [
    ...kinds.flatMap(({ id, title }) => [
      {
        id: `panel/show/${id}`,
        title: `Show ${title}`,
        scope: 'window' as const,
        words: ['panel'],
        run: () => show(id),
      },
      {
        id: `panel/open/${id}`,
        title: `Open another ${title}`,
        scope: 'window' as const,
        words: ['panel', 'new', 'add'],
        selected: open.has(id),
        menu: { menu: 'View', section: 'Panels', label: title },
        run: () => add(id),
      },
    ]),
    ...currentCommands(port),
  ]
}

function currentCommands<Kind extends string>({
  current,
  close,
  duplicate,
  move,
  split,
  turnTab,
  follow,
  link,
  windows,
  moveToWindow,
}: PanelPort<Kind>): readonly Command[] {
  const name = current === null ? 'the panel in use' : `this panel, ${current.title}`
  const none = current === null ? 'No panel is open' : null
  const fixed = none ?? (current?.isStrip === true ? 'This strip stays where it is' : null)
  const unlinkable = none ?? (current?.hasMarket === false ? 'This panel shows no market of its own' : null)
  const group = current?.link?.group ?? null
  const one = (id: string, title: string, run: (panel: string) => void, more: Partial<Command> = {}): Command => ({
    id: `panel/${id}`,
    title,
    scope: 'window',
    impossible: none,
    words: ['panel'],
    ...more,
    run: () => {
      if (current !== null) run(current.id)
    },
  })
  return [
    one('close', `Close ${name}`, close),
    one('duplicate', `Duplicate ${name}`, duplicate),
    one('tab/next', 'Go to the next tab', (id) => turnTab(id, 1), { keys: [{ code: 'PageDown', mod: true }] }),
    one('tab/previous', 'Go to the tab before', (id) => turnTab(id, -1), { keys: [{ code: 'PageUp', mod: true }] }),
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
    one('follow', `Follow the group${group === null ? '' : ` ${group}`} with ${name}`, follow, {
      impossible: unlinkable ?? unfollowed(current),
      words: ['panel', 'link', 'market', 'stays'],
    }),
    ...LINK_GROUPS.map((group) =>
      one(`link/${group}`, `Link ${name}, to group ${group}`, (id) => link(id, group), { impossible: unlinkable }),
    ),
    one('link/none', `Pin ${name}, to its market`, (id) => link(id, null), {
      impossible: unlinkable,
      words: ['unlink', 'group'],
    }),
    one('window/new', `Move ${name}, to a window of its own`, (id) => moveToWindow(id, null)),
    ...windows.map((window) =>
      one(`window/${window.name}`, `Move ${name}, to the window ${window.title}`, (id) =>
        moveToWindow(id, window.name),
      ),
    ),
  ]
}

/** Why there is no group to follow; null where there is. */
function unfollowed(current: CurrentPanel | null): string | null {
  if (current?.link == null) return 'This panel is linked to no group'
  return current.link.stays ? null : 'It shows what its group shows'
}
