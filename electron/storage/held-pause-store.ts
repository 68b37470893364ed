/** Held work that is paused until the trader types a word, in the journal's database: a restart keeps it paused. */
import type { DatabaseSync } from 'node:sqlite'
import type { HeldPause } from '../../contract/held-pause.ts'
import { rowsOf } from './rows.ts'

/** Whose work: a deployment profile's name, and the trader's address. */
export interface HeldPauseOf {
  readonly profile: string
  readonly account: string
}

export interface HeldPauseStore {
  /** Durable on return. */
  add(of: HeldPauseOf, pause: HeldPause): void
  remove(of: HeldPauseOf, id: string): void
  /** Oldest first. */
  all(of: HeldPauseOf): readonly HeldPause[]
}

export function createHeldPauseStore(database: DatabaseSync): HeldPauseStore {
  const add = database.prepare(
    `INSERT INTO held_pauses (profile, account, id, what, fills, seconds, at) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (profile, account, id) DO NOTHING`,
  )
  const remove = database.prepare('DELETE FROM held_pauses WHERE profile = ? AND account = ? AND id = ?')
  const all = database.prepare(
    'SELECT id, what, fills, seconds, at FROM held_pauses WHERE profile = ? AND account = ? ORDER BY at, id',
  )
  return {
    add: ({ profile, account }, { id, what, fills, seconds, at }) =>
      void add.run(profile, account, id, what, fills, seconds, at),
    remove: ({ profile, account }, id) => void remove.run(profile, account, id),
    all: ({ profile, account }) => rowsOf<HeldPause>(all, profile, account).map((row) => ({ ...row })),
  }
}
