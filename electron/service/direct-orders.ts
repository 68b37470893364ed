/** Direct orders, signed by the trader's own wallet (docs/service/direct-orders.md#request). */
import type { Hex } from '../../contract/address.ts'
import { directAckOf } from './adapters/prepared-action.ts'
import type { Routes } from './routes.ts'
import type { ClientOrder } from './types.ts'

export const directOrders = (routes: Routes) => ({
  /**
   * Sends a direct order once, with exactly the fields that were signed; never repeated by this layer. What a failure means for it is as
   * for `submitPrepared`.
   */
  submitDirect: async ({ order, signature }: { readonly order: ClientOrder; readonly signature: Hex }) => {
    const { asset, side, size, price, tif, nonce, timestamp, reduce_only } = order
    const body = { order: { asset, side, size, price, tif, nonce, timestamp, reduce_only }, signature }
    return directAckOf(await routes.submit(routes.open('directOrder'), body))
  },
})
