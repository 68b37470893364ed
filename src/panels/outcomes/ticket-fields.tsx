/** The fields of an order for shares: its price, or its distance from the best one, and its size. */

import type { ReactNode, RefObject } from 'react'
import {
  absolute,
  add,
  type Decimal,
  divide,
  type Price,
  placesOf,
  type Size,
  signOf,
  toStep,
  trimZeros,
} from '../../../contract/decimal.ts'
import type { BookView } from '../../../contract/market.ts'
import { MESSAGES as COMMON } from '../../../contract/messages.ts'
import { atPlaces } from '../../format/index.ts'
import { percentOf } from '../../markets/outcome/index.ts'
import { SizeInput, SizeNote, useSizeDraft } from '../../sizes/index.ts'
import { DecimalField } from '../../ui/index.ts'
import { CENTS, type useChangeDraft, useMarketRef } from '../../workspace/index.ts'
import { MESSAGES } from './messages.ts'
import type { MarketProps } from './outcome-market.tsx'
import styles from './outcomes.module.css'
import type { OutcomeTicketView } from './use-outcome-ticket.ts'

interface QuickPricesProps {
  readonly book: BookView | null
  readonly tickSize: Price | null
  readonly onPick: (price: Price) => void
}

/** Bid, mid and ask, each a click away. */
function QuickPrices({ book, tickSize, onPick }: QuickPricesProps): ReactNode {
  const bid = book?.bids[0]?.px ?? null
  const ask = book?.asks[0]?.px ?? null
  const prices = [
    ['bid', bid],
    ['mid', bid === null || ask === null ? null : middle(bid, ask, tickSize ?? bid)],
    ['ask', ask],
  ] as const
  return (
    <span className={styles.quick}>
      {prices.map(([name, price]) => (
        <button
          key={name}
          type="button"
          className={styles.link}
          disabled={price === null}
          onClick={() => {
            if (price !== null) onPick(price)
          }}
        >
          {name}
        </button>
      ))}
    </span>
  )
}

/** The mid, rounded down to the price grid. */
function middle(bid: Price, ask: Price, grid: Price): Price {
  const step = `0.${'0'.repeat(Math.max(0, placesOf(grid) - 1))}1` as Decimal
  return toStep(divide(add(bid, ask), '2' as Decimal, 20), step)
}

interface MostHintProps {
  readonly most: Size | null
  /** Decimals of a size. */
  readonly places: number
  readonly buying: boolean
  readonly known: boolean
  readonly onPick: (size: string) => void
}

/** The most that the collateral buys, or the held size to sell. */
function MostHint({ most, places, buying, known, onPick }: MostHintProps): ReactNode {
  if (!known) return COMMON.accountAwaited
  if (most === null || signOf(most) === 0) return buying ? null : 'no shares'
  const size = trimZeros(absolute(most))
  return (
    <button type="button" className={styles.link} onClick={() => onPick(size)}>
      {buying ? 'max' : 'held'} {atPlaces(size, places)}
    </button>
  )
}

const DISTANCE_STEP = '1' as Decimal

interface TicketFieldsProps extends Pick<MarketProps, 'market'> {
  /** The traded side. */
  readonly coin: string
  readonly ticket: OutcomeTicketView
  /** The error of a field; null while there is none, or it is too early to report it. */
  readonly text: (field: 'price' | 'distance' | 'size') => string | null
  readonly change: ReturnType<typeof useChangeDraft<'outcome'>>
  readonly priceInput: RefObject<HTMLInputElement | null>
  readonly sizeInput: RefObject<HTMLInputElement | null>
}

export function TicketFields({
  market,
  coin,
  ticket,
  text: textOf,
  change,
  priceInput,
  sizeInput,
}: TicketFieldsProps): ReactNode {
  const { draft, bound } = ticket
  const buying = draft.side === 'buy'
  const marketRef = useMarketRef()
  const size = useSizeDraft('outcome', () => change({}))
  return (
    <>
      {draft.mode === 'limit' ? (
        <DecimalField
          ref={priceInput}
          label="Price"
          value={draft.price}
          onChange={(price) => change({ price })}
          step={market.tickSize}
          suffix={bound === null ? '0 to 1' : `${percentOf(bound, market.tickSize)} %`}
          keepsRoom
          hintFirst
          error={textOf('price')}
          hint={<QuickPrices book={ticket.book} tickSize={market.tickSize} onPick={(price) => change({ price })} />}
        />
      ) : (
        <DecimalField
          ref={priceInput}
          label="Max slippage"
          value={draft.distance}
          onChange={(distance) => change({ distance })}
          step={DISTANCE_STEP}
          suffix="¢"
          keepsRoom
          hintFirst
          error={textOf('distance')}
          note={ticket.isDistanceCut ? MESSAGES.twiceThePrice : null}
          hint={
            <span className={styles.quick}>
              {CENTS.map((distance) => (
                <button key={distance} type="button" className={styles.link} onClick={() => change({ distance })}>
                  {distance}
                </button>
              ))}
            </span>
          }
        />
      )}
      <SizeInput
        label="Size"
        market={marketRef}
        draft={size}
        order={buying ? { asset: coin, tick: market.tickSize, entries: { long: ticket.bound, short: null } } : null}
        note={ticket.sizeRead === null ? null : <SizeNote read={ticket.sizeRead} unit="shares" />}
        error={textOf('size')}
        hint={
          <MostHint
            most={ticket.most}
            places={market.sizeDecimals ?? 0}
            buying={buying}
            known={ticket.accountKnown}
            onPick={size.fill}
          />
        }
        inputRef={sizeInput}
        onHold={ticket.holdSize}
      />
    </>
  )
}
