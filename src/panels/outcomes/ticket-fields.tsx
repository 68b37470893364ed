/** What is typed of an order for shares: its price, or how much worse than the best one it may trade, and its size. */
import type { ReactNode, RefObject } from 'react'
import type { Decimal } from '../../../contract/decimal.ts'
import { percentOf } from '../../markets/outcome/index.ts'
import { SizeInput, SizeNote, useSizeDraft } from '../../sizes/index.ts'
import { DecimalField } from '../../ui/index.ts'
import { type useChangeDraft, useMarketRef } from '../../workspace/index.ts'
import type { MarketProps } from './market-props.ts'
import { MostHint, QuickDistances, QuickPrices } from './ticket-hints.tsx'
import type { OutcomeTicketView } from './use-outcome-ticket.ts'

const DISTANCE_STEP = '1' as Decimal

interface TicketFieldsProps extends Pick<MarketProps, 'market'> {
  /** Of the side that is traded. */
  readonly coin: string
  readonly ticket: OutcomeTicketView
  /** What is wrong with a field; null while nothing is, or it is too early to say. */
  readonly words: (field: 'price' | 'distance' | 'size') => string | null
  readonly change: ReturnType<typeof useChangeDraft<'outcome'>>
  readonly priceInput: RefObject<HTMLInputElement | null>
  readonly sizeInput: RefObject<HTMLInputElement | null>
}

export function TicketFields({
  market,
  coin,
  ticket,
  words,
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
      <SizeInput
        label="Size"
        market={marketRef}
        draft={size}
        order={buying ? { asset: coin, tick: market.tickSize, entries: { long: ticket.bound, short: null } } : null}
        note={ticket.sizeRead === null ? null : <SizeNote read={ticket.sizeRead} unit="shares" />}
        error={words('size')}
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
