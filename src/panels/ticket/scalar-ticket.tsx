/** The ticket of a scalar market. */
import { type ReactNode, useState } from 'react'
import { ReadAge, useAccount, useFees } from '../../queries/index.ts'
import { ErrorState, Panel, Segmented, Skeleton } from '../../ui/index.ts'
import { useChangeDraft, useDraft } from '../../workspace/index.ts'
import { LeverageControl } from './leverage-control.tsx'
import { PredictForm } from './predict-form.tsx'
import styles from './ticket.module.css'
import { TicketForm } from './ticket-form.tsx'
import { useOrderDraft, useTicket } from './use-ticket.ts'

export function ScalarTicket({ title }: { title: string }): ReactNode {
  const draft = useOrderDraft()
  const { mode } = useDraft('scalar')
  const [settleText, setSettleText] = useState('')
  const { ticket, error, retry } = useTicket(draft, settleText)
  const reads = [useAccount(), useFees()]
  if (ticket === null) {
    return (
      <Panel title={title}>
        {error === null ? (
          <Skeleton rows={9} label="Loading order ticket" />
        ) : (
          <ErrorState title="Markets could not be read" message={error} onRetry={retry} />
        )}
      </Panel>
    )
  }
  // Stale data does not dim the ticket, which must stay usable: it says so above its buttons.
  const { stale, words } = ticket.freshness
  return (
    <Panel
      title={title}
      actions={
        <>
          <ReadAge reads={reads} what="account" />
          <LeverageControl key={ticket.asset} ticket={ticket} />
        </>
      }
    >
      <div className={styles.body}>
        <ModeTabs />
        {mode === 'predict' ? (
          <PredictForm ticket={ticket} draft={draft} staleWords={stale ? words : null} />
        ) : (
          <TicketForm
            mode={mode}
            ticket={ticket}
            draft={draft}
            settleText={settleText}
            onSettleText={setSettleText}
            staleWords={stale ? words : null}
          />
        )}
      </div>
    </Panel>
  )
}

const MODES = [
  { value: 'limit', label: 'Limit' },
  { value: 'market', label: 'Market' },
  { value: 'predict', label: 'Predict' },
] as const

function ModeTabs(): ReactNode {
  const { mode } = useDraft('scalar')
  const change = useChangeDraft('scalar')
  return (
    <div className={styles.modes}>
      <Segmented label="Kind of order" options={MODES} value={mode} onChange={(next) => change({ mode: next })} />
    </div>
  )
}
