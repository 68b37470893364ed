/** Collects the inputs of the ticket of an outcome market, and the figures of its draft. */
import { useMemo } from 'react'
import { outcomeBalance } from '../../../contract/collateral.ts'
import { type Money, type Price, type Size, signOf, ZERO } from '../../../contract/decimal.ts'
import type { OutcomeOrderIntent } from '../../../contract/intent.ts'
import type { BookView } from '../../../contract/market.ts'
import { moneyUnit } from '../../format/index.ts'
import { useCalmTopic, useServerClock } from '../../market-data/index.ts'
import {
  isDistanceCut,
  mostShares,
  OUTCOME_LEVELS,
  type OutcomeDraft,
  type OutcomeIssue,
  outcomeBound,
  outcomeFigures,
  outcomeIntentOf,
  outcomeIssues,
  outcomePermission,
  outcomeSize,
  stateOf,
} from '../../markets/outcome/index.ts'
import type { SizeRead } from '../../markets/sizing.ts'
import { useAccount, useCloseDistances, useMinimumValue, useSession } from '../../queries/index.ts'
import { stopFactsOf, useHeldSize } from '../../sizes/index.ts'
import { type Permission, useEntriesOff } from '../../trade-forms/index.ts'
import { usePanelVisible } from '../../ui/index.ts'
import { isAlgoMode, useDraft } from '../../workspace/index.ts'
import { type MarketProps, useChance } from './outcome-market.tsx'

/** Interval at which the estimate is recalculated. */
const ESTIMATE_EVERY_MS = 250

/** Clock interval in a tab that nobody sees. */
const HIDDEN_CLOCK_MS = 60_000

export interface OutcomeTicketView {
  readonly draft: OutcomeDraft
  readonly permission: Permission
  readonly book: BookView | null
  readonly issues: readonly OutcomeIssue[]
  /** The order that a click sends; null while the draft has an issue. */
  readonly intent: OutcomeOrderIntent | null
  readonly figures: ReturnType<typeof outcomeFigures>
  /** The worst price at which the order may trade; null without a reference price. */
  readonly bound: Price | null
  /** Whether the typed distance is cut to the price, which is less. */
  readonly isDistanceCut: boolean
  /** The most that can be bought or sold; null while unknown. */
  readonly most: Size | null
  /** The resolved size where it is typed in a unit other than shares; null otherwise. */
  readonly sizeRead: SizeRead | null
  /** Pointer down on a button: freezes the size that it sends at the displayed one. */
  readonly holdSize: () => void
  /** Smallest value of an order, USDH; null where none is known. */
  readonly minimumValue: Money | null
  readonly accountKnown: boolean
  /** There are no funds to buy with. */
  readonly noCollateral: boolean
}

export function useOutcomeTicket({ market, side }: MarketProps): OutcomeTicketView {
  const typed = useDraft('outcome')
  const { mode } = typed
  // Scales and slices have a form of their own.
  const draft = useMemo(() => ({ ...typed, mode: isAlgoMode(mode) ? ('limit' as const) : mode }), [typed, mode])
  const session = useSession()
  const closes = useCloseDistances().outcome
  const visible = usePanelVisible()
  const now = useServerClock(visible ? 1000 : HIDDEN_CLOCK_MS)
  const entriesOff = useEntriesOff()
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
  const collateral = account === undefined ? null : outcomeBalance(account.money, moneyUnit('outcome'))
  const held = account === undefined ? null : (account.positions.find(({ asset }) => asset === coin)?.size ?? ZERO)
  const minimumValue = useMinimumValue('outcome', market)
  const terms = useMemo(
    () => ({ coin, tickSize, sizeDecimals, minimumValue, held }),
    [coin, tickSize, sizeDecimals, minimumValue, held],
  )
  const { size: text, sizeBy: by = 'contracts', side: orderSide, exits } = draft
  const { bound, most, worked } = useMemo(() => {
    const bound = outcomeBound(draft, terms, book, last)
    const most = draft.side === 'sell' ? held : mostShares(collateral, bound, sizeDecimals)
    const facts = {
      side: orderSide,
      bound,
      most,
      sizeDecimals,
      stop: stopFactsOf(
        exits,
        { family: 'outcome', distance: closes },
        { asset: coin, tick: tickSize, entries: { long: bound, short: null } },
      ),
    }
    return { bound, most, worked: by === 'contracts' ? null : outcomeSize({ text, by }, facts) }
  }, [draft, orderSide, text, by, exits, closes, terms, tickSize, sizeDecimals, book, last, held, collateral, coin])
  const { size, hold } = useHeldSize(JSON.stringify([coin, draft]), worked?.state === 'known' ? worked.size : null)
  const sizeRead = useMemo<SizeRead | null>(
    () => (worked === null || size === null ? worked : { state: 'known', size }),
    [worked, size],
  )
  const sums = useMemo(() => {
    const sized = sizeRead === null ? draft : { ...draft, size: sizeRead.state === 'known' ? sizeRead.size : '' }
    return {
      issues: sizeIssues(outcomeIssues(sized, terms, bound), sizeRead),
      intent: outcomeIntentOf(sized, terms, bound),
      figures: outcomeFigures(sized, terms, book, last),
    }
  }, [draft, sizeRead, terms, bound, book, last])
  return {
    draft,
    permission: outcomePermission({ session: session ?? null, market, now, entriesOff }),
    book,
    ...sums,
    bound,
    isDistanceCut: isDistanceCut(draft, terms, book, last),
    most,
    sizeRead,
    holdSize: hold,
    minimumValue,
    accountKnown: account !== undefined,
    noCollateral: collateral !== null && signOf(collateral) === 0,
  }
}

/** The issues, with that of a resolved size in terms of its own unit. */
function sizeIssues(issues: readonly OutcomeIssue[], read: SizeRead | null): readonly OutcomeIssue[] {
  if (read === null || read.state === 'known') return issues
  const { text: message, state } = read
  return [...issues.filter(({ field }) => field !== 'size'), { field: 'size', missing: state === 'lacks', message }]
}
