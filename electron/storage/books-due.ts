/**
 * Remembers from when on a wallet's books are out of date, and what is yet to be booked in its ledger, in the very
 * write that makes them so: nothing that came in is ever left out of them. For as long as the terminal runs, also the place of the first
 * entry of what came in since that was asked for last: what is at work in memory is told by it whether it may go on.
 */
import type { DatabaseSync } from 'node:sqlite'
import type { Fill } from '../../contract/account.ts'
import { type BookEntry, momentOf, placeOf, type SettlementEntry } from '../../contract/books/index.ts'
import type { Price, Size } from '../../contract/decimal.ts'
import { bodiesOf, type PastOf, rowsOf } from './database.ts'

/** To be called inside the transaction that keeps new entries, with these. */
type MarkDue = (
  of: PastOf,
  entries: readonly BookEntry[],
  /** What the ledger has already in another form: of it only the days are due. */
  also?: readonly { readonly time: number }[],
) => void

export function createBooksDue(database: DatabaseSync): MarkDue {
  // Before a wallet's ledger begins nothing is; what is older than that is in it.
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

/** Of this connection, in memory. */
const openArrivals = (database: DatabaseSync): void =>
  database.exec(
    `CREATE TEMP TABLE IF NOT EXISTS books_arrivals (
       profile TEXT NOT NULL, account TEXT NOT NULL, place TEXT NOT NULL, PRIMARY KEY (profile, account)
     ) STRICT, WITHOUT ROWID`,
  )

/** The place of the first entry, by their order, of what came in since this was asked last; null where nothing did. */
export function createArrivals(database: DatabaseSync): (of: PastOf) => string | null {
  openArrivals(database)
  const take = database.prepare('DELETE FROM temp.books_arrivals WHERE profile = ? AND account = ? RETURNING place')
  return ({ profile, account }) => rowsOf<{ place: string }>(take, profile, account)[0]?.place ?? null
}

/** What the books are told of the end of a market, and between which moments a fill in it is the service's own word. */
export interface ComputedSettlement extends SettlementEntry {
  /** What the terminal saw held, signed. */
  readonly size: Size
  /** First and last moment at which a settlement of it may be told, the service's time. */
  readonly since: number
  readonly until: number
}

/** Of rows `c` of computed settlements: whether a fill stands in their place. One that names no order must be just what was held. */
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

/** Settlements that the terminal worked out itself, and which of them a fill of the service has replaced: told by what is kept, in any order. */
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
    /** Those that count, and whose price is not known. */
    unpriced: ({ profile, account }: PastOf): readonly SettlementEntry[] =>
      bodiesOf<SettlementEntry>(rowsOf<{ body: string }>(unpriced, profile, account)),
    /** Keeps the price of one, inside a transaction. */
    price: ({ profile, account }: PastOf, id: string, known: Price): void =>
      void price.run(known, profile, account, id),
    /** Keeps one, inside a transaction; false where it was kept before. */
    keep({ profile, account }: PastOf, { since, until, ...entry }: ComputedSettlement): boolean {
      const { id, asset, time } = entry
      return Number(save.run(profile, account, id, asset, time, since, until, JSON.stringify(entry)).changes) > 0
    },
    /** Those in whose place a fill stands that is kept. */
    replacedBy: (
      { profile, account }: PastOf,
      { oid, cause, asset, time }: Pick<Fill, 'asset' | 'oid' | 'cause' | 'time'>,
    ): readonly ReplacedSettlement[] =>
      cause === 'settlement' || oid === null ? rowsOf<ReplacedSettlement>(around, profile, account, asset, time) : [],
    /** Whether a fill that is kept stands in the place of one. */
    isReplaced: ({ profile, account }: PastOf, id: string): boolean => replaced.get(profile, account, id) !== undefined,
  }
}
