/** Puts the commands about workspaces into the table, and has the palette find workspaces. */
import { type ReactNode, useMemo } from 'react'
import type { WorkspacesView } from '../../../contract/workspace.ts'
import { useCommands, useProvider } from '../../commands/index.ts'
import { useTopic } from '../../market-data/index.ts'
import { useSession } from '../../queries/index.ts'
import { ask } from './questions.ts'
import { useWorkspaceActions } from './use-workspaces.ts'
import { workspaceCommands, workspaceProvider } from './workspace-commands.ts'

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
