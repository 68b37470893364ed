/** Reads of the outcome family (docs/service/outcomes.md). */
import { conversionsOf } from './adapters/conversion.ts'
import { ordersOf } from './adapters/order.ts'
import { outcomesOf } from './adapters/outcome.ts'
import { outcomeOrderStatusOf } from './adapters/outcome-order.ts'
import { priceHistoryOf } from './adapters/price-history.ts'
import type { TradingService } from './interface.ts'
import type { Routes } from './routes.ts'

export const outcomeMarkets = (
  routes: Routes,
): Pick<
  TradingService,
  'outcomes' | 'outcomePriceHistory' | 'openOutcomeOrders' | 'outcomeOrderStatus' | 'conversions'
> => ({
  outcomes: async () => outcomesOf(await routes.read(routes.open('outcomesMeta'))),

  outcomePriceHistory: async (coins) => {
    const route = routes.open('outcomePriceHistory')
    if (coins.length === 0) return {}
    return priceHistoryOf(await routes.read(route, { query: { coins: coins.join(',') } }), coins)
  },

  openOutcomeOrders: async (address) =>
    ordersOf(await routes.read(routes.open('outcomeOpenOrders'), { address, needsToken: true })),

  outcomeOrderStatus: async (address, by) => {
    const body = { address, ...('oid' in by ? { oid: by.oid } : { cloid: by.cloid }) }
    return outcomeOrderStatusOf(await routes.ask(routes.open('outcomeOrderStatus'), body))
  },

  conversions: async () => conversionsOf(await routes.read(routes.open('conversionsHistory'), { needsToken: true })),
})
