/** Cancel all, each cancel an action of its own; and kill, which also blocks everything that adds exposure. */
import type { FlattenProtection, KillReport, StopReport } from '../../../contract/flatten.ts'
import { isCoin } from '../../../contract/outcome.ts'
import { allOver, derivedId } from '../actions/index.ts'
import type { KillSwitch } from '../risk/index.ts'
import type { FlattenPorts } from './flatten.ts'
import type { Flattens } from './flattens.ts'
import { isSettled, stopUnsent } from './stop-unsent.ts'

interface CancelAllOptions extends Pick<FlattenPorts, 'actionLog' | 'clock' | 'freshOpenOrders' | 'submit'> {
  /** Address of the orders' owner. @throws ServiceError when nobody is signed in. */
  readonly signedIn: () => string
}

interface CancelAllReport extends StopReport {
  readonly actionIds: readonly string[]
}

/** How long sent orders that no read shows yet are awaited, ms; they are canceled once they rest. */
const SEEN_WITHIN = 5_000

/**
 * Stops unsent actions that add exposure, cancels what rests, and cancels sent orders that come to rest.
 * @throws ServiceError when a family cannot be read; the other family's orders are being canceled by then.
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

/** What a kill does besides blocking: automated orders are paused, resting orders are canceled, positions are left or closed. */
export function createKill({
  kill,
  pauseHeld,
  cancelAll,
  flatten,
}: {
  readonly kill: Pick<KillSwitch, 'set'>
  /** Pauses all automated orders. */
  readonly pauseHeld: () => void
  readonly cancelAll: (requestId: string) => Promise<CancelAllReport>
  readonly flatten: Flattens['flatten']
}) {
  const carryOut = async (requestId: string, protection: FlattenProtection | null): Promise<KillReport> => {
    // On disk before anything else is awaited or reported.
    kill.set(protection === null ? 'positions kept' : 'positions being closed')
    pauseHeld()
    try {
      if (protection === null) {
        return { cancelled: await cancelAll(requestId), flattened: null, failure: null }
      }
      const flattened = await flatten({ requestId, protection, cancelOrders: true })
      return { cancelled: null, flattened, failure: null }
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error)
      return { cancelled: null, flattened: null, failure }
    }
  }
  return oncePerRequest(carryOut)
}

/** The work of each request id, started at the first call; later calls get the same promise, unless it failed: then it starts again. */
export function oncePerRequest<Args extends readonly unknown[], Value>(
  work: (requestId: string, ...args: Args) => Promise<Value>,
): (requestId: string, ...args: Args) => Promise<Value> {
  const running = new Map<string, Promise<Value>>()
  return (requestId, ...args) => {
    const known = running.get(requestId)
    if (known !== undefined) return known
    const begun = work(requestId, ...args)
    running.set(requestId, begun)
    begun.catch(() => running.delete(requestId))
    return begun
  }
}
