/** Remembers from when on a wallet's books are out of date, in the very write that makes them so: nothing that came in is ever left out of them. */
import type { DatabaseSync } from 'node:sqlite'
import type { PastOf } from './interface.ts'

/** To be called inside the transaction that keeps new entries, with these. */
export function createBooksDue(
  database: DatabaseSync,
): (of: PastOf, entries: readonly { readonly time: number }[]) => void {
  const mark = database.prepare(
    `INSERT INTO books_due (profile, account, since) VALUES (?, ?, ?)
     ON CONFLICT (profile, account) DO UPDATE SET since = MIN(since, excluded.since)`,
  )
  return ({ profile, account }, entries) => {
    if (entries.length === 0) return
    mark.run(
      profile,
      account,
      entries.reduce((oldest, { time }) => Math.min(oldest, time), Number.MAX_SAFE_INTEGER),
    )
  }
}
