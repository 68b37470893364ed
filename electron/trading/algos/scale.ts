/** A scale at work: its orders one by one, each only once the one before has come to rest or to its end. */
import { isFinal } from '../../../contract/action.ts'
import type { AlgoRecord, ScaleTerms } from '../../../contract/algo.ts'
import { signOf } from '../../../contract/decimal.ts'
import { cameToNothing } from '../moves/index.ts'
import type { Children } from './children.ts'
import { isForNow } from './for-now.ts'
import type { AlgoPorts, Steering } from './interface.ts'
import { closedNow } from './market.ts'

/** How long it waits before it looks again whether something may be sent, ms. */
const LOOK_AGAIN = 1_000
/** An order that was held back for the moment is tried again after a wait that doubles up to so long, ms. */
const LONGEST = 30_000

/** Places in the list of the orders that were never taken, in their order. */
export function missingOrders(
  { children }: Pick<AlgoRecord, 'children'>,
  { orders }: ScaleTerms,
  actionLog: Pick<AlgoPorts['actionLog'], 'get'>,
): readonly number[] {
  const isNothing = ({ id, filled }: AlgoRecord['children'][number]): boolean =>
    filled !== null && signOf(filled) === 0 && cameToNothing(actionLog.get(id))
  const standing = new Set(children.filter((child) => !isNothing(child)).map(({ part }) => part))
  return orders.map((_, part) => part).filter((part) => !standing.has(part))
}

/** Children of which nothing says yet whether they came to rest. */
const unsettled = ({ children }: Pick<AlgoRecord, 'children'>, { actionLog }: Pick<AlgoPorts, 'actionLog'>): boolean =>
  children.some(({ id, filled }) => {
    const state = actionLog.get(id)?.state
    return filled === null && state !== undefined && !isFinal(state) && state !== 'resting' && state !== 'partly_filled'
  })

export async function runScale(
  terms: ScaleTerms,
  children: Children,
  steering: Steering,
  ports: AlgoPorts,
): Promise<void> {
  const { orders } = terms
  // What was written down and never left, or came to nothing, is placed again.
  for (const { id, filled } of steering.now().children) {
    if (filled === null && cameToNothing(ports.actionLog.get(id))) await children.end(id)
  }
  let wait = LOOK_AGAIN
  let notBefore = Number.NEGATIVE_INFINITY
  while (steering.isWorking()) {
    const record = steering.now()
    const [part] = missingOrders(record, terms, ports.actionLog)
    const order = part === undefined ? undefined : orders[part]
    if (part === undefined || order === undefined) {
      steering.waits(null)
      steering.write({ state: 'resting', message: null })
      return
    }
    const closed = closedNow(record, ports)
    if (closed?.kind === 'ended') {
      const taken = orders.length - missingOrders(record, terms, ports.actionLog).length
      steering.finish('ended', `${closed.words} ${taken} of ${orders.length} orders were placed; those stay.`)
      return
    }
    const open = unsettled(record, ports) ? 'One of its orders has no answer yet; reads will tell.' : null
    const why = closed?.words ?? open ?? ports.rateFull()?.message ?? null
    steering.waits(why)
    if (why !== null || ports.clock.monotonic() < notBefore) {
      await steering.sleep(LOOK_AGAIN)
      continue
    }
    const placed = await children.place(part, order.price, order.size)
    if (placed === null || !steering.isWorking()) return
    const action = ports.actionLog.get(placed.id)
    if (placed.placed === 'nothing' && isForNow(action)) {
      notBefore = ports.clock.monotonic() + wait
      wait = Math.min(2 * wait, LONGEST)
      continue
    }
    wait = LOOK_AGAIN
    if (placed.placed === 'nothing') {
      steering.pause(`Order ${part + 1} of ${orders.length} was not taken: ${action?.message ?? 'it was not sent.'}`)
    } else if (action?.state === 'cancelled' || action?.state === 'expired') {
      const words = action.message === null ? '' : ` ${action.message}`
      steering.pause(`Order ${part + 1} of ${orders.length} was ${action.state} as soon as it came.${words}`)
    }
  }
}
