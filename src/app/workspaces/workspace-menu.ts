/** The menu beside the tabs: every workspace and template, and what can be done with the one that is open. Pure. */
import type { WorkspacesView } from '../../../contract/workspace.ts'
import type { MenuEntry } from '../../ui/index.ts'
import { type Choice, type Features, savedChoices, savedCurrent, templateChoices, unsavable } from './choices.ts'
import type { Question } from './questions.ts'
import type { WorkspaceActions } from './use-workspaces.ts'

interface MenuPort {
  readonly actions: Pick<WorkspaceActions, 'open' | 'save' | 'remove' | 'showExport'>
  readonly ask: (question: Question) => void
}

const OPEN = 'Open'
const TEMPLATES = 'Begin from a template'
const THIS = 'This workspace'
const ALL = 'Elsewhere'

export function workspaceMenu(
  view: WorkspacesView,
  features: Features | undefined,
  { actions, ask }: MenuPort,
): readonly MenuEntry[] {
  const name = savedCurrent(view)
  const opening = (section: string, { goal, isCurrent, isChanged, impossible }: Choice): MenuEntry => ({
    id: `${goal.kind}/${goal.name}`,
    label: goal.name,
    section,
    selected: isCurrent,
    ...(isChanged ? { note: 'changed' } : {}),
    ...(impossible === null ? {} : { impossible }),
    onAction: () => actions.open(goal),
  })
  const cannotSave = unsavable(view)
  const saved = (id: string, label: string, run: (name: string) => void, section = THIS): MenuEntry => ({
    id,
    label,
    section,
    ...(name === null ? { impossible: 'not saved yet' } : { onAction: () => run(name) }),
  })
  return [
    ...savedChoices(view).map((choice) => opening(OPEN, choice)),
    ...templateChoices(view, features).map((choice) => opening(TEMPLATES, choice)),
    {
      id: 'save',
      label: name === null ? 'Save' : `Save ${name}`,
      section: THIS,
      ...(cannotSave === null ? { onAction: actions.save } : { impossible: cannotSave }),
    },
    { id: 'save-as', label: 'Save as…', section: THIS, onAction: () => ask({ kind: 'save-as', next: null }) },
    saved('reset', 'Back to how it was saved…', (of) => ask({ kind: 'reset', name: of })),
    saved('rename', 'Rename…', (of) => ask({ kind: 'rename', name: of })),
    saved('duplicate', 'Duplicate…', (of) => ask({ kind: 'duplicate', name: of })),
    saved('delete', 'Delete…', actions.remove),
    saved('export', 'Export…', actions.showExport, ALL),
    { id: 'import', label: 'Import…', section: ALL, onAction: () => ask({ kind: 'import' }) },
  ]
}
