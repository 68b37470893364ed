/** The ticket of an outcome market, as a panel. */
import type { ReactNode } from 'react'
import { absolute, signOf, trimZeros } from '../../../contract/decimal.ts'
import { grouped } from '../../format/index.ts'
import { useTopicFreshness } from '../../market-data/index.ts'
import { sideName } from '../../markets/outcome/index.ts'
import { ReadAge, useAccount } from '../../queries/index.ts'
import { ClosedMarketOverlay, KindHolder, TicketBody } from '../../ticket/index.ts'
import { Panel, Segmented } from '../../ui/index.ts'
import { useChooseMarket } from '../../workspace/index.ts'
import { MESSAGES } from './messages.ts'
import { Chance, type MarketProps, OutcomeStates, paidFor, useOutcomeMarket, useSidePrices } from './outcome-market.tsx'
import { OutcomeTicket } from './outcome-ticket.tsx'
import styles from './outcomes.module.css'

interface SettledSharesProps extends MarketProps {
  readonly choices: ReactNode
}

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
            <ClosedMarketOverlay
              asset={market.side.coin}
              held={<SettledShares {...market} choices={<SideChoice {...market} />} />}
            >
              <KindHolder>
                <OutcomeTicket
                  key={market.side.coin}
                  {...market}
                  staleText={oldest.stale ? oldest.text : null}
                  choices={<SideChoice {...market} />}
                />
              </KindHolder>
            </ClosedMarketOverlay>
          )}
        </OutcomeStates>
      </TicketBody>
    </Panel>
  )
}

/** For an outcome market that no longer trades: its sides, and the payout of held shares. */
function SettledShares({ market, side, choices }: SettledSharesProps): ReactNode {
  const held = useAccount().data?.positions.find(({ asset }) => asset === side.coin)?.size ?? null
  const { winner } = market
  return (
    <section className={styles.settled} aria-label={MESSAGES.orderFor(sideName(market, side))}>
      {choices}
      {held !== null && signOf(held) !== 0 && (
        <p className={styles.note}>
          {holdsText(winner, side.index, `${grouped(trimZeros(absolute(held)))} ${sideName(market, side)}`)}
        </p>
      )}
    </section>
  )
}

/** @param shares their number and name */
function holdsText(winner: number | null, side: number, shares: string): string {
  if (winner === null) return `You hold ${shares}. Each pays 1 if this side wins.`
  return winner === side ? `You hold ${shares}. Each pays 1.` : `You hold ${shares}. Each pays nothing.`
}

/** The sides of a market to choose from, any number of them, each with its full name and its probability. */
function SideChoice({ market, side }: MarketProps): ReactNode {
  const prices = useSidePrices(market)
  const choose = useChooseMarket()
  return (
    <Segmented
      label="Side"
      look="tiles"
      options={market.sides.map((one, place) => ({
        value: String(one.index),
        label: (
          <span className={styles.sideChoice}>
            <span>{one.name}</span>{' '}
            <Chance price={prices[place] ?? null} paid={paidFor(market, one)} tickSize={market.tickSize} />
          </span>
        ),
        name: one.name,
      }))}
      value={String(side.index)}
      onChange={(index) => choose({ family: 'outcome', outcomeId: market.outcomeId, side: Number(index) })}
    />
  )
}
