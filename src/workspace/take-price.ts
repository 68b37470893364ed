/** What is clicked in a book, on a chart or in a row of a market goes into the ticket of that market in this window. */
import { useCallback } from 'react'
import { flushSync } from 'react-dom'
import type { Price, Size } from '../../contract/decimal.ts'
import { FAMILY_RULES } from '../../contract/family-rules.ts'
import type { MarketRef } from '../../contract/market-ref.ts'
import { askPrediction } from './asked-prediction.ts'
import { fillTicket, TAKES_SIZE, type TakenOrder } from './fill-ticket.ts'
import { usePanel } from './panel.tsx'
import { useFindTicket, useTicketOfPanel } from './ticket-for.ts'
import { useUntakenPrice } from './untaken-price.ts'

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
