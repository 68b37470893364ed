/** The panel "Activity": every action, newest first. */
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { isFinal } from '../../../contract/action.ts'
import type { Intent } from '../../../contract/intent.ts'
import { useTopic } from '../../market-data/index.ts'
import { UnverifiedPrompts } from '../../orders/index.ts'
import { type Assets, useAssets } from '../../queries/index.ts'
import { intentWords } from '../../trade-forms/index.ts'
import { EmptyState, Panel, Skeleton } from '../../ui/index.ts'
import styles from './activity.module.css'
import { ActivityRow } from './activity-row.tsx'
import { VirtualList } from './virtual-list.tsx'

/** Shorter lists are plain: virtualizing them would cost more than it saves. */
const VIRTUAL_FROM = 100

export function ActivityPanel(): ReactNode {
  const actions = useTopic({ kind: 'actions' })
  const assets = useAssets()
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const toggle = useCallback((id: string): void => {
    setOpen((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }, [])
  const inFlight = useMemo(
    () => actions?.filter((action) => !isFinal(action.state) && action.state !== 'resting').length ?? 0,
    [actions],
  )
  if (actions === undefined) {
    return (
      <Panel title="Activity">
        <Skeleton rows={5} label="Loading activity" />
      </Panel>
    )
  }
  const row = (index: number): ReactNode => {
    const action = actions[index]
    if (action === undefined) return null
    const words = intentWords(action.intent, actions, assets)
    const name = nameIn(action.intent, assets)
    return <ActivityRow action={action} words={words} name={name} open={open.has(action.id)} onToggle={toggle} />
  }
  return (
    <Panel title="Activity" actions={inFlight > 0 ? <span>{inFlight} under way</span> : undefined}>
      <div className={styles.body}>
        <UnverifiedPrompts />
        {actions.length === 0 ? (
          <EmptyState>Nothing sent yet. Orders, cancels and closes show here, step by step.</EmptyState>
        ) : actions.length > VIRTUAL_FROM ? (
          <VirtualList count={actions.length} keyOf={(index) => actions[index]?.id ?? index} render={row} />
        ) : (
          <ol className={styles.list}>
            {actions.map((action, index) => (
              <li key={action.id}>{row(index)}</li>
            ))}
          </ol>
        )}
      </div>
    </Panel>
  )
}

/** The market's name as it stands in the words of an intent: what gives way where room is short. */
function nameIn(intent: Intent, assets: Assets): string {
  if ('asset' in intent) return assets.of(intent.asset).market
  if (intent.kind !== 'convert') return ''
  return intent.conversion === 'merge_question'
    ? assets.question(intent.questionId ?? intent.outcomeId)
    : assets.outcome(intent.outcomeId)
}
