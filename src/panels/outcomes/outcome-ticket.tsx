/** The ticket of one side: buy or sell, at a limit or at market, with its cost and payout before it is sent. */

import { type ReactNode, useMemo, useRef, useState } from 'react'
import { isFinal } from '../../../contract/action.ts'
import { outcomeBalance } from '../../../contract/collateral.ts'
import { placesOf, trimZeros } from '../../../contract/decimal.ts'
import { MESSAGES as COMMON } from '../../../contract/messages.ts'
import { DEFAULT_SETTINGS } from '../../../contract/settings-table.ts'
import { type AlgoKind, AlgoTicket } from '../../algo/index.ts'
import { atPlaces, moneyUnit } from '../../format/index.ts'
import { mostShares, noFacing, ownName, sideName } from '../../markets/outcome/index.ts'
import { FollowLine, UnverifiedPrompts, useTicketEstimate } from '../../orders/index.ts'
import { useAccount, useMinimumValue, useSettings } from '../../queries/index.ts'
import { TicketButton, TicketFrame, useEnterPath, useKindHeld, useTicketSender } from '../../ticket/index.ts'
import {
  distanceOf,
  fillsNothing,
  noticeOf,
  oldReasons,
  type RankedReason,
  type Reason,
  sideLabel,
  staleReasons,
  throughBest,
} from '../../trade-forms/index.ts'
import { classNames, OutOfView, Segmented, usePanelOffers } from '../../ui/index.ts'
import { isAlgoMode, showPanel, useChangeDraft, useDraft, useSizeFocus } from '../../workspace/index.ts'
import { MESSAGES } from './messages.ts'
import type { MarketProps } from './outcome-market.tsx'
import styles from './outcomes.module.css'
import { TicketFields } from './ticket-fields.tsx'
import { type OutcomeTicketView, useOutcomeTicket } from './use-outcome-ticket.ts'

interface OutcomeAlgoProps extends MarketProps {
  readonly kind: AlgoKind
  readonly ticket: OutcomeTicketView
  readonly staleText: string | null
  readonly choices: ReactNode
}

const SIDES = [
  { value: 'buy', label: 'Buy' },
  { value: 'sell', label: 'Sell' },
] as const
const MODES = [
  { value: 'limit', label: 'Limit' },
  { value: 'market', label: 'Market' },
  { value: 'scale', label: 'Scale' },
  { value: 'slices', label: 'Slices' },
] as const

interface OutcomeTicketProps extends MarketProps {
  /** Age of the data as text when it is not current. */
  readonly staleText: string | null
  /** The choice of sides, above all others. */
  readonly choices: ReactNode
}

export function OutcomeTicket(props: OutcomeTicketProps): ReactNode {
  const ticket = useOutcomeTicket(props)
  const { mode } = useDraft('outcome')
  const change = useChangeDraft('outcome')
  const isHeld = useKindHeld()
  const choose = (next: (typeof MODES)[number]['value']): void => {
    if (!isHeld) change({ mode: next })
  }
  usePanelOffers(
    'order',
    MODES.map(({ value, label }) => ({
      ...{ id: value, label, selected: value === mode },
      choose: () => choose(value),
    })),
  )
  const modes = <Segmented label="Order type" options={MODES} value={mode} disabled={isHeld} onChange={choose} />
  if (!isAlgoMode(mode)) return <OneOrder {...props} ticket={ticket} modes={modes} />
  const choices = (
    <>
      {props.choices}
      {modes}
    </>
  )
  return <OutcomeAlgo {...props} kind={mode} ticket={ticket} choices={choices} />
}

interface OneOrderProps extends OutcomeTicketProps {
  readonly ticket: OutcomeTicketView
  readonly modes: ReactNode
}

function OneOrder({ market, side, staleText, choices, modes, ticket }: OneOrderProps): ReactNode {
  const { draft, permission, issues, intent, bound } = ticket
  const exitDraft = useDraft('outcome').exits
  const changeDraft = useChangeDraft('outcome')
  const { exits, sender, action, ...ticketSender } = useTicketSender({
    ...{ family: 'outcome', asset: side.coin, tick: market.tickSize, entry: bound },
    size: intent?.kind === 'outcome_order' ? intent.size : null,
    minimumValue: ticket.minimumValue,
    draft: exitDraft,
    onChange: (exits) => changeDraft({ exits }),
  })
  /** After the first click with this text, missing inputs are reported. */
  const [attempted, setAttempted] = useState(false)
  const priceInput = useRef<HTMLInputElement>(null)
  const sizeInput = useRef<HTMLInputElement>(null)
  useSizeFocus(sizeInput)
  const places = market.tickSize === null ? 3 : placesOf(market.tickSize)
  const buying = draft.side === 'buy'
  const own = ownName(market)
  const inFlight = action !== undefined && !isFinal(action.state)
  const rests = action?.state === 'resting' || action?.state === 'partly_filled'
  const busy = sender.submission.state === 'sending' || (inFlight && !rests)
  const nobody = noFacing(draft, ticket.book)
  const isNothing =
    nobody === null && ticket.figures !== null && ticket.book !== null
      ? fillsNothing({ filled: ticket.figures.fills }, draft.mode === 'limit')
      : false
  const order = JSON.stringify([side.coin, draft])
  const most = useSettings()?.throughCents ?? DEFAULT_SETTINGS.throughCents
  const best = { bid: ticket.book?.bids[0]?.px ?? null, ask: ticket.book?.asks[0]?.px ?? null }
  const through =
    draft.mode === 'limit' ? throughBest(draft.side, bound, { family: 'outcome', prices: best, most }) : null
  /** Price-related reasons to ask before the order is sent. */
  const reasons: readonly Reason[] = [
    ...staleReasons(staleText, buying),
    ...(through?.isFar === true ? [{ kind: 'far', text: through.text } as const] : []),
  ]
  const again = ticketSender.questionOf(order, reasons)
  const off = permission.orders === 'none' || (permission.orders === 'reducing' && buying)

  const textOf = (field: 'price' | 'distance' | 'size'): string | null =>
    issues.find((issue) => issue.field === field && (attempted || !issue.missing))?.message ??
    (attempted && action?.field === field ? action.message : null)
  const change: typeof changeDraft = (next) => {
    setAttempted(false)
    changeDraft(next)
  }
  const press = (clicks: number): void => {
    setAttempted(true)
    if (intent !== null) {
      const { figures, book } = ticket
      const seen = { average: figures?.average, worst: figures?.bound, mid: book?.mid, book }
      ticketSender.press(order, { intent, reasons, clicks, seen })
      return
    }
    const input = issues[0]?.field === 'size' ? sizeInput : priceInput
    input.current?.focus()
    input.current?.select()
  }

  const noMoney = buying && ticket.noCollateral
  const notice = noticeOf(
    [
      ...ticketSender.askedOf(order, reasons),
      ...noticeFor('nothing', nobody ?? (isNothing ? NOTHING_FILLS : null)),
      ...oldReasons(staleText),
      ...noticeFor('through', through === null || noMoney ? null : `The price is ${through.text}: it trades at once`),
    ],
    permission.orders === 'any' ? 0 : 1,
  )

  const estimate = useTicketEstimate(
    { asset: side.coin, kind: 'outcome_order', isSale: !buying, rests: draft.mode === 'limit' },
    [{ name: sideLabel(draft.side), side: draft.side, intent }],
    sender.submission,
    undefined,
  )
  const sideText = `${sideLabel(draft.side)} ${side.name}`
  const enter = useEnterPath({
    fields: [
      { name: draft.mode === 'limit' ? 'Price' : 'Max slippage', input: priceInput },
      { name: 'Size', input: sizeInput },
      ...exits.fields,
    ],
    buttons: [{ name: sideText, side: draft.side }],
    wanted: draft.side,
  })

  return (
    <TicketFrame
      label={MESSAGES.orderFor(sideName(market, side))}
      permission={permission}
      permissionId="outcome-permission"
      form={enter.form}
      choices={
        <>
          {choices}
          {modes}
          <Segmented
            label="Buy or sell"
            options={SIDES}
            value={draft.side}
            onChange={(next) => change({ side: next })}
          />
        </>
      }
      above={<UnverifiedPrompts only="outcome_order" />}
      fields={
        <>
          <TicketFields coin={side.coin} {...{ market, ticket, text: textOf, change, priceInput, sizeInput }} />
          {/* Keeps its place for a sale, which has none, so that the button stays in place. */}
          <div className={draft.side === 'buy' ? undefined : styles.unseen}>{exits.block}</div>
        </>
      }
      figures={estimate.figures}
      buttons={
        <TicketButton
          side={draft.side}
          name={sideText}
          quiet={nobody !== null || isNothing}
          what={
            <>
              {nobody === null ? sendText(ticket, places) : buying ? 'no sellers' : 'no buyers'}
              {own !== null && `, ${own}`}
            </>
          }
          again={again}
          disabled={off || busy || nobody !== null || !estimate.isSeen}
          busy={busy}
          describedBy={permission.orders === 'any' ? undefined : 'outcome-permission'}
          onPress={(event) => press(event.detail)}
        />
      }
      message={
        <FollowLine sender={sender} asset={side.coin} draft={order} notice={notice}>
          {noMoney ? <NoCollateral /> : (enter.text ?? HOW_ORDERS_END)}
        </FollowLine>
      }
      below={
        !estimate.isSeen && (
          <OutOfView
            onShow={estimate.show}
          >{`${sideLabel(draft.side)} unlocks when its figures are in view.`}</OutOfView>
        )
      }
    />
  )
}

const noticeFor = (kind: 'nothing' | 'old' | 'through', text: string | null): readonly RankedReason[] =>
  text === null ? [] : [{ kind, text }]

const NOTHING_FILLS = 'Nothing would fill within that slippage; the order would be canceled.'
const HOW_ORDERS_END = 'A limit order rests until filled; unfilled size of a market order is canceled.'

const NoCollateral = (): ReactNode => (
  <>
    {MESSAGES.noCollateral(moneyUnit('outcome'))}
    {moneyUnit('outcome') === 'USDH' && (
      <>
        {' '}
        <button
          type="button"
          className={classNames(styles.link, styles.inMessage)}
          onClick={() => showPanel('shares', { tab: 'collateral' })}
        >
          Transfer…
        </button>
      </>
    )}
  </>
)

/** `10 at 0.210`, `10 at most 0.216`: what a click sends. */
function sendText(ticket: OutcomeTicketView, places: number): string {
  const { draft, intent, bound } = ticket
  if (intent === null || bound === null) return lacking(ticket)
  const [size, price] = [trimZeros(intent.size), atPlaces(bound, places)]
  if (draft.mode === 'limit') return `${size} at ${price}`
  return draft.side === 'buy' ? `${size} at most ${price}` : `${size} at least ${price}`
}

function lacking({ draft: { mode, distance, size }, issues }: OutcomeTicketView): string {
  if (mode === 'limit') return COMMON.enterPriceAndSize
  if ('issue' in distanceOf(distance, 'outcome')) return COMMON.checkSlippage
  if (size.trim() === '') return COMMON.enterSize
  return issues.length > 0 ? 'check the size' : COMMON.noPriceYet
}

/** A scale or slices in the shares of one side. */
function OutcomeAlgo({ kind, market: of, side, ticket, staleText, choices }: OutcomeAlgoProps): ReactNode {
  const { coin: asset } = side
  const { tickSize: tick, sizeDecimals } = of
  const name = sideName(of, side)
  const { book, permission } = ticket
  const account = useAccount().data
  const collateral = account === undefined ? null : outcomeBalance(account.money, moneyUnit('outcome'))
  const held = account?.positions.find((one) => one.asset === asset)?.size ?? null
  const minimumValue = useMinimumValue('outcome', of)
  const market = useMemo(
    () => ({ family: 'outcome', asset, name, tick, sizeDecimals, minimumValue }) as const,
    [asset, name, tick, sizeDecimals, minimumValue],
  )
  return (
    <AlgoTicket
      key={`${kind} ${asset}`}
      {...{ kind, market, permission, staleText, choices }}
      best={{ bid: book?.bids[0]?.px ?? null, ask: book?.asks[0]?.px ?? null }}
      account={{ leverage: null, position: held }}
      sizing={{
        bid: null,
        most: (orderSide, price) => (orderSide === 'sell' ? held : mostShares(collateral, price, sizeDecimals)),
      }}
    />
  )
}
