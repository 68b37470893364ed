/** How the form of each family takes a price, a size or an order that was clicked elsewhere. */
import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { create } from 'zustand'
import type { TimeInForce } from '../../contract/account.ts'
import { type Fahrenheit, isDecimalText, type Price, type Size } from '../../contract/decimal.ts'
import { FAMILY_RULES } from '../../contract/family-rules.ts'
import { fahrenheitOfMark, markOfFahrenheit } from '../../contract/mark.ts'
import type { Side } from '../../contract/market.ts'
import { type Family, type MarketRef, refText } from '../../contract/market-ref.ts'
import { type ExitDraft, withoutRiskStop, withRiskStop } from '../exit-plan/index.ts'
import type { PriceUnit } from '../markets/scalar/index.ts'
import { usePanel } from './panel.tsx'
import { changeDraft, draftsOfPanel, type ScalarDraft, wantSide } from './panel-drafts.ts'
import { shownMarketOf } from './panel-instances.ts'
import { bringToFront } from './show-panel.tsx'

// The price field of the scalar form, in marks or in °F.

/** Fills the price from a mark, in the unit the form is in. */
export const markFilled = ({ unit }: Pick<ScalarDraft, 'unit'>, mark: Price): Pick<ScalarDraft, 'price'> => ({
  price: unit === 'mark' ? mark : fahrenheitOfMark(mark),
})

/** Changes the unit; a price that reads as a number is turned over exactly, anything else stays as typed. */
export const unitChanged = (
  { price, unit }: Pick<ScalarDraft, 'price' | 'unit'>,
  to: PriceUnit,
): Pick<ScalarDraft, 'price' | 'unit'> => ({
  unit: to,
  price:
    unit === to || !isDecimalText(price)
      ? price
      : to === 'f'
        ? fahrenheitOfMark(price as Price)
        : markOfFahrenheit(price as Fahrenheit),
})

// The focus on the size of a ticket, which is next once a price was taken.

/** Which ticket wants the focus on its size, and how often it was wanted. */
const useSizeWanted = create<{ readonly ticket: string; readonly times: number }>()(() => ({ ticket: '', times: 0 }))

/** Has the size of the ticket take the focus. */
const wantSizeFocus = (ticket: string): void => useSizeWanted.setState(({ times }) => ({ ticket, times: times + 1 }))

/** Of the ticket around: gives the focus to its size when a price or an order was pressed for elsewhere. */
export function useSizeFocus(size: RefObject<HTMLInputElement | null>): void {
  const { id } = usePanel()
  const times = useSizeWanted((wanted) => (wanted.ticket === id ? wanted.times : 0))
  const heeded = useRef(times)
  useEffect(() => {
    if (times === heeded.current) return
    heeded.current = times
    if (times > 0) size.current?.focus()
  }, [times, size])
}

/** An order that was pressed for in the panel, to be looked at in a ticket before it goes out. */
export interface TakenOrder {
  readonly side: Side
  readonly price: Price
  /** As the form of the family counts it: contracts, shares, or an amount of money; null leaves what is typed. */
  readonly size: Size | null
  /** Null leaves what is chosen. */
  readonly tif: TimeInForce | null
  /** How far away its stop is, for the exit plan of the ticket; without one the plan stays. */
  readonly stop?: Price | null | undefined
}

/** The ticket that a price was last clicked for though its orders are given none, with what it showed; until something is done in it. */
const usePriceless = create<{ readonly ticket: string; readonly market: string; readonly clicks: number }>()(() => ({
  ticket: '',
  market: '',
  clicks: 0,
}))

/** How the form of each family takes a price. A prediction is an amount: its ticket says that a price is nothing to it. */
const TAKES: { readonly [F in Family]: (id: string, price: Price, market: MarketRef) => void } = {
  scalar(id, price) {
    changeDraft(id, 'scalar', { ...markFilled(draftsOfPanel(id).scalar, price), mode: 'limit' })
    // A price alone is one of either side.
    wantSide(id, null)
  },
  binary: (id, _price, market) =>
    usePriceless.setState(({ clicks }) => ({ ticket: id, market: refText(market), clicks: clicks + 1 })),
  outcome: (id, price) => changeDraft(id, 'outcome', { price, mode: 'limit' }),
}

/** How many prices were clicked for the panel, a ticket whose orders are given none, since `leave` was called; 0 when another was clicked for. */
export function usePricelessClicks(): { readonly clicks: number; readonly leave: () => void } {
  const { id, market } = usePanel()
  const shown = shownMarketOf(market)
  const clicks = usePriceless((last) =>
    last.ticket === id && shown !== null && last.market === refText(shown) ? last.clicks : 0,
  )
  const leave = useCallback(() => {
    if (usePriceless.getState().ticket === id) usePriceless.setState({ ticket: '' })
  }, [id])
  return { clicks, leave }
}

/** How the form of each family takes a size; null where it has none: a prediction is an amount. */
export const TAKES_SIZE: { readonly [F in Family]: ((id: string, size: Size) => void) | null } = {
  scalar: (id, size) => changeDraft(id, 'scalar', { size, sizeBy: 'contracts' }),
  binary: null,
  outcome: (id, size) => changeDraft(id, 'outcome', { size, sizeBy: 'contracts' }),
}

/** The exit plan of a ticket for an order: with its stop, where its size brings one; a size that brings none takes that of one before away. */
function exitsFor(exits: ExitDraft, { size, stop = null }: Pick<TakenOrder, 'size' | 'stop'>): ExitDraft {
  if (stop !== null) return withRiskStop(exits, stop)
  return size === null ? exits : withoutRiskStop(exits)
}

/** How the form of each family takes an order. */
const TAKES_ORDER: { readonly [F in Family]: (id: string, order: TakenOrder) => void } = {
  scalar(id, { side, price, size, tif, stop }) {
    const exits = exitsFor(draftsOfPanel(id).scalar.exits, { size, stop })
    const given = { ...(size === null ? {} : { size, sizeBy: 'contracts' as const }), ...(tif === null ? {} : { tif }) }
    const terms = { ...given, exits, reduceOnly: false, mode: 'limit' } as const
    changeDraft(id, 'scalar', { ...markFilled(draftsOfPanel(id).scalar, price), ...terms })
    wantSide(id, side)
  },
  binary: (id, { side, size, stop }) => {
    wantSide(id, side)
    const exits = exitsFor(draftsOfPanel(id).binary.exits, { size, stop })
    if (size !== null) changeDraft(id, 'binary', { amount: size, amountBy: 'money', exits })
  },
  outcome: (id, { side, price, size, stop }) =>
    changeDraft(id, 'outcome', {
      ...{ side, price, mode: 'limit', exits: exitsFor(draftsOfPanel(id).outcome.exits, { size, stop }) },
      ...(size === null ? {} : { size, sizeBy: 'contracts' }),
    }),
}

/** What is filled into a ticket. */
interface Taken {
  readonly market: MarketRef
  readonly price: Price
  /** Null where it is the price alone. */
  readonly order: TakenOrder | null
}

/** Fills a price, or an order, into a ticket; the focus goes to its size, which is next. */
export function fillTicket(id: string, { market, price, order }: Taken): void {
  if (order === null) TAKES[market.family](id, price, market)
  else {
    TAKES_ORDER[market.family](id, order)
    // An order that waits to be looked at is not left behind another tab.
    bringToFront(id)
  }
  // A prediction takes no price.
  if (order !== null || !FAMILY_RULES[market.family].isPredicted) wantSizeFocus(id)
}
