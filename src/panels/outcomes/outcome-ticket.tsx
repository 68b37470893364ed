/** The ticket of one side: buy or sell, at a limit or at market, with what it costs and what it pays before it is sent. */

import { type ReactNode, useRef, useState } from 'react'
import { isFinal } from '../../../contract/action.ts'
import { BY_FORM } from '../../../contract/catches.ts'
import { absolute, type Decimal, ONE, placesOf, signOf, trimZeros } from '../../../contract/decimal.ts'
import { DEFAULT_SETTINGS } from '../../../contract/settings-table.ts'
import { useTicketExits } from '../../exit-plan/index.ts'
import { atPlaces, grouped } from '../../format/index.ts'
import { noFacing, ownName, percentOf, sideName, stateOf } from '../../markets/outcome/index.ts'
import { FollowLine, UnverifiedPrompts } from '../../orders/index.ts'
import { useAccount, useSettings } from '../../queries/index.ts'
import {
  distanceOf,
  questionWords,
  type Reason,
  sideWord,
  throughBest,
  useFollowedAction,
  useShown,
  useSubmission,
  useSurePress,
} from '../../trade-forms/index.ts'
import { Banner, Button, DecimalField, Segmented, useSeenWhole } from '../../ui/index.ts'
import { showPanel, useChangeDraft, useDraft, useSizeFocus } from '../../workspace/index.ts'
import type { MarketProps } from './market-props.ts'
import styles from './outcomes.module.css'
import { TicketFigures } from './ticket-figures.tsx'
import { MostHint, QuickDistances, QuickPrices } from './ticket-hints.tsx'
import { type OutcomeTicketView, useOutcomeTicket } from './use-outcome-ticket.ts'

const SIDES = [
  { value: 'buy', label: 'Buy' },
  { value: 'sell', label: 'Sell' },
] as const
const MODES = [
  { value: 'limit', label: 'Limit' },
  { value: 'market', label: 'Market' },
] as const
const DISTANCE_STEP = '1' as Decimal

interface OutcomeTicketProps extends MarketProps {
  /** Age of the data in words when it is not current. */
  readonly staleWords: string | null
}

export function OutcomeTicket(props: OutcomeTicketProps): ReactNode {
  const ticket = useOutcomeTicket(props)
  return stateOf(props.market) === 'open' ? (
    <OpenTicket {...props} ticket={ticket} />
  ) : (
    <ClosedTicket {...props} ticket={ticket} />
  )
}

type Props = OutcomeTicketProps & { readonly ticket: OutcomeTicketView }

/** Nothing trades any more: what there is to say of that, and of the shares that are held. */
function ClosedTicket({ market, side, ticket: { permission } }: Props): ReactNode {
  const held = useAccount().data?.positions.find(({ asset }) => asset === side.coin)?.size ?? null
  const { winner } = market
  const words = winner === null ? 'pay 1 each if it wins' : winner === side.index ? 'pay 1 each' : 'pay nothing'
  return (
    <section className={styles.ticket} aria-label={`Order for ${sideName(market, side)}`}>
      {permission.orders !== 'any' && <Banner>{permission.reason}</Banner>}
      {held !== null && signOf(held) !== 0 && (
        <p className={styles.note}>
          You hold {grouped(trimZeros(absolute(held)))} {sideName(market, side)}, which {words}.
        </p>
      )}
    </section>
  )
}

function OpenTicket({ market, side, staleWords, ticket }: Props): ReactNode {
  const { draft, permission, issues, intent, bound } = ticket
  const shownOf = useShown()
  const exitDraft = useDraft('outcome').exits
  const changeDraft = useChangeDraft('outcome')
  const exits = useTicketExits({
    ...{ family: 'outcome', asset: side.coin, tick: market.tickSize, entry: bound },
    size: intent?.kind === 'outcome_order' ? intent.size : null,
    draft: exitDraft,
    onChange: (exits) => changeDraft({ exits }),
  })
  const sender = useSubmission(BY_FORM, exits.ahead)
  const action = useFollowedAction(sender.submission)
  /** From the first press with this text on, what is missing is said. */
  const [attempted, setAttempted] = useState(false)
  const priceInput = useRef<HTMLInputElement>(null)
  const sizeInput = useRef<HTMLInputElement>(null)
  useSizeFocus(sizeInput)
  const story = useSeenWhole<HTMLDListElement>()
  const places = market.tickSize === null ? 3 : placesOf(market.tickSize)
  const buying = draft.side === 'buy'
  const own = ownName(market)
  const inFlight = action !== undefined && !isFinal(action.state)
  const rests = action?.state === 'resting' || action?.state === 'partly_filled'
  const busy = sender.submission.state === 'sending' || (inFlight && !rests)
  const nobody = noFacing(draft, ticket.book)
  const sure = useSurePress()
  const order = JSON.stringify([side.coin, draft])
  const most = useSettings()?.throughCents ?? DEFAULT_SETTINGS.throughCents
  const best = { bid: ticket.book?.bids[0]?.px ?? null, ask: ticket.book?.asks[0]?.px ?? null }
  const through =
    draft.mode === 'limit' ? throughBest(draft.side, bound, { family: 'outcome', prices: best, most }) : null
  /** Why to look again before the order goes, as far as the prices say it. */
  const reasons: readonly Reason[] = [
    ...(draft.mode === 'market' && staleWords !== null
      ? [{ kind: 'stale', words: `Prices are ${staleWords}` } as const]
      : []),
    ...(through?.isFar === true ? [{ kind: 'far', words: through.words } as const] : []),
  ]
  const again = questionWords(sure.asked, order, reasons)
  const off = permission.orders === 'none' || (permission.orders === 'reducing' && buying)

  const words = (field: 'price' | 'distance' | 'size'): string | null =>
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
      const shown = shownOf({ average: figures?.average, worst: figures?.bound, mid: book?.mid, book })
      if (sure.isSending(order, { intent, reasons, clicks })) sender.press(intent, clicks, shown)
      return
    }
    const input = issues[0]?.field === 'size' ? sizeInput : priceInput
    input.current?.focus()
    input.current?.select()
  }

  const stale = staleWords === null ? null : `What is shown is ${staleWords}: the estimate may be wrong.`
  const noMoney = buying && ticket.noCollateral
  const caution =
    nobody ?? stale ?? (through === null || noMoney ? null : `The price is ${through.words}: it trades at once.`)
  const notice = caution === null ? null : ({ tone: 'waiting', words: caution } as const)

  return (
    <form
      className={styles.ticket}
      aria-label={`Order for ${sideName(market, side)}`}
      onSubmit={(event) => event.preventDefault()}
    >
      {permission.orders !== 'any' && (
        <div id="outcome-permission">
          <Banner tone="warning">{permission.reason}</Banner>
        </div>
      )}
      <UnverifiedPrompts only="outcome_order" />
      <div className={styles.choices}>
        <Segmented label="Buy or sell" options={SIDES} value={draft.side} onChange={(next) => change({ side: next })} />
        <Segmented label="Kind of order" options={MODES} value={draft.mode} onChange={(mode) => change({ mode })} />
      </div>
      {draft.mode === 'limit' ? (
        <DecimalField
          ref={priceInput}
          label="Price"
          value={draft.price}
          onChange={(price) => change({ price })}
          step={market.tickSize}
          suffix={bound === null ? '0 to 1' : `${percentOf(bound, market.tickSize)} %`}
          keepsRoom
          error={words('price')}
          hint={<QuickPrices book={ticket.book} tickSize={market.tickSize} onPick={(price) => change({ price })} />}
        />
      ) : (
        <DecimalField
          ref={priceInput}
          label="At most"
          value={draft.distance}
          onChange={(distance) => change({ distance })}
          step={DISTANCE_STEP}
          suffix="cents worse"
          keepsRoom
          error={words('distance')}
          hint={<QuickDistances onPick={(distance) => change({ distance })} />}
        />
      )}
      <DecimalField
        ref={sizeInput}
        label="Size"
        value={draft.size}
        onChange={(size) => change({ size })}
        step={ONE}
        suffix="shares"
        keepsRoom
        error={words('size')}
        hint={
          <MostHint
            most={ticket.most}
            places={market.sizeDecimals ?? 0}
            buying={buying}
            known={ticket.accountKnown}
            onPick={(size) => change({ size })}
          />
        }
      />
      <TicketFigures ref={story.ref} ticket={ticket} sideName={side.name} places={places} />
      <Button
        className={styles.send}
        variant={nobody === null ? draft.side : 'quiet'}
        disabled={off || busy || nobody !== null || !story.seen}
        aria-busy={busy}
        aria-describedby={permission.orders === 'any' ? undefined : 'outcome-permission'}
        onKeyDown={(event) => {
          if (event.repeat) event.preventDefault()
        }}
        onClick={(event) => press(event.detail)}
      >
        {again !== null ? (
          <span className={styles.again}>{again}</span>
        ) : (
          <>
            <span>
              {sideWord(draft.side)} {side.name}
            </span>{' '}
            <span className={styles.what}>
              {nobody === null ? sendWords(ticket, places) : buying ? 'no sellers' : 'no buyers'}
              {own !== null && `, ${own}`}
            </span>
          </>
        )}
      </Button>
      {/* Below the button, at one height: nothing that is said moves what can be pressed. */}
      <div className={styles.last}>
        {story.seen ? (
          <FollowLine sender={sender} asset={side.coin} draft={order} notice={notice}>
            {noMoney ? <NoCollateral /> : HOW_ORDERS_END}
          </FollowLine>
        ) : (
          <p className={styles.caution} role="status">
            {sideWord(draft.side)} waits until its figures are in view.{' '}
            <button type="button" className={styles.link} onClick={story.show}>
              Show
            </button>
          </p>
        )}
      </div>
      {/* Below Buy and Sell: what the order does stays in view with them. */}
      {draft.side === 'buy' && exits.block}
    </form>
  )
}

const HOW_ORDERS_END = 'A limit order rests until it fills; of a market order, what does not fill at once is cancelled.'

const NoCollateral = (): ReactNode => (
  <>
    There is no USDH in outcome trading yet.{' '}
    <button type="button" className={styles.link} onClick={() => showPanel('shares', { tab: 'collateral' })}>
      Move some
    </button>
  </>
)

/** `10 at 0.210`, `10 at most 0.216`: what a press sends. */
function sendWords(ticket: OutcomeTicketView, places: number): string {
  const { draft, intent, bound } = ticket
  if (intent === null || bound === null) return lacking(ticket)
  const at = draft.mode === 'limit' ? 'at' : draft.side === 'buy' ? 'at most' : 'at least'
  return `${trimZeros(intent.size)} ${at} ${atPlaces(bound, places)}`
}

function lacking({ draft: { mode, distance, size }, issues }: OutcomeTicketView): string {
  if (mode === 'limit') return 'enter price and size'
  if ('issue' in distanceOf(distance, 'outcome')) return 'check the distance'
  if (size.trim() === '') return 'enter a size'
  return issues.length > 0 ? 'check the size' : 'no price to go by'
}
