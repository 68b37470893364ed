/** The ticket of a scalar market. */
import { type ReactNode, useState } from 'react'
import { ReadAge, useAccount, useFees } from '../../queries/index.ts'
import { KindHolder, TicketBody, TicketGate } from '../../ticket/index.ts'
import { ErrorState, Panel, Skeleton } from '../../ui/index.ts'
import { LeverageControl } from './leverage-control.tsx'
import { ModeForm } from './modes.tsx'
import { useOrderDraft, useTicket } from './use-ticket.ts'

export function ScalarTicket({ title }: { title: string }): ReactNode {
  const draft = useOrderDraft()
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
      <TicketBody>
        <TicketGate asset={ticket.asset}>
          <KindHolder>
            <ModeForm
              ticket={ticket}
              draft={draft}
              settleText={settleText}
              onSettleText={setSettleText}
              staleWords={stale ? words : null}
            />
          </KindHolder>
        </TicketGate>
      </TicketBody>
    </Panel>
  )
}
