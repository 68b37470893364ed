/**
 * Remembers from when on a wallet's books are out of date, and what is yet to be booked for the reconciliation of its equity, in the very
 * write that makes them so: nothing that came in is ever left out of them.
 */
import type { DatabaseSync } from 'node:sqlite'
import type { BookEntry } from '../../contract/books/index.ts'
import type { PastOf } from './interface.ts'

/** To be called inside the transaction that keeps new entries, with these. */
export type MarkDue = (
  of: PastOf,
  entries: readonly BookEntry[],
  /** What the reconciliation has already in another form: of it only the days are due. */
  also?: readonly { readonly time: number }[],
) => void

export function createBooksDue(database: DatabaseSync): MarkDue {
  // Before a wallet's opening balance nothing is; what is older than that is in it.
  const unbooked = database.prepare(
    `INSERT INTO unbooked (profile, account, body) SELECT profile, account, ?4 FROM reconciliations
     WHERE profile = ?1 AND account = ?2 AND json_extract(body, '$.since') <= ?3`,
  )
  const mark = database.prepare(
    `INSERT INTO books_due (profile, account, since) VALUES (?, ?, ?)
     ON CONFLICT (profile, account) DO UPDATE SET since = MIN(since, excluded.since)`,
  )
  return ({ profile, account }, entries, also = []) => {
    const all = [...entries, ...also]
    if (all.length === 0) return
    mark.run(
      profile,
      account,
      all.reduce((oldest, { time }) => Math.min(oldest, time), Number.MAX_SAFE_INTEGER),
    )
    for (const entry of entries) unbooked.run(profile, account, entry.time, JSON.stringify(entry))
  }
}
