/** What the order does on arrival, what it costs or brings at worst, and what the shares come to either way. */
import type { ReactNode, Ref } from 'react'
import { toPlaces, trimZeros } from '../../../contract/decimal.ts'
import { grouped, NONE } from '../../format/index.ts'
import styles from './outcomes.module.css'
import type { OutcomeTicketView } from './use-outcome-ticket.ts'

interface TicketFiguresProps {
  readonly ref: Ref<HTMLDListElement>
  readonly ticket: OutcomeTicketView
  readonly sideName: string
  /** Decimals of the market's prices. */
  readonly places: number
}

export function TicketFigures({ ref, ticket: { draft, figures }, sideName, places }: TicketFiguresProps): ReactNode {
  const buying = draft.side === 'buy'
  const rest = draft.mode === 'limit' ? 'Rests' : 'Cancelled'
  const money = (text: string): string => `${text} USDH`
  return (
    <dl ref={ref} className={styles.figures} aria-label="What the order does">
      <dt>Fills now</dt>
      <dd>
        {figures === null ? NONE : grouped(trimZeros(figures.fills))}
        {figures?.average != null && <small> at {toPlaces(figures.average, places + 1)}</small>}
      </dd>
      <dt>{rest}</dt>
      <dd>{figures === null ? NONE : grouped(trimZeros(figures.rest))}</dd>
      <dt>{buying ? 'Costs at most' : 'Brings at least'}</dt>
      <dd>{figures?.money == null ? NONE : money(grouped(toPlaces(figures.money, 2, buying ? 'up' : 'down')))}</dd>
      <dt>
        {buying ? 'Pays' : 'Gives up'} if {sideName}
      </dt>
      <dd>{figures === null ? NONE : money(grouped(toPlaces(figures.payout, 2)))}</dd>
      <dt>If not</dt>
      <dd>{figures === null ? NONE : money('0.00')}</dd>
    </dl>
  )
}
