/**
 * The trader's orders as the service lists them: kept as they were read last. An order comes into the history when it ends and at the time
 * at which it was made, so that no stretch of the past is known for good: what an absence is concluded from is read anew.
 */
import type { Order } from '../../contract/account.ts'
import type { Address } from '../../contract/address.ts'
import { Listeners } from '../../contract/listeners.ts'
import type { Cancel, Clock, Millis } from '../../contract/time.ts'
import type { UnreadableRow } from '../../contract/unreadable-row.ts'
import type { Page, TradingService } from '../service/index.ts'
import type { HistoryMarkStore, OrderStore, PastOf } from '../storage/index.ts'
import { ofWallet, type Whose } from './of-wallet.ts'
import type { OlderRead } from './older-fills.ts'
import { createOlderOrders } from './older-orders.ts'
import { type PastRead, readableOf, readBack } from './read-back.ts'
import { createTurns } from './turns.ts'

/** Orders of the history, newest first, and whether they reach back as far as was asked for. */
export type HistoryRead = PastRead<Order>

export interface OrderRecords {
  /**
   * Everything that the history has since a moment (the service's time), by a read that begins after this call; calls during a read share
   * the one that follows it. @throws ServiceError
   */
  readSince(since: number): Promise<HistoryRead>
  /** A page of the history as it is now. @throws ServiceError */
  page(page: Page): Promise<readonly Order[]>
  /** Reads one page further back than the history was read. @throws ServiceError */
  older(): Promise<OlderRead>
  /** Reads one page of what is new in it. @throws ServiceError */
  news(): Promise<OlderRead>
  /** As they were read last, of those that ever were. */
  ofIds(oids: readonly string[]): readonly Order[]
  /** Keeps orders that were read for something else, as the open ones are. */
  saw(orders: readonly Order[]): void
  /** Calls `listener` with what each read of the history shows. */
  onRead(listener: (orders: readonly Order[]) => void): Cancel
}

interface OrderRecordsOptions extends Whose {
  /** Told of rows of the history that cannot be read. */
  readonly sawUnreadable?: (rows: readonly UnreadableRow[]) => void
  readonly clock: Pick<Clock, 'monotonic' | 'after'>
  readonly store: OrderStore
  readonly service: Pick<TradingService, 'orderHistory'>
  /** What reads back to the beginning: its marks, the service for what may wait for everything else, and its time, 0 while that is not known. */
  readonly back: {
    readonly marks: HistoryMarkStore
    readonly service: Pick<TradingService, 'orderHistory'>
    readonly serverTime: () => Millis
  }
}

/** Orders asked for at a time; a service may give fewer. */
const PAGE = 200
const MOST_PAGES = 20
/** Orders of which is remembered how they look; beyond that all are written again. */
const MOST_KNOWN = 5_000

export function createOrderRecords({ store, service, back, clock, ...options }: OrderRecordsOptions): OrderRecords {
  const listeners = new Listeners<[orders: readonly Order[]]>()
  const mine = ofWallet(options)
  const { sawUnreadable = () => {} } = options
  const turns = createTurns(clock, read)
  /** How each looked when it was kept last: what did not change is not written. */
  const kept = new Map<string, string>()
  /** How far back the next read is to reach. */
  let wanted = Number.POSITIVE_INFINITY

  function keep(of: PastOf, orders: readonly Order[]): void {
    const looks = orders.map((order) => ({ order, key: `${of.account}/${order.oid}`, text: JSON.stringify(order) }))
    const changed = looks.filter(({ key, text }) => kept.get(key) !== text)
    store.keep(
      of,
      changed.map(({ order }) => order),
    )
    if (kept.size > MOST_KNOWN) kept.clear()
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
    const paging = { idOf: ({ oid }: Order) => oid, pageSize: PAGE, mostPages: MOST_PAGES }
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
    async older() {
      const of = mine()
      return of === null ? 'not_yet' : readingBack.older(of)
    },
    async news() {
      const of = mine()
      return of === null ? 'not_yet' : readingBack.news(of)
    },
    readSince(since) {
      wanted = Math.min(wanted, since)
      return turns.next()
    },
    async page(page) {
      const of = mine()
      if (of === null) return []
      const rows = await readableOf(service.orderHistory(of.account, page), sawUnreadable)
      if (mine()?.account === of.account) keepPast(of, rows)
      return rows
    },
    ofIds(oids) {
      const of = mine()
      return of === null ? [] : store.ofIds(of, oids)
    },
    saw(orders) {
      const of = mine()
      if (of !== null) keep(of, orders)
    },
    onRead: listeners.on,
  }
}
