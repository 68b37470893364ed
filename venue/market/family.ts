/** What a market family shares with the rest of the venue, and what it tells the reads that span all families. */
import type { Order } from '../engine/index.ts'
import type { Ledger, LedgerAccount } from '../ledger/index.ts'
import type { Oracle } from '../oracle/index.ts'
import type { Quirks } from '../quirks/index.ts'
import { AccountRecords } from './records.ts'
import { type Account, type FillInfo, type OrderInfo, type PositionInfo, VenueError } from './types.ts'

/** The venue around a family. */
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
  /** Tells the listeners of all families what has happened. */
  flush(): void
  listenerFailed(error: unknown): void
}

const MICROS = 1_000_000n

/** An order by one of its two names. */
export type OrderKey = { oid: string } | { cloid: string }

/** A family's part of an account. */
export interface FamilyAccounts {
  /** The last `limit` orders in a final state, newest first. `before`: only those with an earlier time, ms. */
  finalOrders(account: LedgerAccount, limit: number, before: number | null): OrderInfo[]
  /** Oldest first. */
  fills(account: LedgerAccount): readonly FillInfo[]
  positions(account: LedgerAccount): PositionInfo[]
  order(account: LedgerAccount, by: OrderKey): OrderInfo | null
  /** What the open positions would add to the account's USDC at the mark, micro-USDC. */
  equity(account: LedgerAccount): bigint
}

/** Whether an order trades with others of its own account: one of a trader's, while the quirk is on. */
export const tradesWithItself = ({ quirks, ledger }: Pick<FamilyHost, 'quirks' | 'ledger'>, order: Order): boolean =>
  quirks.has('self-trade-one-id') && !ledger.byId(order.owner).internal

/**
 * The refusal of an order that is worth too little, while the quirk is on, or null; the venue's own traders are exempt.
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

  lookUp(account: LedgerAccount, by: OrderKey): Order | null {
    const records = this.of(account)
    return 'oid' in by ? records.byOid(Number(by.oid)) : records.byCloid(by.cloid.toLowerCase())
  }
}

/** The last `limit` of a list, newest first. */
export const newest = <T>(list: readonly T[], limit: number): T[] => (limit <= 0 ? [] : list.slice(-limit).reverse())
