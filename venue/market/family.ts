/** Common parts of the market families: their host, account records, the public tape, events, and shared rules. */

import { Listeners } from '../../contract/listeners.ts'
import type { Order } from '../engine.ts'
import type { Ledger, LedgerAccount } from '../ledger/index.ts'
import type { Oracle } from '../oracle.ts'
import type { Quirks } from '../quirks.ts'
import type { FillInfo } from './saved-parts.ts'
import { type Account, type OrderInfo, type PositionInfo, type PublicTradeInfo, VenueError } from './types.ts'

/** Orders and fills kept per account; the oldest are dropped. */
const MAX_ORDERS = 2000
const MAX_FILLS = 5000

/** History of an account besides its money: orders in order of arrival, fills, and resting orders. */
class AccountRecords {
  /** Resting orders by oid, oldest first. */
  readonly resting = new Map<number, Order>()
  readonly openCloids = new Map<string, Order>()
  /** All kept orders, oldest first; none for the venue's own traders. */
  orders: Order[] = []
  fills: FillInfo[] = []
  readonly #keepsHistory: boolean

  constructor(keepsHistory: boolean) {
    this.#keepsHistory = keepsHistory
  }

  addOrder(order: Order): void {
    if (!this.#keepsHistory) return
    this.orders.push(order)
    if (this.orders.length > MAX_ORDERS * 1.25) {
      const surplus = this.orders.length - MAX_ORDERS
      this.orders = this.orders.filter((o, i) => i >= surplus || o.level !== null)
    }
  }

  addFill(fill: FillInfo): void {
    if (!this.#keepsHistory) return
    this.fills.push(fill)
    if (this.fills.length > MAX_FILLS * 1.25) this.fills = this.fills.slice(-MAX_FILLS)
  }

  nowResting(order: Order): void {
    this.resting.set(order.oid, order)
    if (order.cloid !== null) this.openCloids.set(order.cloid, order)
  }

  noLongerResting(order: Order): void {
    this.resting.delete(order.oid)
    if (order.cloid !== null && this.openCloids.get(order.cloid) === order) this.openCloids.delete(order.cloid)
  }

  byOid(oid: number): Order | null {
    return this.resting.get(oid) ?? this.orders.find((order) => order.oid === oid) ?? null
  }

  /** The open order with the client order id, otherwise the newest with it. */
  byCloid(cloid: string): Order | null {
    return this.openCloids.get(cloid) ?? this.orders.findLast((order) => order.cloid === cloid) ?? null
  }
}

const MAX_TRADES = 1000
const MINUTE = 60_000
const MINUTES_OF_DAY = 1440

/** The public record of one asset: its last trades and the 24-hour volume. */
export class Tape {
  #trades: PublicTradeInfo[] = []
  /** Volume by minute, micro-USDC; cell n holds the newest minute that is n modulo a day. */
  readonly #cells: { minute: number; value: bigint }[] = []

  add(trade: PublicTradeInfo, value: bigint): void {
    this.#trades.push(trade)
    if (this.#trades.length >= MAX_TRADES * 2) this.#trades = this.#trades.slice(-MAX_TRADES)
    const minute = Math.floor(trade.time / MINUTE)
    const place = minute % MINUTES_OF_DAY
    const cell = this.#cells[place]
    if (cell?.minute === minute) cell.value += value
    else this.#cells[place] = { minute, value }
  }

  /** The last trades, newest first. */
  newest(limit: number): PublicTradeInfo[] {
    return limit <= 0 ? [] : this.#trades.slice(-limit).reverse()
  }

  /** The last trade, null before the first. */
  last(): PublicTradeInfo | null {
    return this.#trades.at(-1) ?? null
  }

  /** Volume of the 1440 minutes up to and including that of `time`, micro-USDC. */
  volume(time: number): bigint {
    const oldest = Math.floor(time / MINUTE) - MINUTES_OF_DAY + 1
    return this.#cells.reduce((sum, cell) => (cell.minute >= oldest ? sum + cell.value : sum), 0n)
  }
}

/** Collects the events of a family and publishes them once per operation: trades in order, then each changed thing once. */
export class Changes<Event> {
  readonly #listeners: Listeners<[Event]>
  #ordered: Event[] = []
  readonly #once = new Map<string, Event>()

  constructor(failed: (error: unknown) => void) {
    this.#listeners = new Listeners(failed)
  }

  on(listener: (event: Event) => void): () => void {
    return this.#listeners.on(listener)
  }

  /** An event that must not be merged. */
  each(event: Event): void {
    this.#ordered.push(event)
  }

  /** An event of which only the newest state counts. */
  once(key: string, event: Event): void {
    this.#once.set(key, event)
  }

  /** Publishes all collected events. */
  flush(): void {
    if (this.#ordered.length === 0 && this.#once.size === 0) return
    const events = [...this.#ordered, ...this.#once.values()]
    this.#ordered = []
    this.#once.clear()
    for (const event of events) this.#listeners.notify(event)
  }
}

/** The venue as a family sees it. */
export interface FamilyHost {
  readonly seed: number | string
  readonly ledger: Ledger
  readonly oracle: Oracle
  readonly quirks: Quirks
  /** Venue time, ms. */
  now(): number
  /** Numbers are unique over all families. */
  takeOid(): number
  takeTid(): number
  accountChanged(account: LedgerAccount): void
  /** Publishes the events of all families. */
  flush(): void
  listenerFailed(error: unknown): void
}

const MICROS = 1_000_000n

/** An order by one of its two names. */
export type OrderKey = { oid: string } | { cloid: string }

/**
 * The refusal of an order below the minimum value, while the quirk is on, or null; the venue's own traders are exempt.
 * @param value micro-units of the quote.
 */
export function minimumValueRefusal(
  { quirks }: Pick<FamilyHost, 'quirks'>,
  account: LedgerAccount,
  value: bigint,
): VenueError | null {
  const minimum = quirks.number('minimum-value')
  if (minimum === null || account.internal || value >= BigInt(minimum) * MICROS) return null
  return new VenueError(400, 'minimum_value', `Order must have minimum value of $${minimum}.`, 'size')
}

/** The ledger's account of a wallet. @throws VenueError `unknown_account` */
export function requireAccount(ledger: Ledger, account: Account): LedgerAccount {
  const found = ledger.find(account)
  if (found === null) throw new VenueError(404, 'unknown_account', `There is no account ${account}.`, 'account')
  return found
}

/** The records of all accounts in one family. */
export class FamilyRecords {
  /** By account number. */
  readonly #records: AccountRecords[] = []

  of(account: LedgerAccount): AccountRecords {
    let records = this.#records[account.id]
    if (records === undefined) {
      records = new AccountRecords(!account.internal)
      this.#records[account.id] = records
    }
    return records
  }

  /** The last `limit` orders in a final state, newest first. `before`: only those with an earlier time, ms. */
  finalOrders(account: LedgerAccount, limit: number, before: number | null): Order[] {
    const { orders } = this.of(account)
    return newest(
      orders.filter(({ level, time }) => level === null && (before === null || time < before)),
      limit,
    )
  }

  /** Why an order may not have the client order id, or null: an open one has it. */
  cloidRefusal(account: LedgerAccount, cloid: string | null): VenueError | null {
    if (cloid === null || !this.of(account).openCloids.has(cloid)) return null
    return new VenueError(409, 'duplicate_cloid', `An open order already has the client order id ${cloid}.`, 'cloid')
  }

  lookUp(account: LedgerAccount, by: OrderKey): Order | null {
    const records = this.of(account)
    return 'oid' in by ? records.byOid(Number(by.oid)) : records.byCloid(by.cloid.toLowerCase())
  }
}

/** A market as the account reads of its family need it. */
interface RecordedMarket {
  readonly host: Pick<FamilyHost, 'ledger'>
  readonly exchange: { readonly records: FamilyRecords }
}

/** Reads of a family: its part of an account, from the records. */
export abstract class FamilyReads<Market extends RecordedMarket = RecordedMarket> {
  protected readonly market: Market

  constructor(market: Market) {
    this.market = market
  }

  abstract positions(account: LedgerAccount): PositionInfo[]
  /** What the open positions add to the account's USDC at the mark, micro-USDC. */
  abstract equity(account: LedgerAccount): bigint
  protected abstract info(order: Order): OrderInfo

  /** The last `limit` orders in a final state, newest first. `before`: only those with an earlier time, ms. */
  finalOrders(account: LedgerAccount, limit: number, before: number | null): OrderInfo[] {
    return this.market.exchange.records.finalOrders(account, limit, before).map((order) => this.info(order))
  }

  /** Oldest first. */
  fills(account: LedgerAccount): readonly FillInfo[] {
    return this.market.exchange.records.of(account).fills
  }

  order(account: Account | LedgerAccount, by: OrderKey): OrderInfo | null {
    const owner = typeof account === 'string' ? this.find(account) : account
    const order = this.market.exchange.records.lookUp(owner, by)
    return order === null ? null : this.info(order)
  }

  /** Resting orders, newest first. */
  openOrders(account: Account): OrderInfo[] {
    const { resting } = this.market.exchange.records.of(this.find(account))
    return Array.from(resting.values(), (order) => this.info(order)).reverse()
  }

  /** @throws VenueError `unknown_account` */
  protected find(account: Account): LedgerAccount {
    return requireAccount(this.market.host.ledger, account)
  }
}

/** The last `limit` of a list, newest first. */
export const newest = <T>(list: readonly T[], limit: number): T[] => (limit <= 0 ? [] : list.slice(-limit).reverse())
