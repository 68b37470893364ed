/** The notes of the trader who is signed in, as main has them. */
import { useMemo } from 'react'
import { type Note, type NoteAbout, type TagCount, tagCounts } from '../../contract/notes.ts'
import { useTopic } from '../market-data/index.ts'

export interface Notes {
  readonly all: readonly Note[]
  readonly textOf: (about: NoteAbout) => string | undefined
  readonly tags: readonly TagCount[]
}

const NONE: readonly Note[] = []

/** The same object until a note is another. */
export function useNotes(): Notes {
  const all = useTopic({ kind: 'notes' })?.notes ?? NONE
  return useMemo(() => {
    const texts = new Map(all.map(({ about, text }) => [about, text]))
    return { all, textOf: (about) => texts.get(about), tags: tagCounts(all) }
  }, [all])
}
