/** The transfers of collateral among the actions of the journal. */
import type { DatabaseSync } from 'node:sqlite'
import type { DayTransfer } from '../../contract/day-sheet.ts'
import type { PastOf } from './interface.ts'
import { rowsOf } from './rows.ts'

export interface TransferStore {
  /** Those that were asked for in a stretch of time by this machine's clock, its end left out, oldest first. */
  between(of: PastOf, from: number, to: number): readonly DayTransfer[]
}

export function createTransferStore(database: DatabaseSync): TransferStore {
  const between = database.prepare(
    `SELECT id, state, created_at AS at, body ->> '$.intent.amount' AS amount FROM actions
     WHERE profile = ? AND created_at >= ? AND created_at < ? AND body ->> '$.account' = ?
     AND body ->> '$.intent.kind' = 'transfer' ORDER BY created_at, rowid`,
  )
  return {
    between: ({ profile, account }, from, to) =>
      rowsOf<{ id: string; state: string; at: number; amount: string }>(between, profile, from, to, account).map(
        (row) => row as unknown as DayTransfer,
      ),
  }
}
