/** The trader's notes on rows of the past: looked in by the filter, and given out with the rows. */
import type { DatabaseSync } from 'node:sqlite'
import { aboutFill, aboutSettlement, aboutTrade, type NoteAbout } from '../../contract/notes.ts'
import type { PastKind, PastRowOf } from '../../contract/past.ts'
import { rowsOf } from '../storage/index.ts'
import { type PastAsked, plain } from './query.ts'

/** Text of notes by what they stand on. */
export type NotesOn = ReadonlyMap<string, string>

export const NO_NOTES: NotesOn = new Map()

/** What a note on a row may stand on, by kind: the first that has one counts. */
const ABOUTS: { readonly [K in PastKind]: (row: PastRowOf<K>) => readonly NoteAbout[] } = {
  fills: ({ id }) => [aboutFill(id)],
  orders: () => [],
  settlements: ({ id, before }) => [...(before === null ? [] : [before]), id].map(aboutSettlement),
  trades: ({ id }) => [aboutTrade(id)],
}

/** How what the notes of a kind stand on begins; null where rows of it have none. */
const BEGINNINGS: { readonly [K in PastKind]: string | null } = {
  fills: 'fill/',
  orders: null,
  settlements: 'settlement/',
  trades: 'trade/',
}

/** All notes of the wallet's on rows of the kind that is asked for. */
export function notesOn(database: DatabaseSync, { kind, of }: Pick<PastAsked, 'kind' | 'of'>): NotesOn {
  const begins = BEGINNINGS[kind]
  if (begins === null) return NO_NOTES
  const query = database.prepare(
    'SELECT about, text FROM notes WHERE profile = ? AND account = ? AND about >= ? AND about < ?',
  )
  // What comes after all that begins so: its last character, the slash, is followed by the nought.
  const end = begins.replace(/\/$/, '0')
  const rows = rowsOf<{ about: string; text: string }>(query, of.profile, of.account, begins, end)
  return new Map(rows.map(({ about, text }) => [about, text]))
}

/** The note on a row; null where there is none. */
export function noteOf<K extends PastKind>(kind: K, row: PastRowOf<K>, notes: NotesOn): string | null {
  const abouts = ABOUTS[kind] as (row: PastRowOf<K>) => readonly NoteAbout[]
  for (const about of abouts(row)) {
    const text = notes.get(about)
    if (text !== undefined) return text
  }
  return null
}

/** The note on a row as what rows are put in order by, as SQL. @param about what it stands on, as SQL. */
export const noteKey = (about: string): string =>
  `(SELECT lower(n.text) FROM past_wallets w JOIN notes n ON n.profile = w.profile AND n.account = w.account AND n.about = ${about}
    WHERE w.id = f.wallet)`

/** Finds the rows in whose note a word stands, by what their notes stand on without its kind. */
export function notedIds(
  database: DatabaseSync,
  asked: Pick<PastAsked, 'kind' | 'of' | 'filter'>,
): (word: string) => readonly string[] {
  const notes = asked.filter.trim() === '' ? [] : [...notesOn(database, asked)]
  const ids = notes.map(([about, text]) => ({ id: about.slice(about.indexOf('/') + 1), text: plain(text) }))
  return (word) => ids.filter(({ text }) => text.includes(word)).map(({ id }) => id)
}
