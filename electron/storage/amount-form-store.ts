/** In which form each deployment takes amounts, where that is not the published one (docs/service/reading-the-wire.md#amounts). */
import type { DatabaseSync } from 'node:sqlite'
import { rowsOf } from './rows.ts'

/** Text, or a JSON number. */
export type AmountForm = 'text' | 'number'

export interface AmountFormStore {
  /** By route and field. */
  all(profile: string): ReadonlyMap<string, AmountForm>
  /** Durable on return. @throws Error when the disk is full */
  keep(profile: string, field: string, form: AmountForm): void
}

export function createAmountFormStore(database: DatabaseSync): AmountFormStore {
  const all = database.prepare('SELECT field, form FROM amount_forms WHERE profile = ?')
  const keep = database.prepare('INSERT OR REPLACE INTO amount_forms (profile, field, form) VALUES (?, ?, ?)')
  return {
    all: (profile) =>
      new Map(rowsOf<{ field: string; form: AmountForm }>(all, profile).map(({ field, form }) => [field, form])),
    keep: (profile, field, form) => void keep.run(profile, field, form),
  }
}
