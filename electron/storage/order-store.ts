/** The trader's orders in SQLite, each as it was read last. */
import type { DatabaseSync } from 'node:sqlite'
import type { Order } from '../../contract/account.ts'
import type { OrderStore } from './interface.ts'
import { bodiesOf, rowsOf } from './rows.ts'
import { inTransaction } from './transaction.ts'

interface Row {
  readonly body: string
}

export function createOrderStore(database: DatabaseSync): OrderStore {
  const save = database.prepare(
    `INSERT INTO orders (profile, account, oid, time, body) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (profile, account, oid, time) DO UPDATE SET body = excluded.body WHERE body <> excluded.body`,
  )
  const ofIds = database.prepare(
    `SELECT oid, body, MAX(time) AS time FROM orders
     WHERE profile = ? AND account = ? AND oid IN (SELECT value FROM json_each(?)) GROUP BY oid`,
  )
  const oldestOpen = database.prepare(
    `SELECT MIN(f.time) AS time FROM order_figures f JOIN past_wallets w ON w.id = f.wallet
     WHERE w.profile = ? AND w.account = ? AND f.is_open = 1`,
  )
  return {
    keep({ profile, account }, orders) {
      if (orders.length === 0) return
      inTransaction(database, () => {
        for (const order of orders) save.run(profile, account, order.oid, order.time, JSON.stringify(order))
      })
    },
    ofIds: ({ profile, account }, oids) => bodiesOf<Order>(rowsOf<Row>(ofIds, profile, account, JSON.stringify(oids))),
    oldestOpen: ({ profile, account }) =>
      rowsOf<{ time: number | null }>(oldestOpen, profile, account)[0]?.time ?? null,
  }
}
