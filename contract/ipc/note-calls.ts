/** The trader's notes. */
import { z } from 'zod'
import { isNoteAbout, LONGEST_NOTE, type NoteAbout, noteText } from '../notes.ts'
import { call } from './call.ts'

const about = z
  .string()
  .max(220)
  .refine((text) => isNoteAbout(text), 'must be what a note stands on, as day/2026-11-25')
  .transform((text) => text as NoteAbout)

export const noteCalls = {
  /** Keeps a note in place of the one that reads `before`; an empty text takes it away. */
  saveNote: call<null>()(
    { from: 'any', rate: 'saves', hand: 'no' },
    z.strictObject({
      about,
      text: z
        .string()
        .max(2 * LONGEST_NOTE)
        .transform(noteText),
      before: z.string().max(LONGEST_NOTE).transform(noteText),
    }),
  ),
} as const
