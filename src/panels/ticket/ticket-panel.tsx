/** The panel "Order ticket". */
import { type ReactNode, useState } from 'react'
import { ErrorState, Panel, Skeleton } from '../../ui/index.ts'
import { LeverageControl } from './leverage-control.tsx'
import { TicketForm } from './ticket-form.tsx'
import { useDraft, useTicket } from './use-ticket.ts'

export function TicketPanel(): ReactNode {
  const draft = useDraft()
  const [settleText, setSettleText] = useState('')
  const { ticket, error, retry } = useTicket(draft, settleText)
  if (ticket === null) {
    return (
      <Panel title="Order ticket">
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
      title="Order ticket"
      actions={
        <>
          <span>{ticket.asset}</span>
          <LeverageControl ticket={ticket} />
        </>
      }
    >
      <TicketForm
        ticket={ticket}
        draft={draft}
        settleText={settleText}
        onSettleText={setSettleText}
        staleWords={stale ? words : null}
      />
    </Panel>
  )
}
