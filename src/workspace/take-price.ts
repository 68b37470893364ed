/** What is clicked in a book, on a chart or in a row of a market goes into the ticket of that market in this window. */
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { create } from 'zustand'
import type { BinaryDirection } from '../../contract/binary.ts'
import type { Decimal, Money, Price, Size } from '../../contract/decimal.ts'
import { FAMILY_RULES } from '../../contract/family-rules.ts'
import type { InstrumentView } from '../../contract/instrument.ts'
import type { Side } from '../../contract/market.ts'
import { type MarketRef, sameRef } from '../../contract/market-ref.ts'
import { fillTicket, TAKES_SIZE, type TakenOrder } from './fill-ticket.ts'
import { usePanel } from './panel.tsx'
import { type PanelInstance, type PanelMarket, shownMarketOf } from './panel-instances.ts'
import { useFindTicket, useTicketOfPanel } from './show-panel.tsx'

// A prediction that was pressed for in a ladder: the price of the row is the worst that it may trade at. It begins in the ticket, where its
// estimate waits for the trader's word. Only a ticket that is there and free takes it, at once: none begins later by itself, and of one that is not
// taken nothing is filled in.

/** What was pressed for. */
export interface AskedPrediction {
  readonly direction: BinaryDirection
  /** Of UP, as the market counts. */
  readonly worst: Price
  readonly amount: Money
}

/** The form of a ticket that takes predictions. */
interface Taker {
  readonly asset: string
  /** Why it takes none now, in words; null where it takes one. */
  readonly off: () => string | null
  readonly begin: (asked: AskedPrediction) => void
}

/** By ticket: the forms that are there. */
const takers = new Map<string, Taker>()

const NO_FORM =
  'Nothing was asked for and nothing was filled in: the ticket of this market takes no predictions now, and says why.'

interface AskTerms {
  readonly ticket: string
  readonly asset: string
  readonly order: { readonly side: Side; readonly price: Price; readonly size: Decimal }
  /** Puts it into the fields of the ticket; done when it returns, and not done at all where it is not taken. */
  readonly fill: () => void
}

/** Asks a ticket for a prediction. @returns why it was not taken, in words; null where it was */
export function askPrediction({ ticket, asset, order: { side, price, size }, fill }: AskTerms): string | null {
  const taker = takers.get(ticket)
  if (taker === undefined || taker.asset !== asset) return NO_FORM
  const off = taker.off()
  if (off !== null) return `${off} Nothing was asked for, and the ticket stays as it was.`
  fill()
  // By the form as it is now: its exit plan is the one that was filled in.
  takers.get(ticket)?.begin({ direction: side === 'buy' ? 'UP' : 'DOWN', worst: price, amount: size as Money })
  return null
}

/** Puts in the form of a ticket; gives what takes it away again. */
export function putTaker(ticket: string, taker: Taker): () => void {
  takers.set(ticket, taker)
  return () => {
    if (takers.get(ticket) === taker) takers.delete(ticket)
  }
}

/** Of the ticket around: begins what is asked of it for an asset while it is there. @param off why it takes none now, in words */
export function useAskedPrediction(asset: string, off: string | null, begin: (asked: AskedPrediction) => void): void {
  const { id } = usePanel()
  const newest = useRef({ off, begin })
  useLayoutEffect(() => {
    newest.current = { off, begin }
  })
  useEffect(
    () => putTaker(id, { asset, off: () => newest.current.off, begin: (asked) => newest.current.begin(asked) }),
    [id, asset],
  )
}

// A price that was clicked and found no ticket, until it is answered.

/** A price that no ticket of this window could take. */
interface UntakenPrice {
  readonly market: MarketRef
  readonly price: Price
  /** The order that was pressed for with it; null where it is the price alone. */
  readonly order: TakenOrder | null
  /** What the market traded as then; null while that was not known. */
  readonly asset: string | null
  /** Of the panel that it was clicked in; a ticket that is opened for it is linked alike. */
  readonly from: string | null
}

/** Whether the price is still one of its market: of a following one it is no more once that has handed over. Pure. */
export const isStillOf = ({ asset }: Pick<UntakenPrice, 'asset'>, now: InstrumentView | undefined): boolean =>
  asset === null || now?.here !== true || now.asset === asset

/** What a ticket that is opened for the price shows: what the panel shows that it was clicked in, unless that went on since. Pure. */
export function marketOfTicket({ market }: Pick<UntakenPrice, 'market'>, from: PanelInstance | undefined): PanelMarket {
  const own = from?.market ?? null
  const shown = shownMarketOf(own)
  return own !== null && shown !== null && sameRef(shown, market) ? own : { by: 'pin', market }
}

/** The last price that found no ticket, until it is answered. */
export const useUntakenPrice = create<{ readonly untaken: UntakenPrice | null }>()(() => ({ untaken: null }))

/** Takes a price that was clicked in the panel: into the ticket that shows its market, else it is asked whether to open one. */
export function useTakePrice(): (price: Price) => void {
  const { id } = usePanel()
  const find = useTicketOfPanel()
  return useCallback(
    (price) => {
      const found = find()
      if (found === null) return
      const { market, ticket, asset } = found
      if (ticket === null) useUntakenPrice.setState({ untaken: { market, price, order: null, asset, from: id } })
      else fillTicket(ticket, { market, price, order: null })
    },
    [find, id],
  )
}

/** Takes a size that was clicked in the panel into the ticket that shows its market, where the window has one. */
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
 * Takes an order that was pressed for in the panel into the ticket of its market, whose size then has the focus; without one it is asked whether to
 * open one. A prediction with its amount begins there, or is not taken at all.
 * @returns why the ticket did not take it, in words; null where it did, or where that is asked in the window.
 */
export function useTakeOrder(): (order: TakenOrder) => string | null {
  const { id } = usePanel()
  const find = useTicketOfPanel()
  return useCallback(
    (order) => {
      const found = find()
      if (found === null) return null
      const { market, ticket, asset } = found
      const { price, size } = order
      if (ticket === null) {
        useUntakenPrice.setState({ untaken: { market, price, order, asset, from: id } })
        return null
      }
      const fill = (): void => fillTicket(ticket, { market, price, order })
      if (!FAMILY_RULES[market.family].isPredicted || asset === null || size === null) {
        fill()
        return null
      }
      // Its form has the stop of the order before it begins: what is lost at the stop is bounded by that alone.
      return askPrediction({ ticket, asset, order: { ...order, size }, fill: () => flushSync(fill) })
    },
    [find, id],
  )
}

/**
 * Takes an order in any market into a ticket of this window that shows it, whose size then has the focus; without one it is asked whether to
 * open one. Nothing begins by it: a prediction waits in its ticket for a press too.
 */
export function useTakeOrderIn(): (market: MarketRef, asset: string, order: TakenOrder) => void {
  const { id } = usePanel()
  const find = useFindTicket()
  return useCallback(
    (market, asset, order) => {
      const { ticket } = find(market, asset)
      const { price } = order
      if (ticket === null) useUntakenPrice.setState({ untaken: { market, price, order, asset, from: id } })
      else fillTicket(ticket, { market, price, order })
    },
    [find, id],
  )
}
