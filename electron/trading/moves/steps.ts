/** What each step of a move or a reversal waits for, what takes it back before it leaves, and how the old order ended. */

import type { Order } from '../../../contract/account.ts'
import type { ActionState } from '../../../contract/action.ts'
import { add, compare, greater, type Size, ZERO } from '../../../contract/decimal.ts'
import { isCoin } from '../../../contract/outcome.ts'
import type { Clock } from '../../../contract/time.ts'
import { type ActionLog, isBeforeSent, type Refusal, STOPPED } from '../actions/index.ts'
import type { EndReads } from './interface.ts'

/**
 * Resolves once an action is as far as a state, however long that takes, or after `ms`; one that is not there is.
 * @param each told of every state on the way; what it throws ends the waiting.
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
      // A close that widens goes on under other ids, and is one action all the same.
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

/** A time within which something is done by itself. Over by either clock: the one for time-outs stands still while the machine sleeps, and the wall clock may be set back. */
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
  message: 'Another wallet is signed in now.',
  field: null,
}

/** What was stopped before it left; null where nothing stopped it. */
export const stopRefusal = (words: string | null): Refusal | null =>
  words === null ? null : { code: STOPPED, message: words, field: null }

/** Refuses an action that was not sent yet; one that was, or that there is none of, is left as it is. */
export function refuseUnsent(
  actionLog: Pick<ActionLog, 'get' | 'offer'>,
  id: string | null | undefined,
  words: string,
): void {
  const action = id == null ? null : actionLog.get(id)
  const refusal = stopRefusal(words)
  if (action === null || refusal === null || !isBeforeSent(action.state)) return
  void actionLog.offer(action.id, { type: 'refused', refusal, mismatches: [] })
}

/** `rests`: it is still in the market. */
export type OrderEnd = { readonly kind: 'rests' } | { readonly kind: 'ended'; readonly filled: Size }

/** What is known of an order whose end is read: `time` is when it was made, by the service's clock, or a little before. */
type EndingOrder = Pick<Order, 'asset' | 'oid' | 'filled'> & { readonly time: number }

/** A fill or an order may be listed under a time that much earlier than the other's, ms. */
const SLACK = 60_000

/**
 * The end of an order, or null while the reads do not tell. It has ended when the open orders lack it *and* its own entry says that it is over;
 * what traded is the most that anything says: that entry, its fills (every one since it was made must have been read), and whatever was seen of
 * it before. A list that lags behind another can so make the rest smaller, and never larger.
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

/** What the service says of the order that is not open any more; null while it does not say that it is over. */
async function entryOf(order: EndingOrder, reads: EndReads): Promise<Order | null> {
  const asked = isCoin(order.asset) ? await reads.orderStatus(order.oid).catch(() => null) : null
  if (asked?.order != null) return isOver(asked.order) ? asked.order : null
  const { rows } = await reads.orders.readSince(order.time - SLACK)
  const entry = rows.find(({ oid, asset }) => oid === order.oid && asset === order.asset)
  return entry !== undefined && isOver(entry) ? entry : null
}

/** Of an order that rests no more: a word that is not known says nothing. */
const isOver = ({ status, filled, size }: Order): boolean =>
  (status !== 'resting' && status !== 'unknown') || compare(filled, size) >= 0
