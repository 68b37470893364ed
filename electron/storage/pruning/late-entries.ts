/** Entries of before the cut that came once it was made, as they are booked: at the moment of the cut. */
import type { DatabaseSync } from 'node:sqlite'
import type { Fill } from '../../../contract/account.ts'
import {
  type BookEntry,
  type ConversionEntry,
  fillEntryOf,
  type SettlementEntry,
} from '../../../contract/books/index.ts'
import { type Millis, millis } from '../../../contract/time.ts'
import { COMPUTED_THAT_COUNT } from '../computed-settlement-store.ts'
import type { PastOf } from '../interface.ts'
import { rowsOf } from '../rows.ts'
import { ENTRY_KINDS } from './out-of-turn.ts'

export interface LateEntries {
  /** Whether there is one. */
  has(of: PastOf): boolean
  /** In no order. */
  read(of: PastOf, cut: number): readonly BookEntry[]
}

export function createLateEntries(database: DatabaseSync): LateEntries {
  const some = database.prepare('SELECT 1 FROM out_of_turn WHERE profile = ? AND account = ? AND is_booked = 1 LIMIT 1')
  const { fill, conversion, settlement } = ENTRY_KINDS
  // By the marks, which are few: of before the cut there may be a million rows.
  const from = (kind: number, table: string, id: string) =>
    `SELECT ${kind} AS kind, x.body AS body FROM out_of_turn o CROSS JOIN ${table} x
       ON x.profile = o.profile AND x.account = o.account AND x.${id} = o.id AND x.time = o.time
       WHERE o.profile = ?1 AND o.account = ?2 AND o.kind = ${kind} AND o.is_booked = 1`
  const all = database.prepare(
    [
      from(fill, 'fills', 'tid'),
      from(conversion, 'conversions', 'id'),
      from(settlement, COMPUTED_THAT_COUNT, 'id'),
    ].join(' UNION ALL '),
  )
  return {
    has: ({ profile, account }) => some.get(profile, account) !== undefined,
    read({ profile, account }, cut) {
      if (!this.has({ profile, account })) return []
      const at = millis(cut)
      return rowsOf<{ kind: number; body: string }>(all, profile, account).map((row) => entryOf(row, at))
    },
  }
}

function entryOf({ kind, body }: { readonly kind: number; readonly body: string }, at: Millis): BookEntry {
  const read: unknown = JSON.parse(body)
  return kind === ENTRY_KINDS.fill
    ? { ...fillEntryOf(read as Fill), time: at }
    : { ...(read as ConversionEntry | SettlementEntry), time: at }
}
