/**
 * Entries of the books that come after the books of their time were closed: what is of before the cut is booked at the cut, and a fill
 * that tells of a settlement which stands in the opening balance is not booked again.
 */
import type { DatabaseSync } from 'node:sqlite'
import type { BookEntry } from '../../../contract/books/index.ts'
import type { PastOf } from '../interface.ts'

/** How entries are told apart on disk. */
export const ENTRY_KINDS = { conversion: 0, fill: 1, settlement: 2 } as const satisfies {
  readonly [K in BookEntry['kind']]: number
}

export interface OutOfTurn {
  /** Has an entry booked at the cut. */
  late(of: PastOf, entry: BookEntry): void
  /** Has a fill left out of the books. */
  leaveOut(of: PastOf, fill: { readonly tid: string; readonly time: number }): void
}

export function createOutOfTurn(database: DatabaseSync): OutOfTurn {
  const keep = database.prepare(
    'INSERT OR IGNORE INTO out_of_turn (profile, account, kind, id, time, is_booked) VALUES (?, ?, ?, ?, ?, ?)',
  )
  return {
    late({ profile, account }, entry) {
      const id = entry.kind === 'fill' ? entry.tid : entry.id
      keep.run(profile, account, ENTRY_KINDS[entry.kind], id, entry.time, 1)
    },
    leaveOut: ({ profile, account }, { tid, time }) => void keep.run(profile, account, ENTRY_KINDS.fill, tid, time, 0),
  }
}

/** Whether a row is one that is booked at the cut, as SQL. @param of whose it is, of the marks `o`. */
export const isLate = (kind: number, of: string, id: string, time: string): string =>
  `EXISTS (SELECT 1 FROM out_of_turn o WHERE ${of} AND o.kind = ${kind} AND o.id = ${id} AND o.time = ${time} AND o.is_booked = 1)`
