/** Cancels every resting order, each as an action of its own. */
import { isCoin } from '../../contract/outcome.ts'
import type { AccountWatch } from './account/index.ts'
import { derivedId } from './actions/index.ts'
import type { Trading } from './interface.ts'
import { oncePerRequest } from './once.ts'

/** Once for each request, unless it failed: then it may be asked again, and what it cancelled is not cancelled twice. */
export const createCancelAll = (
  watch: Pick<AccountWatch, 'freshOpenOrders'>,
  submit: Trading['submit'],
): Trading['cancelAll'] =>
  oncePerRequest(async (requestId: string, asset: string | null) => {
    const open = await watch.freshOpenOrders()
    const orders = open.orders.filter((order) => asset === null || order.asset === asset)
    const actionIds = orders.map(({ oid }) => derivedId(requestId, oid))
    await Promise.all(
      orders.map(({ asset: of, oid, cloid }) =>
        submit(derivedId(requestId, oid), { kind: 'cancel', asset: of, oid, cloid }),
      ),
    )
    const unread = open.failures.find(({ outcomes }) => asset === null || outcomes === isCoin(asset))
    if (unread !== undefined) throw unread.error
    return { actionIds }
  }, true)
