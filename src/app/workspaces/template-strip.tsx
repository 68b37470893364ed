/** Under the top bar at a first start: what is open is one of several arrangements. It blocks nothing, and goes for good once it was read. */
import type { ReactNode } from 'react'
import { useCall } from '../../bridge/index.ts'
import { showGettingStarted } from '../../getting-started/index.ts'
import { useTopic } from '../../market-data/index.ts'
import { useSession, useSettings } from '../../queries/index.ts'
import { Button } from '../../ui/index.ts'
import { tellRefusal } from '../bars/index.ts'
import { offersTemplates, templateChoices } from './choices.ts'
import { useWorkspaceActions } from './use-workspaces.ts'
import styles from './workspaces.module.css'

export function TemplateStrip(): ReactNode {
  const call = useCall()
  const view = useTopic({ kind: 'workspaces' })
  const features = useSession()?.features
  const offers = useSettings()?.offerTemplates
  const actions = useWorkspaceActions()
  if (view === undefined || offers !== true || !offersTemplates(view)) return null
  const others = templateChoices(view, features).filter(
    ({ isCurrent, impossible }) => !isCurrent && impossible === null,
  )
  if (others.length === 0) return null
  const dismiss = (): void => tellRefusal('The setting was not saved', call('saveSettings', { offerTemplates: false }))
  return (
    <section className={styles.strip} aria-label="Templates">
      <span>These panels are laid out for scalar markets. Other layouts to begin from:</span>
      {others.map(({ goal }) => (
        <Button key={goal.name} size="small" onClick={() => actions.open(goal)}>
          {goal.name}
        </Button>
      ))}
      <Button variant="bare" size="small" onClick={showGettingStarted}>
        Getting started…
      </Button>
      <Button variant="bare" size="small" aria-label="Dismiss: other layouts" onClick={dismiss}>
        Dismiss
      </Button>
    </section>
  )
}
