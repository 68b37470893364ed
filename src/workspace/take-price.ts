/** Where a price or a size goes that was clicked in a book, on a chart or in a row of a market: into the ticket of that market in this window. */
import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { create } from 'zustand'
import type { TimeInForce } from '../../contract/account.ts'
import type { Price, Size } from '../../contract/decimal.ts'
import type { InstrumentView } from '../../contract/instrument.ts'
import type { Side } from '../../contract/market.ts'
import { type Family, type MarketRef, refText, sameRef } from '../../contract/market-ref.ts'
import { type ExitDraft, withStop } from '../exit-plan/index.ts'
import { useMarketData } from '../market-data/index.ts'
import { askPrediction } from './asked-prediction.ts'
import { useOpenPanels } from './open-panels.ts'
import { usePanel } from './panel.tsx'
import { changeDraft, draftsOfPanel } from './panel-drafts.ts'
import { type PanelInstance, type PanelMarket, shownMarketOf, usePanelInstances } from './panel-instances.ts'
import { markFilled } from './scalar-price.ts'
import { useAskedSideOf, useWantedSideOf, wantSide } from './wanted-side.ts'

/** The kind of panel that takes prices. */
export const TICKET = 'ticket'

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

/**
 * The ticket that shows the same market: of the same link group before others, and of those the one that was used last. Pure.
 * @param panels those that are open, the last one used first.
 */
export function ticketFor(
  panels: readonly PanelInstance[],
  market: MarketRef,
  from: PanelInstance | null,
  isSame: (a: MarketRef, b: MarketRef) => boolean = sameRef,
): string | null {
  const group = from?.market?.by === 'link' ? from.market.group : null
  const showing = panels.filter((panel) => {
    const shown = shownMarketOf(panel.market)
    return panel.kind === TICKET && shown !== null && isSame(shown, market)
  })
  const linked = showing.find((panel) => group !== null && panel.market?.by === 'link' && panel.market.group === group)
  return (linked ?? showing[0])?.id ?? null
}

/** A price that no ticket of this window could take. */
export interface UntakenPrice {
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

/** Fills a price, or an order, into a ticket; the focus goes to its size, which is next. */
export function fillTicket(
  id: string,
  { market, price, order }: Pick<UntakenPrice, 'market' | 'price' | 'order'>,
): void {
  if (order === null) TAKES[market.family](id, price, market)
  else TAKES_ORDER[market.family](id, order)
  // A prediction takes no price.
  if (order !== null || market.family !== 'binary')
    useSizeWanted.setState(({ times }) => ({ ticket: id, times: times + 1 }))
}

interface TicketFound {
  readonly market: MarketRef
  readonly ticket: string | null
  /** What the market trades as; null while that is not known. */
  readonly asset: string | null
}

/** Finds the ticket that shows the panel's market, as it is when it is asked for; null where this window has none. */
function useTicketOfPanel(): () => TicketFound | null {
  const panel = usePanel()
  const { store } = useMarketData()
  return useCallback(() => {
    const market = shownMarketOf(panel.market)
    if (market === null) return null
    // `live` and the asset that is live are one market.
    const assetOf = (ref: MarketRef): string | null => {
      const instrument = store.read({ kind: 'instrument', market: ref })
      return instrument?.here === true ? instrument.asset : null
    }
    const tradesAs = (ref: MarketRef): string => assetOf(ref) ?? refText(ref)
    const { panels } = usePanelInstances.getState()
    const { open, used } = useOpenPanels.getState()
    const inOrder = [...used, ...open.filter((id) => !used.includes(id))].flatMap((id) => panels[id] ?? [])
    const isSame = (a: MarketRef, b: MarketRef): boolean => tradesAs(a) === tradesAs(b)
    return { market, ticket: ticketFor(inOrder, market, panel, isSame), asset: assetOf(market) }
  }, [panel, store])
}

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

/** How the form of each family takes a size; null where it has none: a prediction is an amount. */
const TAKES_SIZE: { readonly [F in Family]: ((id: string, size: Size) => void) | null } = {
  scalar: (id, size) => changeDraft(id, 'scalar', { size, sizeBy: 'contracts' }),
  binary: null,
  outcome: (id, size) => changeDraft(id, 'outcome', { size, sizeBy: 'contracts' }),
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

/** An order that was pressed for in the panel, to be looked at in a ticket before it goes out. */
export interface TakenOrder {
  readonly side: Side
  readonly price: Price
  /** As the form of the family counts it: contracts, shares, or an amount of money; null leaves what is typed. */
  readonly size: Size | null
  /** Null leaves what is chosen. */
  readonly tif: TimeInForce | null
  /** How far away its stop is, for the exit plan of the ticket; without one the plan stays. */
  readonly stop?: Price | null
}

/** The exit plan of a ticket with the stop of an order, where that brings one. */
const withStopOf = (exits: ExitDraft, stop: Price | null = null): ExitDraft =>
  stop === null ? exits : withStop(exits, stop)

/** How the form of each family takes an order. */
const TAKES_ORDER: { readonly [F in Family]: (id: string, order: TakenOrder) => void } = {
  scalar(id, { side, price, size, tif, stop }) {
    const exits = withStopOf(draftsOfPanel(id).scalar.exits, stop)
    const given = { ...(size === null ? {} : { size, sizeBy: 'contracts' as const }), ...(tif === null ? {} : { tif }) }
    const terms = { ...given, exits, reduceOnly: false, mode: 'limit' } as const
    changeDraft(id, 'scalar', { ...markFilled(draftsOfPanel(id).scalar, price), ...terms })
    wantSide(id, side)
  },
  binary: (id, { side, size, stop }) => {
    wantSide(id, side)
    const exits = withStopOf(draftsOfPanel(id).binary.exits, stop)
    if (size !== null) changeDraft(id, 'binary', { amount: size, amountBy: 'money', exits })
  },
  outcome: (id, { side, price, size, stop }) =>
    changeDraft(id, 'outcome', {
      ...{ side, price, mode: 'limit', exits: withStopOf(draftsOfPanel(id).outcome.exits, stop) },
      ...(size === null ? {} : { size, sizeBy: 'contracts' }),
    }),
}

/** Which ticket wants the focus on its size, and how often it was wanted. */
const useSizeWanted = create<{ readonly ticket: string; readonly times: number }>()(() => ({ ticket: '', times: 0 }))

/** Takes an order that was pressed for in the panel into the ticket of its market, whose size then has the focus; without one it is asked whether to open one. */
export function useTakeOrder(): (order: TakenOrder) => void {
  const { id } = usePanel()
  const find = useTicketOfPanel()
  return useCallback(
    (order) => {
      const found = find()
      if (found === null) return
      const { market, ticket, asset } = found
      const { price } = order
      if (ticket === null) useUntakenPrice.setState({ untaken: { market, price, order, asset, from: id } })
      else {
        fillTicket(ticket, { market, price, order })
        if (market.family === 'binary' && asset !== null && order.size !== null) {
          askPrediction(ticket, asset, { ...order, size: order.size })
        }
      }
    },
    [find, id],
  )
}

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

/** Of the ticket around: the side that Enter leads to, of the order that was pressed for last; Buy where none was. */
export function useWantedSide(): {
  readonly side: Side
  /** The side of that order alone; null where none was pressed for. */
  readonly asked: Side | null
  readonly forget: () => void
} {
  const { id } = usePanel()
  return { side: useWantedSideOf(id), asked: useAskedSideOf(id), forget: useCallback(() => wantSide(id, null), [id]) }
}
