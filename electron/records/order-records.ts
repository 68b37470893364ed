/**
 * The trader's orders as the service lists them, stored in their last known state. An order appears in the history when it ends, under the time at
 * which it was made, so no interval of the past is ever known to be complete: an absence is only concluded from a new read.
 */
import type { Order } from '../../contract/account.ts'
import type { Address } from '../../contract/address.ts'
import { Listeners } from '../../contract/listeners.ts'
import { type Clock, type Millis, millis } from '../../contract/time.ts'
import type { UnreadableRow } from '../../contract/unreadable-row.ts'
import type { Page, TradingService } from '../service/index.ts'
import type { HistoryMarkStore, OrderStore, PastOf } from '../storage/index.ts'
import { type OlderRead, ofWallet, type PastRead, type RecordsOwner, readableOf, readBack } from './read-back.ts'
import { createTurns } from './turns.ts'

interface OlderOrdersOptions {
  readonly marks: HistoryMarkStore
  readonly store: Pick<OrderStore, 'oldestOpen'>
  /** @throws ServiceError */
  readonly page: (of: PastOf, page: Page) => Promise<readonly Order[]>
  /** Stores the rows of a page; false where the wallet has changed meanwhile. */
  readonly keep: (of: PastOf, orders: readonly Order[]) => boolean
  /** The service's time; 0 while unknown. */
  readonly serverTime: () => number
}

/** A service's maximum (docs/service/limits.md#sizes). */
const HISTORY_PAGE = 500
/** An order may be listed this long after its time, ms. */
const LATE = 60_000

/** A read of new entries under way. */
interface NewsRead {
  readonly began: number
  readonly until: number
  before: number | null
}

/**
 * Reads the order history back to its beginning, a page at a time, and its new entries. An order appears in the history when it ends, under the time
 * at which it was made. A mark therefore stores how far back was read, and new entries are read as far back as an order was open.
 */
function createOlderOrders({ marks, store, page, keep, serverTime }: OlderOrdersOptions) {
  const reading = new Map<string, NewsRead>()

  /** The time of the oldest row, and the start of the next page; null where there is nothing older. */
  async function readPage(
    of: PastOf,
    before: number | null,
  ): Promise<{ oldest: number; next: number } | null | 'gone'> {
    const rows = await page(of, { limit: HISTORY_PAGE, before: before === null ? null : millis(before) })
    if (!keep(of, rows)) return 'gone'
    if (rows.length === 0) return null
    const oldest = rows.reduce((time, order) => Math.min(time, order.time), Number.MAX_SAFE_INTEGER)
    /** The page may end inside its oldest millisecond: the next one begins in it again, unless it did already. */
    return { oldest, next: oldest + 1 === before ? oldest : oldest + 1 }
  }

  /** The time up to which everything is read; none for a past that was read completely without such a mark. */
  const newsSince = (of: PastOf): number | null =>
    marks.mark(of, 'news')?.backTo ?? (marks.mark(of, 'past')?.isDone === true ? 0 : null)

  return {
    /** One page further back. @throws ServiceError */
    async older(of: PastOf): Promise<OlderRead> {
      const mark = marks.mark(of, 'past')
      if (mark?.isDone === true) return 'done'
      const began = serverTime()
      const read = await readPage(of, mark?.backTo ?? null)
      if (read === 'gone') return 'not_yet'
      // Also for a wallet without orders: its later ones are new entries.
      if (mark === null && began > 0) marks.keepMark(of, 'news', { backTo: began, isDone: true })
      if (read === null) {
        marks.keepMark(of, 'past', { backTo: 0, isDone: true })
        return 'done'
      }
      marks.keepMark(of, 'past', { backTo: read.next, isDone: false })
      return 'more'
    },
    /** One page of new entries; `more` until it reaches what was read before. @throws ServiceError */
    async news(of: PastOf): Promise<OlderRead> {
      const began = serverTime()
      const backTo = newsSince(of)
      if (backTo === null || began <= 0) return 'not_yet'
      const whose = `${of.profile}/${of.account}`
      const known = Math.min(backTo, store.oldestOpen(of) ?? Number.MAX_SAFE_INTEGER) - LATE
      const run = reading.get(whose) ?? { began, until: known, before: null }
      reading.set(whose, run)
      const read = await readPage(of, run.before)
      if (read === 'gone') return 'not_yet'
      if (read !== null && read.oldest >= run.until) {
        run.before = read.next
        return 'more'
      }
      reading.delete(whose)
      marks.keepMark(of, 'news', { backTo: run.began, isDone: true })
      return 'done'
    },
  }
}

/** Orders of the history, newest first, and whether they reach back to the requested time. */
export type HistoryRead = PastRead<Order>

export type OrderRecords = ReturnType<typeof createOrderRecords>

interface OrderRecordsOptions extends RecordsOwner {
  /** Receives rows of the history that cannot be read. */
  readonly sawUnreadable?: (rows: readonly UnreadableRow[]) => void
  readonly clock: Pick<Clock, 'monotonic' | 'after'>
  readonly store: OrderStore
  readonly service: Pick<TradingService, 'orderHistory'>
  /** For reading back to the beginning: its marks, the service with the lowest priority, and its time, 0 while unknown. */
  readonly back: {
    readonly marks: HistoryMarkStore
    readonly service: Pick<TradingService, 'orderHistory'>
    readonly serverTime: () => Millis
  }
}

/** Orders requested at a time; a service may return fewer. */
const PAGE = 200
const MAX_PAGES = 20
/** Number of orders whose stored form is remembered; beyond that all are written again. */
const MAX_KNOWN = 5_000

export function createOrderRecords({ store, service, back, clock, ...options }: OrderRecordsOptions) {
  const listeners = new Listeners<[orders: readonly Order[]]>()
  const mine = ofWallet(options)
  const { sawUnreadable = () => {} } = options
  const turns = createTurns(clock, read)
  /** The last stored form of each: unchanged orders are not written. */
  const kept = new Map<string, string>()
  /** Start of the interval that the next read must reach. */
  let wanted = Number.POSITIVE_INFINITY

  function keep(of: PastOf, orders: readonly Order[]): void {
    const looks = orders.map((order) => ({ order, key: `${of.account}/${order.oid}`, text: JSON.stringify(order) }))
    const changed = looks.filter(({ key, text }) => kept.get(key) !== text)
    store.keep(
      of,
      changed.map(({ order }) => order),
    )
    if (kept.size > MAX_KNOWN) kept.clear()
    for (const { key, text } of changed) kept.set(key, text)
  }

  function keepPast(of: PastOf, orders: readonly Order[]): void {
    keep(of, orders)
    listeners.notify(orders)
  }

  async function read(): Promise<HistoryRead> {
    const of = mine()
    const since = wanted
    wanted = Number.POSITIVE_INFINITY
    if (of === null) return { rows: [], complete: false }
    const page = (page: Page) => service.orderHistory(of.account, page)
    const paging = { idOf: ({ oid }: Order) => oid, pageSize: PAGE, mostPages: MAX_PAGES }
    const past = await readBack({ ...paging, page }, since)
    sawUnreadable(past.unreadable ?? [])
    if (mine()?.account === of.account) keepPast(of, past.rows)
    return past
  }

  const readingBack = createOlderOrders({
    ...{ marks: back.marks, store, serverTime: back.serverTime },
    page: (of, page) => readableOf(back.service.orderHistory(of.account as Address, page), sawUnreadable),
    keep(of, rows) {
      if (mine()?.account !== of.account) return false
      keepPast(of, rows)
      return true
    },
  })

  return {
    /** Reads one page further back. @throws ServiceError */
    async older(): Promise<OlderRead> {
      const of = mine()
      return of === null ? 'not_yet' : readingBack.older(of)
    },
    /** Reads one page of its new entries. @throws ServiceError */
    async news(): Promise<OlderRead> {
      const of = mine()
      return of === null ? 'not_yet' : readingBack.news(of)
    },
    /**
     * The whole history since a moment (the service's time), by a read that begins after this call; calls during a read share the next one. @throws
     * ServiceError
     */
    readSince(since: number): Promise<HistoryRead> {
      wanted = Math.min(wanted, since)
      return turns.next()
    },
    /** A current page of the history. @throws ServiceError */
    async page(page: Page): Promise<readonly Order[]> {
      const of = mine()
      if (of === null) return []
      const rows = await readableOf(service.orderHistory(of.account, page), sawUnreadable)
      if (mine()?.account === of.account) keepPast(of, rows)
      return rows
    },
    /** Known orders in their last known state. */
    ofIds(oids: readonly string[]): readonly Order[] {
      const of = mine()
      return of === null ? [] : store.ofIds(of, oids)
    },
    /** Stores orders that were read for another purpose, such as the open ones. */
    saw(orders: readonly Order[]): void {
      const of = mine()
      if (of !== null) keep(of, orders)
    },
    /** Calls `listener` with the rows of each read of the history. */
    onRead: listeners.on,
  }
}
