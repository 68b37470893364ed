/** A column of notes, for any table whose rows one can be written on. */
import type { ReactNode } from 'react'
import type { NoteAbout } from '../../contract/notes.ts'
import type { Column } from '../ui/index.ts'
import { NoteCell } from './note-cell.tsx'
import { useNotes } from './use-notes.ts'

/** What a row's note stands on, and what that is called. */
export interface Noted {
  readonly about: NoteAbout
  readonly name: string
}

/** The note on something, as `useNotes` has it. */
export type TextOf = (about: NoteAbout) => string | undefined

/**
 * Makes the columns of one table, once: a cell stays what it is, and keeps the focus, when a note is another. The table's spec is made again
 * with each, so that filter, order, copies and CSV have it.
 * @param of null for a row that takes none; of what a note may stand on in several places, the one that has it.
 */
export function noteColumns<Row>(of: (row: Row, textOf: TextOf) => Noted | null): (textOf: TextOf) => Column<Row> {
  function Cell({ row }: { readonly row: Row }): ReactNode {
    const { textOf } = useNotes()
    const noted = of(row, textOf)
    return noted === null ? null : <NoteCell {...noted} text={textOf(noted.about) ?? ''} />
  }
  return (textOf) => {
    const textFor = (row: Row): string => {
      const noted = of(row, textOf)
      return noted === null ? '' : (textOf(noted.about) ?? '')
    }
    return {
      id: 'note',
      title: 'Note',
      explanation: 'Yours, kept on this machine: write #tags to find it again',
      least: 96,
      fit: 'clip',
      share: 0.2,
      Cell,
      text: textFor,
      sort: { by: 'text', of: (row) => textFor(row) || null },
    }
  }
}
