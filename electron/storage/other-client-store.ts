/** Which orders were told as not from this terminal, and whose wallets another client trades for with the trader's knowledge. */
import type { DatabaseSync } from 'node:sqlite'

/** Whose orders: a deployment profile's name, and the trader's address. */
export interface OrdersOf {
  readonly profile: string
  readonly account: string
}

export interface OtherClientStore {
  /** Whether an order was told before. */
  isTold(of: OrdersOf, oid: string): boolean
  keepTold(of: OrdersOf, oids: readonly string[]): void
  /** Whether the trader said that another client trades for this wallet. */
  isExpected(of: OrdersOf): boolean
  setExpected(of: OrdersOf, expected: boolean): void
}

export function createOtherClientStore(database: DatabaseSync): OtherClientStore {
  const told = database.prepare('SELECT 1 FROM foreign_orders WHERE profile = ? AND account = ? AND oid = ?')
  const keep = database.prepare('INSERT OR IGNORE INTO foreign_orders (profile, account, oid) VALUES (?, ?, ?)')
  const expected = database.prepare('SELECT 1 FROM other_clients WHERE profile = ? AND account = ?')
  const expect = database.prepare('INSERT OR IGNORE INTO other_clients (profile, account) VALUES (?, ?)')
  const forget = database.prepare('DELETE FROM other_clients WHERE profile = ? AND account = ?')
  return {
    isTold: ({ profile, account }, oid) => told.get(profile, account, oid) !== undefined,
    keepTold({ profile, account }, oids) {
      for (const oid of oids) keep.run(profile, account, oid)
    },
    isExpected: ({ profile, account }) => expected.get(profile, account) !== undefined,
    setExpected({ profile, account }, isExpected) {
      if (isExpected) expect.run(profile, account)
      else forget.run(profile, account)
    },
  }
}
