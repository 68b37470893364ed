/** The price, typed as mark or as °F, with the other one inside the field and the book's prices a click away. */
import { type ReactNode, type RefObject, useEffect } from 'react'
import type { Price } from '../../../contract/decimal.ts'
import { useCall } from '../../bridge/index.ts'
import { priceLabel, temperatureText, useFormat } from '../../format/index.ts'
import { type PriceUnit, plainText, type TicketDraft } from '../../markets/scalar/index.ts'
import type { Through } from '../../trade-forms/index.ts'
import { DecimalField, Segmented, useSteady } from '../../ui/index.ts'
import { markFilled, unitChanged, useChangeDraft } from '../../workspace/index.ts'
import { MESSAGES } from './messages.ts'
import styles from './ticket.module.css'
import type { Ticket } from './use-ticket.ts'

const UNITS = [
  { value: 'mark', label: 'Mark' },
  { value: 'f', label: '°F' },
] as const

export interface FieldProps {
  readonly ticket: Ticket
  readonly draft: TicketDraft
  readonly error: string | null
  readonly inputRef: RefObject<HTMLInputElement | null>
}

export function PriceField({
  ticket,
  draft,
  error,
  inputRef,
  through,
}: FieldProps & { readonly through: Through | null }): ReactNode {
  const change = useChangeDraft('scalar')
  const fillMark = (mark: Price): void => change(markFilled(draft, mark))
  const call = useCall()
  // What is chosen elsewhere holds here too, but never under a price that is being typed.
  const preferred: PriceUnit = useFormat().pricesIn === 'temperature' ? 'f' : 'mark'
  const follow = useSteady((unit: PriceUnit): void => {
    if (draft.price === '' && draft.unit !== unit && document.activeElement !== inputRef.current) change({ unit })
  })
  useEffect(() => follow(preferred), [preferred, follow])
  const { ticker, market, summary } = ticket
  const changeUnit = (unit: PriceUnit): void => {
    // `571.` and `.5` read as numbers too: they are written out first, so that the unit never changes under a price.
    change(unitChanged({ ...draft, price: plainText(draft.price) }, unit))
    // Everything else that has prices speaks it too; where that cannot be saved, the ticket has it all the same.
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
        error={error}
        // Below the field: beside the label it would lie over the unit.
        note={
          through === null ? null : <span className={through.isFar ? styles.far : styles.through}>{through.words}</span>
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

/** A mid between two ticks carries one decimal more than the book's prices; such a one cannot be sent, so the bid side is taken. */
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
      title={price === null ? `No ${name} now` : `Fill in the ${name}, ${priceLabel(price)}`}
      onClick={() => {
        if (price !== null) onPick(price)
      }}
    >
      {name}
    </button>
  )
}
