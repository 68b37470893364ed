/** Clicks in a book, on a chart or in a row of a market fill the ticket of that market in this window. */
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { create } from 'zustand'
import type { BinaryDirection } from '../../contract/binary.ts'
import type { Decimal, Money, Price, Size } from '../../contract/decimal.ts'
import { FAMILY_RULES } from '../../contract/family-rules.ts'
import type { InstrumentView } from '../../contract/instrument.ts'
import type { Side } from '../../contract/market.ts'
import { type MarketRef, sameRef } from '../../contract/market-ref.ts'
import { fillTicket, type PickedOrder, TAKES_SIZE } from './fill-ticket.ts'
import { usePanel } from './panel.tsx'
import { type PanelInstance, type PanelMarket, shownMarketOf } from './panel-instances.ts'
import { type TicketFound, useFindTicket, useTicketOfPanel } from './show-panel.tsx'

// A prediction clicked in a ladder: the price of the row is its worst price. It starts in the ticket, where its estimate waits for the trader's
// confirmation. Only an existing, free ticket accepts it, at once: none starts later by itself, and a refused one fills nothing in.

/** The clicked prediction. */
export interface RequestedPrediction {
  readonly direction: BinaryDirection
  /** Of UP, like the market's prices. */
  readonly worst: Price
  readonly amount: Money
}

/** The form of a ticket that accepts predictions. */
interface Taker {
  readonly asset: string
  /** Why it accepts none now, as text; null where it accepts one. */
  readonly off: () => string | null
  readonly begin: (request: RequestedPrediction) => void
}

/** The existing forms, by ticket. */
const takers = new Map<string, Taker>()

const NO_FORM = 'No estimate requested: this ticket takes no predictions now. See the ticket for the reason.'

interface AskTerms {
  readonly ticket: string
  readonly asset: string
  readonly order: { readonly side: Side; readonly price: Price; readonly size: Decimal }
  /** Fills the fields of the ticket synchronously; not called for a refused one. */
  readonly fill: () => void
}

/** Requests a prediction from a ticket. @returns why it was refused, as text; null where it was accepted */
export function askPrediction({ ticket, asset, order: { side, price, size }, fill }: AskTerms): string | null {
  const taker = takers.get(ticket)
  if (taker === undefined || taker.asset !== asset) return NO_FORM
  const off = taker.off()
  if (off !== null) return `${off} No estimate requested; the ticket is unchanged.`
  fill()
  // By the updated form: its exit plan is the one that was filled in.
  takers.get(ticket)?.begin({ direction: side === 'buy' ? 'UP' : 'DOWN', worst: price, amount: size as Money })
  return null
}

/** Registers the form of a ticket; returns a function that unregisters it. */
export function putTaker(ticket: string, taker: Taker): () => void {
  takers.set(ticket, taker)
  return () => {
    if (takers.get(ticket) === taker) takers.delete(ticket)
  }
}

/** For the surrounding ticket: starts requested predictions for an asset while it is mounted. @param off why it accepts none now, as text */
export function useRequestedPrediction(
  asset: string,
  off: string | null,
  begin: (request: RequestedPrediction) => void,
): void {
  const { id } = usePanel()
  const newest = useRef({ off, begin })
  useLayoutEffect(() => {
    newest.current = { off, begin }
  })
  useEffect(
    () => putTaker(id, { asset, off: () => newest.current.off, begin: (request) => newest.current.begin(request) }),
    [id, asset],
  )
}

/** A clicked price that no ticket of this window could accept, until it is answered. */
interface UntakenPrice {
  readonly market: MarketRef
  readonly price: Price
  /** The order clicked with it; null for the price alone. */
  readonly order: PickedOrder | null
  /** The market's asset at that time; null if it was unknown. */
  readonly asset: string | null
  /** The panel it was clicked in; a ticket opened for it is linked alike. */
  readonly from: string | null
}

/** Whether the price still belongs to its market: a following market invalidates it by rolling over. Pure. */
export const isStillOf = ({ asset }: Pick<UntakenPrice, 'asset'>, now: InstrumentView | undefined): boolean =>
  asset === null || now?.here !== true || now.asset === asset

/** The market of a ticket opened for the price: that of the panel it was clicked in, unless that has moved on since. Pure. */
export function marketOfTicket({ market }: Pick<UntakenPrice, 'market'>, from: PanelInstance | undefined): PanelMarket {
  const own = from?.market ?? null
  const shown = shownMarketOf(own)
  return own !== null && shown !== null && sameRef(shown, market) ? own : { by: 'pin', market }
}

/** The last price without a ticket, until it is answered. */
export const usePendingPrice = create<{ readonly untaken: UntakenPrice | null }>()(() => ({ untaken: null }))

/** Fills a price, with its order if there is one, into a ticket; without a ticket, offers to open one. @param from the panel it was clicked in */
function take({ market, ticket, asset }: TicketFound, price: Price, order: PickedOrder | null, from: string): void {
  if (ticket === null) usePendingPrice.setState({ untaken: { market, price, order, asset, from } })
  else fillTicket(ticket, { market, price, order })
}

/** Fills a price clicked in the panel into the ticket that shows its market; without one, offers to open it. */
export function useTakePrice(): (price: Price) => void {
  const { id } = usePanel()
  const find = useTicketOfPanel()
  return useCallback(
    (price) => {
      const found = find()
      if (found !== null) take(found, price, null, id)
    },
    [find, id],
  )
}

/** Fills a size clicked in the panel into the ticket that shows its market, if the window has one. */
export function useTakeSize(): (size: Size) => void {
  const find = useTicketOfPanel()
  return useCallback(
    (size) => {
      const found = find()
      if (found?.ticket != null) TAKES_SIZE[found.market.family]?.(found.ticket, size)
    },
    [find],
  )
}

/**
 * Fills an order clicked in the panel into the ticket of its market, whose size then has the focus; without one, offers to open it. A prediction with
 * its amount starts there, or is refused.
 * @returns why the ticket refused it, as text; null where it was accepted, or where the window asks
 */
export function useTakeOrder(): (order: PickedOrder) => string | null {
  const { id } = usePanel()
  const find = useTicketOfPanel()
  return useCallback(
    (order) => {
      const found = find()
      if (found === null) return null
      const { market, ticket, asset } = found
      const { price, size } = order
      const fill = (): void => take(found, price, order, id)
      if (ticket === null || !FAMILY_RULES[market.family].isPredicted || asset === null || size === null) {
        fill()
        return null
      }
      // Its form has the stop of the order before it starts: the loss at the stop is bounded by that alone.
      return askPrediction({ ticket, asset, order: { ...order, size }, fill: () => flushSync(fill) })
    },
    [find, id],
  )
}

/**
 * Fills an order of any market into a ticket of this window that shows it, whose size then has the focus; without one, offers to open it. Nothing is
 * sent: a prediction, too, waits for a click in its ticket.
 */
export function useTakeOrderIn(): (market: MarketRef, asset: string, order: PickedOrder) => void {
  const { id } = usePanel()
  const find = useFindTicket()
  return useCallback((market, asset, order) => take(find(market, asset), order.price, order, id), [find, id])
}
