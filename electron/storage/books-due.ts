/**
 * Remembers since when a wallet's books are out of date, and the entries not yet booked in its ledger, in the write that makes them so: no new entry
 * is ever missed. While the terminal runs it also remembers the place of the first entry since the last request, by which work in memory knows
 * whether it may continue.
 */
import type { DatabaseSync } from 'node:sqlite'
import type { Fill } from '../../contract/account.ts'
import { type BookEntry, momentOf, placeOf, type SettlementEntry } from '../../contract/books/index.ts'
import type { Price, Size } from '../../contract/decimal.ts'
import { type PastOf, recordsOf, rowsOf } from './database.ts'

/** Called inside the transaction that stores new entries, with these. */
type MarkDue = (
  of: PastOf,
  entries: readonly BookEntry[],
  /** Entries that the ledger already has in another form: only their days become due. */
  also?: readonly { readonly time: number }[],
) => void

export function createBooksDue(database: DatabaseSync): MarkDue {
  // Nothing is unbooked before a wallet's ledger begins; older entries are included in it.
  const unbooked = database.prepare(
    `INSERT INTO unbooked (profile, account, body) SELECT profile, account, ?4 FROM ledgers
     WHERE profile = ?1 AND account = ?2 AND CASE WHEN json_valid(body) THEN json_extract(body, '$.since') <= ?3 END`,
  )
  const mark = database.prepare(
    `INSERT INTO books_due (profile, account, since) VALUES (?, ?, ?)
     ON CONFLICT (profile, account) DO UPDATE SET since = MIN(since, excluded.since)`,
  )
  openArrivals(database)
  const arrive = database.prepare(
    `INSERT INTO temp.books_arrivals (profile, account, place) VALUES (?, ?, ?)
     ON CONFLICT (profile, account) DO UPDATE SET place = MIN(place, excluded.place)`,
  )
  return ({ profile, account }, entries, also = []) => {
    const all = [...entries, ...also]
    if (all.length === 0) return
    mark.run(
      profile,
      account,
      all.reduce((oldest, { time }) => Math.min(oldest, time), Number.MAX_SAFE_INTEGER),
    )
    const places = [...entries.map(placeOf), ...also.map(({ time }) => momentOf(time))]
    arrive.run(
      profile,
      account,
      places.reduce((first, place) => (place < first ? place : first)),
    )
    for (const entry of entries) unbooked.run(profile, account, entry.time, JSON.stringify(entry))
  }
}

/** Per connection, in memory. */
const openArrivals = (database: DatabaseSync): void =>
  database.exec(
    `CREATE TEMP TABLE IF NOT EXISTS books_arrivals (
       profile TEXT NOT NULL, account TEXT NOT NULL, place TEXT NOT NULL, PRIMARY KEY (profile, account)
     ) STRICT, WITHOUT ROWID`,
  )

/** The place of the first entry, by their order, since the last call; null where nothing arrived. */
export function createArrivals(database: DatabaseSync): (of: PastOf) => string | null {
  openArrivals(database)
  const take = database.prepare('DELETE FROM temp.books_arrivals WHERE profile = ? AND account = ? RETURNING place')
  return ({ profile, account }) => rowsOf<{ place: string }>(take, profile, account)[0]?.place ?? null
}

/** A computed end of a market for the books, with the interval in which a fill counts as the service's own settlement. */
export interface ComputedSettlement extends SettlementEntry {
  /** The size that the terminal saw held, signed. */
  readonly size: Size
  /** First and last time at which the service may report its settlement, the service's time. */
  readonly since: number
  readonly until: number
}

/** For rows `c` of computed settlements: whether a fill replaces them. One without an order must match the held size exactly. */
const IS_REPLACED = `(
  EXISTS (SELECT 1 FROM fills f INDEXED BY fills_of_settlements
    WHERE f.profile = c.profile AND f.account = c.account AND f.cause = 'settlement'
    AND f.asset = +c.asset AND f.time BETWEEN c.since AND c.until)
  OR EXISTS (SELECT 1 FROM fills f INDEXED BY fills_of_no_order
    WHERE f.profile = c.profile AND f.account = c.account AND f.oid IS NULL
    AND f.asset = +c.asset AND f.time BETWEEN MAX(c.since, c.time - 2000) AND c.until
    AND f.body ->> '$.side' = CASE WHEN c.body ->> '$.size' LIKE '-%' THEN 'buy' ELSE 'sell' END
    AND f.body ->> '$.size' = LTRIM(c.body ->> '$.size', '-')))`

/** Computed settlements that count, as a table. */
export const COMPUTED_THAT_COUNT = `(SELECT c.* FROM computed_settlements c WHERE NOT ${IS_REPLACED})`

interface ReplacedSettlement {
  readonly time: number
}

/** Settlements computed by the terminal, and which of them a fill of the service has replaced: derived from the stored rows, in any order. */
export function createComputedSettlements(database: DatabaseSync) {
  const save = database.prepare(
    `INSERT OR IGNORE INTO computed_settlements (profile, account, id, asset, time, since, until, body)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const around = database.prepare(
    `SELECT c.time FROM computed_settlements c
     WHERE c.profile = ? AND c.account = ? AND c.asset = ?3 AND ?4 BETWEEN c.since AND c.until AND ${IS_REPLACED}`,
  )
  const replaced = database.prepare(
    `SELECT 1 FROM computed_settlements c WHERE c.profile = ? AND c.account = ? AND c.id = ? AND ${IS_REPLACED}`,
  )
  const unpriced = database.prepare(
    `SELECT c.body FROM computed_settlements c
     WHERE c.profile = ? AND c.account = ? AND CASE WHEN json_valid(c.body) THEN c.body ->> '$.price' IS NULL END AND NOT ${IS_REPLACED} ORDER BY c.time`,
  )
  const price = database.prepare(
    "UPDATE computed_settlements SET body = json_set(body, '$.price', ?) WHERE profile = ? AND account = ? AND id = ?",
  )
  return {
    /** Those that count, without a known price. */
    unpriced: ({ profile, account }: PastOf): readonly SettlementEntry[] =>
      recordsOf<SettlementEntry>(unpriced, profile, account),
    /** Stores the price of one, inside a transaction. */
    price: ({ profile, account }: PastOf, id: string, known: Price): void =>
      void price.run(known, profile, account, id),
    /** Stores one, inside a transaction; false where it was stored before. */
    keep({ profile, account }: PastOf, { since, until, ...entry }: ComputedSettlement): boolean {
      const { id, asset, time } = entry
      return Number(save.run(profile, account, id, asset, time, since, until, JSON.stringify(entry)).changes) > 0
    },
    /** Computed settlements that these stored fills replace. */
    replacedBy: (
      { profile, account }: PastOf,
      { oid, cause, asset, time }: Pick<Fill, 'asset' | 'oid' | 'cause' | 'time'>,
    ): readonly ReplacedSettlement[] =>
      cause === 'settlement' || oid === null ? rowsOf<ReplacedSettlement>(around, profile, account, asset, time) : [],
    /** Whether a stored fill replaces it. */
    isReplaced: ({ profile, account }: PastOf, id: string): boolean => replaced.get(profile, account, id) !== undefined,
  }
}
