/** How the form of each family accepts a price, a size or an order that was clicked elsewhere. */
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

/** Fills the price from a mark, in the unit of the form. */
export const markFilled = ({ unit }: Pick<ScalarDraft, 'unit'>, mark: Price): Pick<ScalarDraft, 'price'> => ({
  price: unit === 'mark' ? mark : fahrenheitOfMark(mark),
})

/** Changes the unit; a price that reads as a number is converted exactly, anything else stays as typed. */
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

// Focuses the size of a ticket, which is the next input after a price was filled in.

/** The ticket whose size should take the focus, and the number of requests. */
const useSizeWanted = create<{ readonly ticket: string; readonly times: number }>()(() => ({ ticket: '', times: 0 }))

const wantSizeFocus = (ticket: string): void => useSizeWanted.setState(({ times }) => ({ ticket, times: times + 1 }))

/** For the surrounding ticket: focuses its size when a price or an order was clicked elsewhere. */
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

/** An order clicked in the panel, to be reviewed in a ticket before it is sent. */
export interface PickedOrder {
  readonly side: Side
  readonly price: Price
  /** In the unit of the family's form: contracts, shares, or an amount of money; null keeps the typed size. */
  readonly size: Size | null
  /** Null keeps the chosen one. */
  readonly tif: TimeInForce | null
  /** Distance of its stop, for the exit plan of the ticket; without one the plan stays. */
  readonly stop?: Price | null | undefined
}

/** The ticket that last received a price although its orders have none, with its market; until something is done in it. */
const usePriceless = create<{ readonly ticket: string; readonly market: string; readonly clicks: number }>()(() => ({
  ticket: '',
  market: '',
  clicks: 0,
}))

/** How the form of each family accepts a price. A prediction is an amount: its ticket reports that it takes no price. */
const TAKES: { readonly [F in Family]: (id: string, price: Price, market: MarketRef) => void } = {
  scalar(id, price) {
    changeDraft(id, 'scalar', { ...markFilled(draftsOfPanel(id).scalar, price), mode: 'limit' })
    // A price alone can be of either side.
    wantSide(id, null)
  },
  binary: (id, _price, market) =>
    usePriceless.setState(({ clicks }) => ({ ticket: id, market: refText(market), clicks: clicks + 1 })),
  outcome: (id, price) => changeDraft(id, 'outcome', { price, mode: 'limit' }),
}

/** How many prices were clicked for the panel, a ticket whose orders have none, since `leave` was called; 0 when another one received the last. */
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

/** How the form of each family accepts a size; null where it cannot: a prediction is an amount. */
export const TAKES_SIZE: { readonly [F in Family]: ((id: string, size: Size) => void) | null } = {
  scalar: (id, size) => changeDraft(id, 'scalar', { size, sizeBy: 'contracts' }),
  binary: null,
  outcome: (id, size) => changeDraft(id, 'outcome', { size, sizeBy: 'contracts' }),
}

/** The exit plan of a ticket for an order: with its stop, where its size includes one; a size without one removes the stop of an earlier size. */
function exitsFor(exits: ExitDraft, { size, stop = null }: Pick<PickedOrder, 'size' | 'stop'>): ExitDraft {
  if (stop !== null) return withRiskStop(exits, stop)
  return size === null ? exits : withoutRiskStop(exits)
}

/** How the form of each family accepts an order. */
const TAKES_ORDER: { readonly [F in Family]: (id: string, order: PickedOrder) => void } = {
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

interface Taken {
  readonly market: MarketRef
  readonly price: Price
  /** Null for the price alone. */
  readonly order: PickedOrder | null
}

/** Fills a price, or an order, into a ticket, and focuses its size, the next input. */
export function fillTicket(id: string, { market, price, order }: Taken): void {
  if (order === null) TAKES[market.family](id, price, market)
  else {
    TAKES_ORDER[market.family](id, order)
    // An order to be reviewed must not stay behind another tab.
    bringToFront(id)
  }
  // A prediction takes no price.
  if (order !== null || !FAMILY_RULES[market.family].isPredicted) wantSizeFocus(id)
}
