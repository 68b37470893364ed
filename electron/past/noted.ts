/** The trader's notes on rows of the past: searched by the filter, and returned with the rows. */
import type { DatabaseSync } from 'node:sqlite'
import { aboutFill, aboutSettlement, aboutTrade, type NoteAbout } from '../../contract/notes.ts'
import type { PastKind, PastRowOf } from '../../contract/past.ts'
import { rowsOf } from '../storage/index.ts'
import { type OwnedQuery, plain } from './query.ts'

/** Text of notes by their subject. */
export type NotesOn = ReadonlyMap<string, string>

export const NO_NOTES: NotesOn = new Map()

/** Possible subjects of a note on a row, by kind: the first that has one counts. */
const ABOUTS: { readonly [K in PastKind]: (row: PastRowOf<K>) => readonly NoteAbout[] } = {
  fills: ({ id }) => [aboutFill(id)],
  orders: () => [],
  settlements: ({ id, before }) => [...(before === null ? [] : [before]), id].map(aboutSettlement),
  trades: ({ id }) => [aboutTrade(id)],
}

/** Prefix of the subjects of a kind's notes; null where its rows have none. */
const BEGINNINGS: { readonly [K in PastKind]: string | null } = {
  fills: 'fill/',
  orders: null,
  settlements: 'settlement/',
  trades: 'trade/',
}

/** All of the wallet's notes on rows of the requested kind. */
export function notesOn(database: DatabaseSync, { kind, of }: Pick<OwnedQuery, 'kind' | 'of'>): NotesOn {
  const begins = BEGINNINGS[kind]
  if (begins === null) return NO_NOTES
  const query = database.prepare(
    'SELECT about, text FROM notes WHERE profile = ? AND account = ? AND about >= ? AND about < ?',
  )
  // The end of all subjects with this prefix: its last character, the slash, is followed by `0`.
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

/** The note on a row as a sort key, in SQL. @param about its subject, in SQL. */
export const noteKey = (about: string): string =>
  `(SELECT lower(n.text) FROM past_wallets w JOIN notes n ON n.profile = w.profile AND n.account = w.account AND n.about = ${about}
    WHERE w.id = f.wallet)`

/** Finds the rows whose note contains a term, by the subjects of their notes without the kind. */
export function notedIds(
  database: DatabaseSync,
  request: Pick<OwnedQuery, 'kind' | 'of' | 'filter'>,
): (text: string) => readonly string[] {
  const notes = request.filter.trim() === '' ? [] : [...notesOn(database, request)]
  const ids = notes.map(([about, text]) => ({ id: about.slice(about.indexOf('/') + 1), text: plain(text) }))
  return (label) => ids.filter(({ text }) => text.includes(label)).map(({ id }) => id)
}
