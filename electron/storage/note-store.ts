/** Notes of the trader's, one on each thing, by wallet and deployment. */
import type { DatabaseSync } from 'node:sqlite'
import { type Note, type NoteAbout, noteText } from '../../contract/notes.ts'
import type { SafeBlock } from '../../contract/safe-text.ts'
import type { Millis } from '../../contract/time.ts'
import type { PastOf } from './interface.ts'
import { rowsOf } from './rows.ts'

export interface NoteStore {
  /** By what they are about. */
  all(of: PastOf): readonly Note[]
  /** The text of one; null where there is none. */
  textOf(of: PastOf, about: NoteAbout): SafeBlock | null
  /** Keeps one in place of the one before; durable on return. */
  keep(of: PastOf, note: Note): void
  remove(of: PastOf, about: NoteAbout): void
  count(of: PastOf): number
  /** Of all texts together, in UTF-8. */
  bytes(of: PastOf): number
}

interface Row {
  readonly about: string
  readonly at: number
  readonly text: string
}

export function createNoteStore(database: DatabaseSync): NoteStore {
  const all = database.prepare('SELECT about, at, text FROM notes WHERE profile = ? AND account = ? ORDER BY about')
  const one = database.prepare('SELECT text FROM notes WHERE profile = ? AND account = ? AND about = ?')
  const count = database.prepare('SELECT COUNT(*) AS count FROM notes WHERE profile = ? AND account = ?')
  const bytes = database.prepare(
    'SELECT TOTAL(OCTET_LENGTH(text)) AS bytes FROM notes WHERE profile = ? AND account = ?',
  )
  const keep = database.prepare(
    `INSERT INTO notes (profile, account, about, at, text) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (profile, account, about) DO UPDATE SET at = excluded.at, text = excluded.text`,
  )
  const remove = database.prepare('DELETE FROM notes WHERE profile = ? AND account = ? AND about = ?')

  return {
    all: ({ profile, account }) =>
      rowsOf<Row>(all, profile, account).map(({ about, at, text }) => ({
        about: about as NoteAbout,
        text: noteText(text),
        at: at as Millis,
      })),
    textOf({ profile, account }, about) {
      const [row] = rowsOf<{ text: string }>(one, profile, account, about)
      return row === undefined ? null : noteText(row.text)
    },
    keep: ({ profile, account }, { about, at, text }) => void keep.run(profile, account, about, at, text),
    remove: ({ profile, account }, about) => void remove.run(profile, account, about),
    count: ({ profile, account }) => rowsOf<{ count: number }>(count, profile, account)[0]?.count ?? 0,
    bytes: ({ profile, account }) => rowsOf<{ bytes: number }>(bytes, profile, account)[0]?.bytes ?? 0,
  }
}
