/** A price that was clicked and found no ticket, until it is answered. */
import { create } from 'zustand'
import type { Price } from '../../contract/decimal.ts'
import type { InstrumentView } from '../../contract/instrument.ts'
import { type MarketRef, sameRef } from '../../contract/market-ref.ts'
import type { TakenOrder } from './fill-ticket.ts'
import { type PanelInstance, type PanelMarket, shownMarketOf } from './panel-instances.ts'

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
