/** How far back each wallet's order history was read, page by page: an order ends after it was made, so that no stretch of it is known for good. */
import type { DatabaseSync } from 'node:sqlite'
import type { PastOf } from './interface.ts'
import { rowsOf } from './rows.ts'

/** Of one wallet. */
interface HistoryMark {
  /** Everything that was over since then was read, the service's time. */
  readonly backTo: number
  /** The service had nothing older. */
  readonly isDone: boolean
}

/** `past`: how far back; `news`: since when what is new was read last. */
export type MarkKind = 'past' | 'news'

export interface HistoryMarkStore {
  mark(of: PastOf, kind: MarkKind): HistoryMark | null
  keepMark(of: PastOf, kind: MarkKind, mark: HistoryMark): void
}

export function createHistoryMarkStore(database: DatabaseSync): HistoryMarkStore {
  const read = database.prepare(
    'SELECT back_to, is_done FROM history_read WHERE profile = ? AND account = ? AND kind = ?',
  )
  const keep = database.prepare(
    `INSERT INTO history_read (profile, account, kind, back_to, is_done) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET back_to = excluded.back_to, is_done = excluded.is_done`,
  )
  return {
    mark({ profile, account }, kind) {
      const [row] = rowsOf<{ back_to: number; is_done: number }>(read, profile, account, kind)
      return row === undefined ? null : { backTo: row.back_to, isDone: row.is_done === 1 }
    },
    keepMark: ({ profile, account }, kind, { backTo, isDone }) =>
      void keep.run(profile, account, kind, backTo, isDone ? 1 : 0),
  }
}
