/** The transfers of collateral among the actions of the journal. */
import type { DatabaseSync } from 'node:sqlite'
import type { ActionState } from '../../contract/action.ts'
import type { Money } from '../../contract/decimal.ts'
import type { PastOf } from './interface.ts'
import { rowsOf } from './rows.ts'

/** A transfer between the classes of USDH, as the journal has it. */
export interface KeptTransfer {
  readonly id: string
  /** This machine's time, ms. */
  readonly at: number
  readonly amount: Money
  readonly state: ActionState
  readonly message: string | null
}

export interface TransferStore {
  /** All that were asked for, newest first. */
  all(of: PastOf): readonly KeptTransfer[]
  /** Those of a stretch of time by this machine's clock, its end left out, oldest first. */
  between(of: PastOf, from: number, to: number): readonly KeptTransfer[]
}

export function createTransferStore(database: DatabaseSync): TransferStore {
  // As the index of them has it.
  const query = database.prepare(
    `SELECT id, state, created_at AS at, body ->> '$.intent.amount' AS amount, body ->> '$.message' AS message FROM actions
     WHERE profile = ? AND account = ? AND created_at >= ? AND created_at < ?
     AND kind = 'transfer' ORDER BY created_at, rowid`,
  )
  const between: TransferStore['between'] = ({ profile, account }, from, to) =>
    rowsOf<{ [Column in keyof KeptTransfer]: string | number | null }>(query, profile, account, from, to).map(
      (row) => row as unknown as KeptTransfer,
    )
  return { between, all: (of) => between(of, 0, Number.MAX_SAFE_INTEGER).toReversed() }
}
