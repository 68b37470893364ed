/** Reads of the outcome family (docs/service/outcomes.md). */
import type { Address, Cloid } from '../../contract/address.ts'
import type { PricePoint } from '../../contract/outcome.ts'
import { conversionsOf } from './adapters/conversion.ts'
import { openOrdersOf } from './adapters/order.ts'
import { outcomesOf } from './adapters/outcome.ts'
import { outcomeOrderStatusOf } from './adapters/outcome-order.ts'
import { priceHistoryOf } from './adapters/price-history.ts'
import type { Routes } from './routes.ts'

export const outcomeMarkets = (routes: Routes) => ({
  outcomes: async () => outcomesOf(await routes.read(routes.open('outcomesMeta'))),

  /** Oldest first; a coin without a history is missing. */
  outcomePriceHistory: async (coins: readonly string[]): Promise<Readonly<Record<string, readonly PricePoint[]>>> => {
    const route = routes.open('outcomePriceHistory')
    if (coins.length === 0) return {}
    return priceHistoryOf(await routes.read(route, { query: { coins: coins.join(',') } }), coins)
  },

  openOutcomeOrders: async (address: Address) =>
    openOrdersOf(await routes.read(routes.open('outcomeOpenOrders'), { address, needsToken: true })),

  outcomeOrderStatus: async (address: Address, by: { readonly oid: string } | { readonly cloid: Cloid }) => {
    const body = { address, ...('oid' in by ? { oid: by.oid } : { cloid: by.cloid }) }
    return outcomeOrderStatusOf(await routes.ask(routes.open('outcomeOrderStatus'), body))
  },

  /** Newest first. */
  conversions: async () => conversionsOf(await routes.read(routes.open('conversionsHistory'), { needsToken: true })),
})
