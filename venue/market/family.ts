/** What a market family shares with the rest of the venue, and what it tells the reads that span all families. */
import type { Order } from '../engine/index.ts'
import type { Ledger, LedgerAccount } from '../ledger/index.ts'
import type { Oracle } from '../oracle/index.ts'
import { AccountRecords } from './records.ts'
import type { FillInfo, OrderInfo, PositionInfo } from './types.ts'

/** The venue around a family. */
export interface FamilyHost {
  readonly seed: number | string
  readonly ledger: Ledger
  readonly oracle: Oracle
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

/** An order by one of its two names. */
export type OrderKey = { oid: string } | { cloid: string }

/** A family's part of an account. */
export interface FamilyAccounts {
  /** Orders in a final state, oldest first. */
  finalOrders(account: LedgerAccount): OrderInfo[]
  /** Oldest first. */
  fills(account: LedgerAccount): readonly FillInfo[]
  positions(account: LedgerAccount): PositionInfo[]
  order(account: LedgerAccount, by: OrderKey): OrderInfo | null
  /** What the open positions would add to the account's USDC at the mark, micro-USDC. */
  equity(account: LedgerAccount): bigint
}

/** The records of all accounts in one family. */
export class FamilyRecords {
  readonly #records = new Map<number, AccountRecords>()

  of(account: LedgerAccount): AccountRecords {
    let records = this.#records.get(account.id)
    if (records === undefined) {
      records = new AccountRecords(!account.internal)
      this.#records.set(account.id, records)
    }
    return records
  }

  lookUp(account: LedgerAccount, by: OrderKey): Order | null {
    const records = this.of(account)
    return 'oid' in by ? records.byOid(Number(by.oid)) : records.byCloid(by.cloid.toLowerCase())
  }
}
