/** Settlements of every bucket that was ever read, in SQLite: permanent, and independent of the signed-in wallet. */
import type { DatabaseSync } from 'node:sqlite'
import type { Price } from '../../contract/decimal.ts'
import type { SettledBucket } from '../../contract/settlement-history.ts'
import { inTransaction, rowsOf } from './database.ts'

export type SettlementStore = ReturnType<typeof createSettlementStore>

/** A binary bucket that ends, or ended. */
interface BinaryEnd {
  readonly asset: string
  /** The service's time. */
  readonly end: number
}

/** Null for unknown fields. */
export interface BinarySettlement {
  readonly midpoint: Price | null
  /** 1 or 0, where the market itself reported it. */
  readonly up: Price | null
  readonly mark: Price | null
}

interface Row {
  readonly asset: string
  readonly ends_at: number
  readonly mark: string | null
  readonly before60: string | null
  readonly before30: string | null
}

export function createSettlementStore(database: DatabaseSync) {
  const keep = database.prepare(
    `INSERT INTO bucket_settlements (service, ends_at, asset, mark, before60, before30) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (service, ends_at) DO UPDATE SET
       asset = excluded.asset, mark = excluded.mark, before60 = excluded.before60, before30 = excluded.before30`,
  )
  const since = database.prepare(
    `SELECT asset, ends_at, mark, before60, before30 FROM bucket_settlements
     WHERE service = ? AND ends_at >= ? ORDER BY ends_at DESC`,
  )
  const mark = database.prepare('SELECT mark FROM bucket_settlements WHERE service = ? AND ends_at = ? AND asset = ?')
  const keepOf = (column: 'midpoint' | 'up') =>
    database.prepare(
      `INSERT INTO binary_settlements (service, ends_at, asset, ${column}) VALUES (?, ?, ?, ?)
       ON CONFLICT (service, ends_at, asset) DO UPDATE SET ${column} = excluded.${column}`,
    )
  const [keepMidpoint, keepUp] = [keepOf('midpoint'), keepOf('up')]
  const binary = database.prepare(
    `SELECT midpoint, up, (SELECT mark FROM bucket_settlements WHERE service = ?1 AND ends_at = ?2) AS mark
     FROM (SELECT 1) LEFT JOIN binary_settlements ON service = ?1 AND ends_at = ?2 AND asset = ?3`,
  )
  return {
    /** The settlement of a bucket; null where unknown. */
    mark: (service: string, asset: string, end: number): Price | null =>
      rowsOf<{ mark: Price | null }>(mark, service, end, asset)[0]?.mark ?? null,
    /** Stores the mark above which UP wins in a binary bucket. */
    keepMidpoint: (service: string, { asset, end, midpoint }: BinaryEnd & { readonly midpoint: Price }): void =>
      inTransaction(database, () => void keepMidpoint.run(service, end, asset, midpoint), 'written'),
    /** Stores that a binary bucket ended at 1 or 0 for UP. */
    keepUp: (service: string, { asset, end, up }: BinaryEnd & { readonly up: Price }): void =>
      inTransaction(database, () => void keepUp.run(service, end, asset, up), 'written'),
    /** Stored facts of a binary bucket, with the settlement of the scalar one that ended at the same time. */
    binary(service: string, asset: string, end: number): BinarySettlement {
      const [row] = rowsOf<BinarySettlement>(binary, service, end, asset)
      return { midpoint: row?.midpoint ?? null, up: row?.up ?? null, mark: row?.mark ?? null }
    },
    /** Replaces what was known of a bucket. @param service identifies the source: the same text for the same service */
    keep(service: string, { end, asset, mark, before60, before30 }: SettledBucket): void {
      // Read again after a power cut that loses it.
      inTransaction(database, () => keep.run(service, end, asset, mark, before60, before30), 'written')
    },
    /** Buckets that ended at that time or later, newest first. */
    since: (service: string, from: number): readonly SettledBucket[] =>
      rowsOf<Row>(since, service, from).map(
        ({ ends_at, ...rest }) => ({ ...rest, end: ends_at }) as unknown as SettledBucket,
      ),
  }
}
