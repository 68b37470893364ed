/**
 * Compares every read with the actions that have ended: if a mistake ended one too early, its order is found as soon as the service shows it, and the
 * trader is notified at once.
 */
import type { Fill, Order } from '../../../contract/account.ts'
import { isFinal } from '../../../contract/action.ts'
import { add, compare, greater, type Size, signOf, trimZeros, ZERO } from '../../../contract/decimal.ts'
import { makesOrder } from '../../../contract/requested-order.ts'
import type { Clock } from '../../../contract/time.ts'
import type { FillRecords, OrderRecords } from '../../records/index.ts'
import type { StoredAction } from '../../storage/index.ts'
import type { ActionLog, Sighting } from '../actions/index.ts'

/** What a read shows of one action's order: the order, and the sum of its fills, where each was read. */
interface Shown {
  readonly order: Order | null
  /** Whether the order is in the list of open ones, by reads that began after the action ended and agree. */
  readonly isOpen: boolean
  readonly traded: Size | null
}

export type SafetyNet = ReturnType<typeof createSafetyNet>

/** An order that stays in the open list this long after its action ended is open, ms: lists of a service may lag behind one another. */
const LAG = 3_000
/** How long before its fill an order may have been made for the search in the history, ms. */
const LOOK_BACK = 600_000
/** Number of orders whose last comparison is remembered; beyond that all are compared again. */
const MAX_KNOWN = 5_000

export function createSafetyNet({
  actionLog,
  fills,
  orders,
  clock,
  onSurfaced,
}: {
  readonly actionLog: Pick<ActionLog, 'ofOrders' | 'offer' | 'onChange'>
  readonly fills: Pick<FillRecords, 'ofOrder'>
  /** A fill names its order only by the service's id; the order has the terminal's own. */
  readonly orders: Pick<OrderRecords, 'readSince'>
  readonly clock: Pick<Clock, 'monotonic'>
  /** An ended action is open again. */
  readonly onSurfaced: (action: StoredAction) => void
}) {
  /** The last comparison of each order: unchanged orders are not compared again. */
  const compared = new Map<string, string>()
  /** When each action ended in this run, monotonic ms. */
  const endedAt = new Map<string, number>()
  const started = clock.monotonic()
  /** Orders that traded and whose service id no action knows, with the time of their fill: the history has not been read yet. */
  const nameless = new Map<string, number>()
  actionLog.onChange((action) => {
    if (action.oid !== null) compared.delete(action.oid)
    if (action.cloid !== null) compared.delete(action.cloid)
    endedAt.set(action.id, clock.monotonic())
    if (endedAt.size > MAX_KNOWN) endedAt.clear()
  })

  /** Whether anything about it is new; remembers the current state. */
  function isNews(id: string, looks: string): boolean {
    if (compared.get(id) === looks) return false
    if (compared.size > MAX_KNOWN) compared.clear()
    compared.set(id, looks)
    return true
  }

  const tradedBy = (oid: string): Size | null => {
    const own = fills.ofOrder(oid)
    return own.length === 0 ? null : own.reduce((sum, { size }) => add(sum, size), ZERO as Size)
  }

  async function compare(action: StoredAction, shown: Shown): Promise<void> {
    const seen = surfacedAs(action, shown)
    if (seen !== null && (await actionLog.offer(action.id, { type: 'surfaced', ...seen }))) {
      const [now] = actionLog.ofOrders(action.account, seen.oid === null ? [] : [seen.oid])
      onSurfaced(now ?? action)
    }
  }

  /** Orders of a read. @param began monotonic time at which the read of open ones began; null for those of the history. */
  async function sawOrders(account: string, orders: readonly Order[], began: number | null): Promise<void> {
    const place = began === null ? 'past' : 'open'
    const settled = (id: string): boolean => began !== null && began - (endedAt.get(id) ?? started) >= LAG
    const news = orders.filter(({ oid, status, filled }) => isNews(oid, `${place} ${status} ${filled}`))
    const ids = news.flatMap(({ oid, cloid }) => (cloid === null ? [oid] : [oid, cloid]))
    if (ids.length === 0) return
    for (const action of actionLog.ofOrders(account, ids)) {
      const order = news.find(({ oid, cloid }) => oid === action.oid || (cloid !== null && cloid === action.cloid))
      if (order === undefined) continue
      const isOpen = settled(action.id)
      /** It is compared again while its action has not ended, and until the list can no longer predate the end. */
      if (!isFinal(action.state) || (began !== null && !isOpen)) compared.delete(order.oid)
      await compare(action, { order, isOpen, traded: tradedBy(order.oid) })
    }
  }

  return {
    sawOrders,
    /** New fills; an empty list retries what could not be read for earlier ones. @throws ServiceError */
    async sawFills(account: string, news: readonly Fill[]): Promise<void> {
      for (const { oid, time } of news) if (oid !== null) nameless.set(oid, time)
      if (nameless.size === 0) return
      for (const action of actionLog.ofOrders(account, [...nameless.keys()])) {
        if (action.oid === null) continue
        nameless.delete(action.oid)
        await compare(action, { order: null, isOpen: false, traded: tradedBy(action.oid) })
      }
      if (nameless.size === 0) return
      /** No action knows these orders: the history has the ids that the terminal gave them, and its rows are compared. */
      const requests = new Set(nameless.keys())
      await orders.readSince(Math.min(...nameless.values()) - LOOK_BACK)
      for (const oid of requests) nameless.delete(oid)
    },
  }
}

/**
 * The order as it really is, or null while the action's final state is confirmed.
 *
 * | the action ended as | and its order | confirmed |
 * |---|---|---|
 * | refused, rejected, never arrived | is listed, as anything but rejected, or has fills | no |
 * | cancelled, expired, filled | is open, or traded more than reported | no |
 * | anything | is as reported | yes |
 */
function surfacedAs(action: StoredAction, { order, isOpen, traded }: Shown): Sighting | null {
  if (!isFinal(action.state) || !makesOrder(action.intent)) return null
  const filled = greater(order?.filled ?? ZERO, traded ?? ZERO)
  const isMore = compare(filled, action.filled ?? ZERO) > 0 && !(action.state === 'filled' && action.filled === null)
  const isThere = order !== null && (isOpen || order.status !== 'rejected')
  if (!isMore && !(cameToNothing(action) ? isThere : isOpen)) return null
  const text = signOf(filled) > 0 ? `${trimZeros(filled)} filled` : (order?.statusText ?? 'listed')
  return {
    oid: order?.oid ?? action.oid,
    cloid: order?.cloid ?? null,
    filled: signOf(filled) > 0 ? filled : null,
    detail: text,
  }
}

/** Whether the trader was shown that there is no such order. */
const cameToNothing = ({ state, code }: StoredAction): boolean =>
  state === 'refused' || state === 'rejected' || (state === 'expired' && code === 'never_arrived')
