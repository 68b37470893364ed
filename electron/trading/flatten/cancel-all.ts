/** Cancels every resting order, each as an action of its own. */
import type { StopReport } from '../../../contract/flatten.ts'
import { isCoin } from '../../../contract/outcome.ts'
import type { Clock } from '../../../contract/time.ts'
import type { FreshOrders } from '../account/index.ts'
import { allOver, derivedId } from '../actions/index.ts'
import type { Submit } from './interface.ts'
import { isSettled, type StoppableLog, stopUnsent } from './stop-unsent.ts'

interface CancelAllOptions {
  readonly actionLog: StoppableLog
  readonly clock: Pick<Clock, 'after'>
  /** Whose orders they are. @throws ServiceError when nobody is signed in. */
  readonly signedIn: () => string
  readonly freshOpenOrders: () => Promise<FreshOrders>
  readonly submit: Submit
}

export interface CancelAllReport extends StopReport {
  readonly actionIds: readonly string[]
}

/** What had been sent and is not seen yet is waited for so long, ms, and cancelled once it rests. */
const SEEN_WITHIN = 5_000

/**
 * Stops what adds exposure and has not left, cancels what rests, and what comes to rest of what had left.
 * @throws ServiceError when a family cannot be read, once the orders of the other one are being cancelled.
 */
export async function cancelAll(
  requestId: string,
  asset: string | null,
  { actionLog, clock, signedIn, freshOpenOrders, submit }: CancelAllOptions,
): Promise<CancelAllReport> {
  const account = signedIn()
  const { underWay, report } = await stopUnsent(actionLog, { account, by: 'Cancel all', asset })
  const actionIds = new Set<string>()

  async function cancelResting(): Promise<void> {
    const open = await freshOpenOrders()
    const orders = open.orders.filter((order) => asset === null || order.asset === asset)
    await Promise.all(
      orders.map(({ asset: of, oid, cloid }) => {
        const id = derivedId(requestId, oid)
        actionIds.add(id)
        return submit(id, { kind: 'cancel', asset: of, oid, cloid })
      }),
    )
    const unread = open.failures.find(
      (failure) =>
        asset === null || (failure.outcomes === isCoin(asset) && (failure.asset === null || failure.asset === asset)),
    )
    if (unread !== undefined) throw unread.error
  }

  await cancelResting()
  if (underWay.length > 0) {
    await allOver(underWay, SEEN_WITHIN, { actionLog, clock }, isSettled)
    await cancelResting()
  }
  return { actionIds: [...actionIds], ...report() }
}
