/** The ticket of an outcome market, as a panel. */
import type { ReactNode } from 'react'
import { useTopicFreshness } from '../../market-data/index.ts'
import { ReadAge, useAccount } from '../../queries/index.ts'
import { KindHolder, TicketBody, TicketGate } from '../../ticket/index.ts'
import { Panel } from '../../ui/index.ts'
import { OutcomeStates } from './outcome-states.tsx'
import { OutcomeTicket } from './outcome-ticket.tsx'
import { SettledShares } from './settled-shares.tsx'
import { SideChoice } from './side-choice.tsx'
import { useOutcomeMarket } from './use-outcome-market.ts'

export function OutcomeTicketPanel({ title }: { title: string }): ReactNode {
  const account = useAccount()
  const { view, shown, freshness } = useOutcomeMarket()
  const prices = useTopicFreshness(shown === null ? null : { kind: 'ticker', asset: shown.side.coin })
  const oldest = prices.stale ? prices : freshness
  return (
    <Panel title={title} freshness={freshness} dims="none" actions={<ReadAge reads={[account]} what="account" />}>
      <TicketBody>
        <OutcomeStates view={view} shown={shown}>
          {(market) => (
            <TicketGate
              asset={market.side.coin}
              held={<SettledShares {...market} choices={<SideChoice {...market} />} />}
            >
              <KindHolder>
                <OutcomeTicket
                  key={market.side.coin}
                  {...market}
                  staleWords={oldest.stale ? oldest.words : null}
                  choices={<SideChoice {...market} />}
                />
              </KindHolder>
            </TicketGate>
          )}
        </OutcomeStates>
      </TicketBody>
    </Panel>
  )
}
