/** Workspaces as tabs of the top bar, with the menu of all of them. */
import { type ReactNode, useEffect, useRef } from 'react'
import type { WorkspacesView } from '../../../contract/workspace.ts'
import { useTopic } from '../../market-data/index.ts'
import { useSession } from '../../queries/index.ts'
import { Menu, type MenuEntry } from '../../ui/index.ts'
import {
  ask,
  type Choice,
  type Features,
  savedChoices,
  savedCurrent,
  tabChoices,
  templateChoices,
  unsavable,
  useWorkspaceActions,
  type WorkspacePort,
} from './use-workspaces.ts'
import styles from './workspaces.module.css'

const OPEN = 'Open'
const TEMPLATES = 'New from template'
const THIS = 'This workspace'
const ALL = 'File'

/** The menu beside the tabs: every workspace and template, and the actions on the open one. */
export function workspaceMenu(
  view: WorkspacesView,
  features: Features | undefined,
  { actions, ask }: WorkspacePort,
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
    saved('reset', 'Revert to saved…', (of) => ask({ kind: 'reset', name: of })),
    saved('rename', 'Rename…', (of) => ask({ kind: 'rename', name: of })),
    saved('duplicate', 'Duplicate…', (of) => ask({ kind: 'duplicate', name: of })),
    saved('delete', 'Delete…', actions.remove),
    saved('export', 'Export…', actions.showExport, ALL),
    { id: 'import', label: 'Import…', section: ALL, onAction: () => ask({ kind: 'import' }) },
  ]
}

export function WorkspaceTabs(): ReactNode {
  const view = useTopic({ kind: 'workspaces' })
  const features = useSession()?.features
  const actions = useWorkspaceActions()
  if (view === undefined) return null
  return (
    <nav aria-label="Workspaces" className={styles.nav}>
      <div className={styles.tabs}>
        {tabChoices(view, features).map((choice) => (
          <Tab
            key={`${choice.goal.kind}/${choice.goal.name}`}
            choice={choice}
            onOpen={() => actions.open(choice.goal)}
          />
        ))}
      </div>
      <Menu label="All workspaces" placement="bottom start" entries={workspaceMenu(view, features, { actions, ask })}>
        <span aria-hidden="true">▾</span>
      </Menu>
    </nav>
  )
}

function Tab({ choice, onOpen }: { choice: Choice; onOpen: () => void }): ReactNode {
  const { goal, isCurrent, isChanged } = choice
  const tab = useRef<HTMLButtonElement>(null)
  // Scrolls the open tab into view.
  useEffect(() => {
    if (isCurrent) tab.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isCurrent])
  return (
    <button
      ref={tab}
      type="button"
      className={styles.tab}
      aria-current={isCurrent ? 'true' : undefined}
      title={
        !isChanged
          ? undefined
          : goal.kind === 'template'
            ? `${goal.name}, changed since it was opened`
            : `${goal.name}, changed since it was saved`
      }
      onClick={() => {
        // The open one again: back to how it was.
        if (!isCurrent || isChanged) onOpen()
      }}
    >
      {goal.name}
      {isChanged && (
        <>
          <span className={styles.changed} aria-hidden="true" />
          <span className="visually-hidden">, changed</span>
        </>
      )}
    </button>
  )
}
