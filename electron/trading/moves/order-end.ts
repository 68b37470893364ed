/** How an order ended, and what of it traded: by reads that begin once its cancel is over. */
import type { Order } from '../../../contract/account.ts'
import { add, compare, greater, type Size, ZERO } from '../../../contract/decimal.ts'
import { isCoin } from '../../../contract/outcome.ts'
import type { EndReads } from './interface.ts'

/** `rests`: it is still in the market. */
export type OrderEnd = { readonly kind: 'rests' } | { readonly kind: 'ended'; readonly filled: Size }

/** What is known of an order whose end is read: `time` is when it was made, by the service's clock, or a little before. */
export type EndingOrder = Pick<Order, 'asset' | 'oid' | 'filled'> & { readonly time: number }

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
