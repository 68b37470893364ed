/** Direct orders, signed by the trader's own wallet (docs/service/direct-orders.md#request). */
import { directAckOf } from './adapters/prepared-action.ts'
import type { TradingService } from './interface.ts'
import type { Routes } from './routes.ts'

export const directOrders = (routes: Routes): Pick<TradingService, 'submitDirect'> => ({
  /** The order goes out with exactly the fields that were signed. */
  submitDirect: async ({ order, signature }) => {
    const { asset, side, size, price, tif, nonce, timestamp, reduce_only } = order
    const body = { order: { asset, side, size, price, tif, nonce, timestamp, reduce_only }, signature }
    return directAckOf(await routes.submit(routes.open('directOrder'), body))
  },
})
