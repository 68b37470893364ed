/** Workspaces as tabs of the top bar, with the menu of all of them. */
import { type ReactNode, useEffect, useRef } from 'react'
import { useTopic } from '../../market-data/index.ts'
import { useSession } from '../../queries/index.ts'
import { Menu } from '../../ui/index.ts'
import { type Choice, tabChoices } from './choices.ts'
import { ask } from './questions.ts'
import { useWorkspaceActions } from './use-workspaces.ts'
import { workspaceMenu } from './workspace-menu.ts'
import styles from './workspaces.module.css'

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
  // Of many tabs the one that is open is in view.
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
        isChanged ? `${goal.name}, changed since it was ${goal.kind === 'template' ? 'opened' : 'saved'}` : undefined
      }
      onClick={() => {
        if (!isCurrent) onOpen()
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
