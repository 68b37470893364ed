/** Settlements of every bucket that was ever read, in SQLite: for good, and for whoever is signed in. */
import type { DatabaseSync } from 'node:sqlite'
import type { SettledBucket } from '../../contract/settlement-history/index.ts'
import { rowsOf } from './rows.ts'
import { inTransaction } from './transaction.ts'

export interface SettlementStore {
  /** Keeps a bucket in place of what was known of it. @param service what tells it: the same text for the same service */
  keep(service: string, bucket: SettledBucket): void
  /** Of those that ended then or later, newest first. */
  since(service: string, from: number): readonly SettledBucket[]
}

interface Row {
  readonly asset: string
  readonly ends_at: number
  readonly mark: string | null
  readonly before60: string | null
  readonly before30: string | null
}

export function createSettlementStore(database: DatabaseSync): SettlementStore {
  const keep = database.prepare(
    `INSERT INTO bucket_settlements (service, ends_at, asset, mark, before60, before30) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (service, ends_at) DO UPDATE SET
       asset = excluded.asset, mark = excluded.mark, before60 = excluded.before60, before30 = excluded.before30`,
  )
  const since = database.prepare(
    `SELECT asset, ends_at, mark, before60, before30 FROM bucket_settlements
     WHERE service = ? AND ends_at >= ? ORDER BY ends_at DESC`,
  )
  return {
    keep(service, { end, asset, mark, before60, before30 }) {
      // Read again after a power cut that takes it.
      inTransaction(database, () => keep.run(service, end, asset, mark, before60, before30), 'written')
    },
    since: (service, from) =>
      rowsOf<Row>(since, service, from).map(
        ({ ends_at, ...rest }) => ({ ...rest, end: ends_at }) as unknown as SettledBucket,
      ),
  }
}
