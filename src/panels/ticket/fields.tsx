/** The fields of the ticket: price, distance and size, and the message below each. */

import { type ReactNode, type RefObject, useEffect } from 'react'
import type { ActionRecord } from '../../../contract/action.ts'
import { compare, type Decimal, lesser, type Price, type Size, signOf } from '../../../contract/decimal.ts'
import type { Side } from '../../../contract/market.ts'
import { MESSAGES as COMMON } from '../../../contract/messages.ts'
import { useCall } from '../../bridge/index.ts'
import { grouped, priceLabel, temperatureText, useFormat } from '../../format/index.ts'
import {
  type FieldIssue,
  type PriceUnit,
  plainText,
  type TicketDraft,
  type TicketSummary,
} from '../../markets/scalar/index.ts'
import { SizeInput, SizeNote, useSizeDraft } from '../../sizes/index.ts'
import { distanceOf, type Submission, sideLabel, type Through } from '../../trade-forms/index.ts'
import { classNames, DecimalField, Segmented, useSteady } from '../../ui/index.ts'
import {
  DISTANCES,
  markFilled,
  unitChanged,
  useChangeDraft,
  useDraft,
  useMarketRef,
  useSizeFocus,
} from '../../workspace/index.ts'
import { MESSAGES } from './messages.ts'
import styles from './ticket.module.css'
import type { Ticket } from './use-ticket.ts'

/** Why the last submission failed, in the message of whoever refused it. */
interface Rejection {
  readonly message: string
  readonly field: 'price' | 'size' | null
}

export function rejectionOf(submission: Submission, action: ActionRecord | undefined): Rejection | null {
  if (submission.state === 'failed') return { message: submission.message, field: null }
  if (submission.state !== 'accepted' || action === undefined) return null
  if (action.state !== 'refused' && action.state !== 'rejected' && action.state !== 'expired') return null
  // An order that rested until its bucket closed did what was requested.
  if (action.state === 'expired' && action.steps.some(({ state }) => state === 'resting')) return null
  const message = action.message ?? action.steps.at(-1)?.detail ?? 'The order failed; the venue gave no reason.'
  return { message, field: action.field }
}

/**
 * The message for one field, or null. `attempted` is the side that was clicked with this exact text: from then on a missing value is reported, and
 * that side's issues come first.
 */
export function fieldText(
  field: FieldIssue['field'],
  summary: TicketSummary,
  attempted: Side | null,
  rejection: Rejection | null,
): string | null {
  const text = summary.issues.find((issue) => issue.field === field && (issue.code !== 'missing' || attempted !== null))
  if (text !== undefined) return text.message
  const of = (side: Side): FieldIssue | undefined => summary[side].issues.find((issue) => issue.field === field)
  const buy = of('buy')
  const sell = of('sell')
  const pressed = attempted === 'buy' ? buy : attempted === 'sell' ? sell : undefined
  if (pressed !== undefined) return pressed.message
  if (buy !== undefined && sell !== undefined) {
    return buy.code === sell.code ? buy.message : `Buy: ${buy.message} Sell: ${sell.message}`
  }
  const one = buy ?? sell
  // Reduce-only inherently fits one side only: the issue is shown when the other one is clicked.
  if (one !== undefined && one.code !== 'reduce_only_would_increase') {
    return `${sideLabel(one === buy ? 'buy' : 'sell')}: ${one.message}`
  }
  return rejection?.field === field ? rejection.message : null
}

const STEP = '0.01' as Decimal

interface DistanceFieldProps {
  /** An issue beyond the text itself. */
  readonly error: string | null
  readonly inputRef?: RefObject<HTMLInputElement | null>
}

/** Maximum distance of a market order or a prediction from the best price. */
export function DistanceField({ error, inputRef }: DistanceFieldProps): ReactNode {
  const { distance: text } = useDraft('scalar')
  const change = useChangeDraft('scalar')
  const read = distanceOf(text, 'scalar')
  return (
    <DecimalField
      {...(inputRef === undefined ? {} : { ref: inputRef })}
      label={MESSAGES.distance}
      value={text}
      onChange={(distance) => change({ distance })}
      step={STEP}
      suffix="°F"
      keepsRoom
      hintFirst
      error={'issue' in read ? read.issue : error}
      hint={
        <span className={styles.quick}>
          {DISTANCES.map((choice) => (
            <button key={choice} type="button" className={styles.link} onClick={() => change({ distance: choice })}>
              {choice}
            </button>
          ))}
        </span>
      }
    />
  )
}

const UNITS = [
  { value: 'mark', label: 'Mark' },
  { value: 'f', label: '°F' },
] as const

interface FieldProps {
  readonly ticket: Ticket
  readonly draft: TicketDraft
  readonly error: string | null
  readonly inputRef: RefObject<HTMLInputElement | null>
}

/** The price, typed as mark or as °F, with the other one inside the field and the book's prices a click away. */
export function PriceField({
  ticket,
  draft,
  error,
  inputRef,
  through,
  onKeep,
}: FieldProps & {
  readonly through: Through | null
  /** Takes the price of an earlier bucket for the current one; null where it is no such price. */
  readonly onKeep: (() => void) | null
}): ReactNode {
  const { pricedIn } = useDraft('scalar')
  const change = useChangeDraft('scalar')
  const fillMark = (mark: Price): void => change(markFilled(draft, mark))
  const call = useCall()
  // A unit chosen elsewhere applies here too, but never under a price that is being typed.
  const preferred: PriceUnit = useFormat().pricesIn === 'temperature' ? 'f' : 'mark'
  const follow = useSteady((unit: PriceUnit): void => {
    if (draft.price === '' && draft.unit !== unit && document.activeElement !== inputRef.current) change({ unit })
  })
  useEffect(() => follow(preferred), [preferred, follow])
  const { ticker, market, summary } = ticket
  const changeUnit = (unit: PriceUnit): void => {
    // `571.` and `.5` read as numbers too: they are normalized first, so that the unit never changes under a price.
    // Another unit is not a touch: a price of an earlier bucket stays one.
    change({ ...unitChanged({ ...draft, price: plainText(draft.price) }, unit), pricedIn })
    // All other prices follow it; if the setting cannot be saved, the ticket uses it nevertheless.
    call('saveSettings', { prices: unit === 'f' ? 'temperature' : 'mark' }).catch(() => undefined)
  }
  const other =
    summary.price === null
      ? draft.unit === 'mark'
        ? 'mark'
        : '°F'
      : draft.unit === 'mark'
        ? temperatureText(summary.price.temperature)
        : `mark ${summary.price.mark}`
  return (
    <div className={styles.priceField}>
      <div className={styles.unit}>
        <Segmented label="Price unit" look="plain" options={UNITS} value={draft.unit} onChange={changeUnit} />
      </div>
      <DecimalField
        ref={inputRef}
        label={MESSAGES.price}
        value={draft.price}
        onChange={(price) => change({ price })}
        step={market.tickSize}
        suffix={other}
        keepsRoom
        hintFirst
        error={error}
        // Below the field: beside the label it would overlap the unit.
        note={
          onKeep !== null ? (
            <span className={styles.far}>
              {MESSAGES.fromBefore}{' '}
              <button type="button" className={styles.link} onClick={onKeep}>
                {MESSAGES.keepPrice}
              </button>
            </span>
          ) : through === null ? null : (
            <span className={through.isFar ? styles.far : styles.through} title={through.text}>
              {through.crosses}
            </span>
          )
        }
        hint={
          <span className={styles.quick}>
            <QuickPrice name="bid" price={ticker?.bid ?? null} onPick={fillMark} />
            <QuickPrice name="mid" price={onTick(ticker?.mid ?? null, ticker?.bid ?? null)} onPick={fillMark} />
            <QuickPrice name="ask" price={ticker?.ask ?? null} onPick={fillMark} />
          </span>
        }
      />
    </div>
  )
}

/** A mid between two ticks has one decimal more than the book's prices; it cannot be sent, so it is rounded to the bid side. */
function onTick(mid: Price | null, bid: Price | null): Price | null {
  if (mid === null || bid === null) return mid
  const places = bid.includes('.') ? bid.length - bid.indexOf('.') - 1 : 0
  const dot = mid.indexOf('.')
  return dot < 0 || mid.length - dot - 1 <= places ? mid : (mid.slice(0, dot + 1 + places) as Price)
}

function QuickPrice(props: {
  readonly name: 'bid' | 'mid' | 'ask'
  readonly price: Price | null
  readonly onPick: (price: Price) => void
}): ReactNode {
  const { name, price, onPick } = props
  return (
    <button
      type="button"
      className={styles.link}
      disabled={price === null}
      title={price === null ? `No ${name} now` : `Use ${name}, ${priceLabel(price)}`}
      onClick={() => {
        if (price !== null) onPick(price)
      }}
    >
      {name}
    </button>
  )
}

/** The size, with its resolved value and the account's maximum. */
export function SizeField({ ticket, draft, error, inputRef }: FieldProps): ReactNode {
  useSizeFocus(inputRef)
  const market = useMarketRef()
  const size = useSizeDraft('scalar')
  const { summary, sizeRead } = ticket
  return (
    <SizeInput
      label={MESSAGES.size}
      market={market}
      draft={size}
      order={{
        asset: ticket.asset,
        tick: ticket.market.tickSize,
        entries: { long: ticket.prices.buy, short: ticket.prices.sell },
      }}
      note={sizeRead === null ? null : <SizeNote read={sizeRead} />}
      error={error}
      hint={<MaxHint buy={summary.buy.max} sell={summary.sell.max} reduceOnly={draft.reduceOnly} onPick={size.fill} />}
      inputRef={inputRef}
      onHold={ticket.holdSize}
    />
  )
}

interface MaxHintProps {
  readonly buy: Size | null
  readonly sell: Size | null
  readonly reduceOnly: boolean
  readonly onPick: (size: string) => void
}

/** One figure when both sides allow the same, else one for each side. */
function MaxHint({ buy, sell, reduceOnly, onPick }: MaxHintProps): ReactNode {
  const link = (text: string, size: Size): ReactNode => (
    <button type="button" className={styles.link} title={`Use ${size}`} onClick={() => onPick(size)}>
      {text}
    </button>
  )
  if (buy === null || sell === null)
    return <span>{reduceOnly ? 'position not loaded yet' : COMMON.accountAwaited}</span>
  if (compare(buy, sell) === 0) {
    if (reduceOnly && signOf(buy) === 0) return <span>no position</span>
    return link(`max ${grouped(buy)}`, buy)
  }
  if (reduceOnly)
    return signOf(buy) > 0 ? link(`max buy ${grouped(buy)}`, buy) : link(`max sell ${grouped(sell)}`, sell)
  const less = lesser(buy, sell)
  return (
    <>
      <span className={classNames(styles.quick, styles.both)}>
        {link(`buy ${grouped(buy)}`, buy)}
        <span aria-hidden>·</span>
        {link(`sell ${grouped(sell)}`, sell)}
      </span>
      <span className={styles.either}>
        {link(less === buy ? `buy ${grouped(less)}` : `sell ${grouped(less)}`, less)}
      </span>
    </>
  )
}
