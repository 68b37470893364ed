/** The panel "Order ticket": the form of the market's family. */
import { type ComponentType, type ReactNode, useState } from 'react'
import type { Family } from '../../../contract/market-ref.ts'
import { ReadAge, useAccount, useFees } from '../../queries/index.ts'
import { KeptPlace, KeptPlaceProvider, KindHolder, TicketBody, TicketGate } from '../../ticket/index.ts'
import { SamePlace } from '../../trade-forms/index.ts'
import { ErrorState, Panel, Skeleton } from '../../ui/index.ts'
import { useMarketRef } from '../../workspace/index.ts'
import { BinaryTicket } from '../binary/index.ts'
import { OutcomeTicketPanel } from '../outcomes/index.ts'
import { LeverageControl } from './leverage-control.tsx'
import { ModeForm } from './modes.tsx'
import { useOrderDraft, useTicket } from './use-ticket.ts'

/** The ticket of a scalar market. */
function ScalarTicket({ title }: { title: string }): ReactNode {
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
              staleText={stale ? words : null}
            />
          </KindHolder>
        </TicketGate>
      </TicketBody>
    </Panel>
  )
}

const TITLE = 'Order ticket'

const BODIES: { readonly [F in Family]: ComponentType<{ readonly title: string }> } = {
  scalar: ScalarTicket,
  binary: BinaryTicket,
  outcome: OutcomeTicketPanel,
}

export function TicketPanel(): ReactNode {
  const Body = BODIES[useMarketRef()?.family ?? 'scalar']
  const [place] = useState(() => new KeptPlace())
  return (
    // Above the families: a press that was meant for a market of one is none for the market of another that takes its place.
    <SamePlace>
      <KeptPlaceProvider value={place}>
        <Body title={TITLE} />
      </KeptPlaceProvider>
    </SamePlace>
  )
}
