/** Steps of a move or a reversal: what each waits for, how it is withdrawn before it is sent, and how the old order ended. */

import type { Order } from '../../../contract/account.ts'
import type { ActionState } from '../../../contract/action.ts'
import { add, compare, greater, type Size, ZERO } from '../../../contract/decimal.ts'
import { MESSAGES as COMMON } from '../../../contract/messages.ts'
import { isCoin } from '../../../contract/outcome.ts'
import type { Clock } from '../../../contract/time.ts'
import { type ActionLog, isBeforeSent, type Refusal, STOPPED } from '../actions/index.ts'
import type { EndReads } from './interface.ts'

/**
 * Resolves once an action reaches a state, however long that takes, or after `ms`; an id without an action resolves at once.
 * @param each called for every state on the way; what it throws ends the wait.
 */
export function settled(
  {
    actionLog,
    clock,
  }: { readonly actionLog: Pick<ActionLog, 'get' | 'onChange'>; readonly clock: Pick<Clock, 'after'> },
  id: string,
  isOver: (state: ActionState) => boolean,
  each: (state: ActionState) => void = () => {},
  ms: number | null = null,
): Promise<void> {
  const state = actionLog.get(id)?.state
  if (state === undefined || isOver(state)) return Promise.resolve()
  each(state)
  return new Promise((resolve, reject) => {
    const finish = (how: () => void): void => {
      stopListening()
      stopWaiting()
      how()
    }
    const stopListening = actionLog.onChange((action) => {
      // A widening close continues under other ids, and is one action all the same.
      if (action.id !== id && action.step?.of !== id) return
      const now = actionLog.get(id)?.state ?? action.state
      try {
        each(now)
        if (isOver(now)) finish(resolve)
      } catch (error) {
        finish(() => reject(error))
      }
    })
    const stopWaiting = ms === null ? () => {} : clock.after(Math.max(0, ms), () => finish(resolve))
  })
}

/**
 * A time limit for automatic steps. It expires by either clock: the monotonic clock stops while the machine sleeps, and the wall clock may be set
 * back.
 */
export function within(clock: Pick<Clock, 'now' | 'monotonic'>, ms: number) {
  const [steady, wall] = [clock.monotonic() + ms, clock.now() + ms]
  return {
    isOver: (): boolean => clock.monotonic() > steady || clock.now() > wall,
    /** ms */
    left: (): number => steady - clock.monotonic(),
  }
}

export const OTHER_WALLET: Refusal = {
  code: 'identity_changed',
  message: COMMON.anotherWallet,
  field: null,
}

/** The refusal of an action that was stopped before it was sent; null where nothing stopped it. */
export const stopRefusal = (text: string | null): Refusal | null =>
  text === null ? null : { code: STOPPED, message: text, field: null }

/** Refuses an action that was not sent yet; a sent or missing one is left as it is. */
export function refuseUnsent(
  actionLog: Pick<ActionLog, 'get' | 'offer'>,
  id: string | null | undefined,
  text: string,
): void {
  const action = id == null ? null : actionLog.get(id)
  const refusal = stopRefusal(text)
  if (action === null || refusal === null || !isBeforeSent(action.state)) return
  void actionLog.offer(action.id, { type: 'refused', refusal, mismatches: [] })
}

/** `rests`: it is still in the market. */
export type OrderEnd = { readonly kind: 'rests' } | { readonly kind: 'ended'; readonly filled: Size }

/** An order whose end is read: `time` is when it was made, by the service's clock, or slightly earlier. */
type EndingOrder = Pick<Order, 'asset' | 'oid' | 'filled'> & { readonly time: number }

/** Maximum difference between the listed times of a fill and its order, ms. */
const SLACK = 60_000

/**
 * The end of an order, or null while the reads are inconclusive. It has ended when the open orders lack it *and* its own entry says that it is over.
 * What it traded is the most that any source says: that entry, its fills (all since it was made must have been read), and anything seen of it before.
 * A lagging list can therefore make the rest smaller, never larger.
 * @throws ServiceError of the reads
 */
export async function readEnd(order: EndingOrder, reads: EndReads): Promise<OrderEnd | null> {
  const open = await reads.freshOpenOrders()
  if (open.failures.some(({ outcomes }) => outcomes === isCoin(order.asset))) return null
  if (open.orders.some(({ oid }) => oid === order.oid)) return { kind: 'rests' }
  const entry = await entryOf(order, reads)
  if (entry === null) return null
  const since = order.time - SLACK
  await reads.fills.sync(since)
  const { rows, complete } = reads.fills.since(since)
  if (!complete) return null
  let traded: Size = ZERO
  for (const fill of rows) if (fill.oid === order.oid) traded = add(traded, fill.size)
  const seen = [order.filled, entry.filled, ...reads.orders.ofIds([order.oid]).map(({ filled }) => filled)]
  return { kind: 'ended', filled: seen.reduce(greater, traded) }
}

/** The service's entry for an order that is no longer open; null while it does not say that it is over. */
async function entryOf(order: EndingOrder, reads: EndReads): Promise<Order | null> {
  const request = isCoin(order.asset) ? await reads.orderStatus(order.oid).catch(() => null) : null
  if (request?.order != null) return isOver(request.order) ? request.order : null
  const { rows } = await reads.orders.readSince(order.time - SLACK)
  const entry = rows.find(({ oid, asset }) => oid === order.oid && asset === order.asset)
  return entry !== undefined && isOver(entry) ? entry : null
}

/** For an order that no longer rests: an unknown status proves nothing. */
const isOver = ({ status, filled, size }: Order): boolean =>
  (status !== 'resting' && status !== 'unknown') || compare(filled, size) >= 0
