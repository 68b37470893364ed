/** Gathers what the ticket of an outcome market needs to know, and what is typed in it comes to. */
import { useMemo } from 'react'
import { type Price, type Size, signOf } from '../../../contract/decimal.ts'
import type { OutcomeOrderIntent } from '../../../contract/intent.ts'
import type { BookView } from '../../../contract/market.ts'
import { useCalmTopic, useServerClock } from '../../market-data/index.ts'
import {
  mostShares,
  OUTCOME_LEVELS,
  type OutcomeDraft,
  type OutcomeFigures,
  type OutcomeIssue,
  outcomeBound,
  outcomeFigures,
  outcomeIntentOf,
  outcomeIssues,
  outcomePermission,
  stateOf,
} from '../../markets/outcome/index.ts'
import { useAccount, useSession } from '../../queries/index.ts'
import { type Permission, useArmed } from '../../trade-forms/index.ts'
import { usePanelVisible } from '../../ui/index.ts'
import { useDraft } from '../../workspace/index.ts'
import { useChance } from './chance.tsx'
import type { MarketProps } from './market-props.ts'

/** How often the estimate is made anew. */
const ESTIMATE_EVERY_MS = 250

/** How often the clock is looked at in a tab that nobody sees. */
const HIDDEN_CLOCK_MS = 60_000

export interface OutcomeTicketView {
  readonly draft: OutcomeDraft
  readonly permission: Permission
  readonly book: BookView | null
  readonly issues: readonly OutcomeIssue[]
  /** The order that a press sends; null while something is wrong with the draft. */
  readonly intent: OutcomeOrderIntent | null
  readonly figures: OutcomeFigures | null
  /** The worst price that the order may trade at; null while there is nothing to count from. */
  readonly bound: Price | null
  /** The most that can be bought or sold; null while it is not known. */
  readonly most: Size | null
  readonly accountKnown: boolean
  /** There is nothing to buy with. */
  readonly noCollateral: boolean
}

export function useOutcomeTicket({ market, side }: MarketProps): OutcomeTicketView {
  const draft = useDraft('outcome')
  const session = useSession()
  const visible = usePanelVisible()
  const now = useServerClock(visible ? 1000 : HIDDEN_CLOCK_MS)
  const armed = useArmed()
  const account = useAccount().data
  const book =
    useCalmTopic(
      visible && stateOf(market) === 'open'
        ? { kind: 'book', asset: side.coin, step: null, levels: OUTCOME_LEVELS }
        : null,
      ESTIMATE_EVERY_MS,
    ) ?? null
  const last = useChance(side.coin)
  const { tickSize, sizeDecimals } = market
  const { coin } = side
  const collateral = account?.money.usdhOutcome ?? null
  const held = account?.positions.find(({ asset }) => asset === coin)?.size ?? null
  const sums = useMemo(() => {
    const terms = { coin, tickSize, sizeDecimals }
    const bound = outcomeBound(draft, terms, book, last)
    return {
      issues: outcomeIssues(draft, terms),
      intent: outcomeIntentOf(draft, terms, bound),
      figures: outcomeFigures(draft, terms, book, last),
      bound,
      most: draft.side === 'sell' ? held : mostShares(collateral, bound, sizeDecimals),
    }
  }, [draft, coin, tickSize, sizeDecimals, book, last, held, collateral])
  return {
    draft,
    permission: outcomePermission({ session: session ?? null, market, now, armed }),
    book,
    ...sums,
    accountKnown: account !== undefined,
    noCollateral: collateral !== null && signOf(collateral) === 0,
  }
}
