/**
 * Remembers from when on a wallet's books are out of date, and what is yet to be booked in its ledger, in the very
 * write that makes them so: nothing that came in is ever left out of them. For as long as the terminal runs, also the place of the first
 * entry of what came in since that was asked for last: what is at work in memory is told by it whether it may go on.
 */
import type { DatabaseSync } from 'node:sqlite'
import { type BookEntry, momentOf, placeOf } from '../../contract/books/index.ts'
import type { PastOf } from './interface.ts'
import { rowsOf } from './rows.ts'

/** To be called inside the transaction that keeps new entries, with these. */
export type MarkDue = (
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
