/** The ticket of a binary market: the position that is held in it, and a prediction. */
import type { ReactNode } from 'react'
import { ReadAge, useAccount } from '../../queries/index.ts'
import { TicketBody, TicketGate } from '../../ticket/index.ts'
import { Panel } from '../../ui/index.ts'
import { BinaryStates } from './binary-states.tsx'
import { HeldPosition } from './held-position.tsx'
import { PredictForm } from './predict-form.tsx'
import { useBinaryMarket } from './use-binary-market.ts'

export function BinaryTicket({ title }: { title: string }): ReactNode {
  const account = useAccount()
  const { view: read, present: market, freshness } = useBinaryMarket()
  return (
    <Panel title={title} freshness={freshness} dims="none" actions={<ReadAge reads={[account]} what="account" />}>
      <TicketBody>
        <BinaryStates view={read} present={market}>
          {(view, present) => (
            <TicketGate
              asset={present.asset}
              above={<HeldPosition key={present.asset} market={present.market} asset={present.asset} />}
            >
              <PredictForm
                key={present.asset}
                asset={present.asset}
                view={view}
                staleText={freshness.stale ? freshness.words : null}
              />
            </TicketGate>
          )}
        </BinaryStates>
      </TicketBody>
    </Panel>
  )
}
