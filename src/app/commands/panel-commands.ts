/** The commands that open and show panels, and turn tabs. Pure. */
import type { Command } from '../../commands/index.ts'

/** What they need of the docking. */
export interface PanelPort<Kind extends string = string> {
  readonly kinds: readonly { readonly id: Kind; readonly title: string }[]
  /** Kinds of which a panel is open. */
  readonly open: ReadonlySet<string>
  /** The id of the panel that was used last; null while none is open. */
  readonly current: string | null
  /** Brings the panel of a kind that was used last to the front, opening one when there is none. */
  readonly show: (kind: Kind) => void
  readonly add: (kind: Kind) => void
  readonly turnTab: (id: string, step: 1 | -1) => void
}

/** For each kind to show one and to open another; and to turn the tabs of the panel in use. */
export function panelCommands<Kind extends string>(port: PanelPort<Kind>): readonly Command[] {
  const { kinds, open, current, show, add, turnTab } = port
  const turn = (id: string, title: string, step: 1 | -1, code: string): Command => ({
    id: `panel/tab/${id}`,
    title,
    scope: 'window',
    keys: [{ code, mod: true }],
    words: ['panel'],
    impossible: current === null ? 'No panel is open' : null,
    run: () => {
      if (current !== null) turnTab(current, step)
    },
  })
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
    turn('next', 'Go to the next tab', 1, 'PageDown'),
    turn('previous', 'Go to the tab before', -1, 'PageUp'),
  ]
}
