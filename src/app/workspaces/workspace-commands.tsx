/** Commands for workspaces, and their registration. */
import { type ReactNode, useMemo } from 'react'
import type { WorkspacesView } from '../../../contract/workspace.ts'
import { type Command, type EntryProvider, useCommands, useProvider } from '../../commands/index.ts'
import { useTopic } from '../../market-data/index.ts'
import { useSession } from '../../queries/index.ts'
import {
  ask,
  type Features,
  savedChoices,
  savedCurrent,
  templateChoices,
  unsavable,
  useWorkspaceActions,
  type WorkspaceActions,
  type WorkspacePort,
} from './use-workspaces.ts'

/** Shown before a name is chosen. */
const NOT_SAVED = 'no saved workspace open'

export function workspaceCommands(view: WorkspacesView, { actions, ask }: WorkspacePort): readonly Command[] {
  const name = savedCurrent(view)
  const ofSaved = (id: string, title: string, run: (name: string) => void): Command => ({
    id: `workspace/${id}`,
    title,
    scope: 'app',
    aliases: ['windows', 'layout', 'arrangement'],
    impossible: name === null ? NOT_SAVED : null,
    run: () => {
      if (name !== null) run(name)
    },
  })
  return [
    {
      id: 'workspace/save',
      title: 'Save workspace',
      scope: 'app',
      keys: [{ code: 'KeyS', mod: true }],
      aliases: ['windows', 'layout', 'arrangement'],
      // Without a name it asks for one.
      impossible: name === null ? null : unsavable(view),
      run: () => (name === null ? ask({ kind: 'save-as', next: null }) : actions.save()),
    },
    {
      id: 'workspace/save-as',
      title: 'Save workspace as…',
      scope: 'app',
      keys: [{ code: 'KeyS', mod: true, shift: true }],
      aliases: ['windows', 'layout', 'arrangement'],
      run: () => ask({ kind: 'save-as', next: null }),
    },
    ofSaved('reset', 'Revert workspace to saved…', (of) => ask({ kind: 'reset', name: of })),
    ofSaved('rename', 'Rename workspace…', (of) => ask({ kind: 'rename', name: of })),
    ofSaved('duplicate', 'Duplicate workspace…', (of) => ask({ kind: 'duplicate', name: of })),
    ofSaved('delete', 'Delete workspace…', actions.remove),
    ofSaved('export', 'Export workspace…', actions.showExport),
    {
      id: 'workspace/import',
      title: 'Import workspace…',
      scope: 'app',
      aliases: ['windows', 'layout', 'arrangement'],
      run: () => ask({ kind: 'import' }),
    },
  ]
}

/** Workspaces and templates in the palette. */
export const workspaceProvider = (
  view: WorkspacesView,
  features: Features | undefined,
  open: WorkspaceActions['open'],
): EntryProvider => ({
  section: 'Workspaces',
  search(query, most) {
    // Typing the text of the entry itself must match too.
    const wanted = query
      .trim()
      .toLowerCase()
      .replace(/^open\s+/, '')
    return [...savedChoices(view), ...templateChoices(view, features)]
      .filter(({ goal, isCurrent }) => !isCurrent && goal.name.toLowerCase().includes(wanted))
      .slice(0, most)
      .map(({ goal, impossible }) => ({
        id: `${goal.kind}/${goal.name}`,
        title: `Open ${goal.name}`,
        detail: goal.kind === 'template' ? 'template' : 'workspace',
        impossible,
        run: () => open(goal),
      }))
  },
})

/** Registers the workspace commands, and adds workspaces to the palette. */
export function WorkspaceCommands(): ReactNode {
  const view = useTopic({ kind: 'workspaces' })
  return view === undefined ? null : <Commands view={view} />
}

function Commands({ view }: { view: WorkspacesView }): ReactNode {
  const features = useSession()?.features
  const actions = useWorkspaceActions()
  useCommands(useMemo(() => workspaceCommands(view, { actions, ask }), [view, actions]))
  useProvider(useMemo(() => workspaceProvider(view, features, actions.open), [view, features, actions]))
  return null
}
