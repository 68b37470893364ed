/** Settings, keys, sizes, templates, notes, remote notifications and updates, for every window. */
import { z } from 'zod'
import { templateChange } from '../exit-templates.ts'
import { isNoteAbout, LONGEST_NOTE, type NoteAbout, noteText } from '../notes.ts'
import { OUTWARD_KINDS, type OutwardTest, outwardInput } from '../outward.ts'
import { LONGEST_SETTINGS, type SettingsPreview } from '../settings.ts'
import { keyChanges, settingsChange, sizesChange } from '../settings-schema.ts'
import { call, nothing } from './call.ts'

/** Settings, as they are changed and carried elsewhere. */
export const settingsCalls = {
  saveSettings: call<null>()({ from: 'any', rate: 'saves', hand: 'loosening' }, settingsChange),
  exportSettings: call<{ readonly text: string }>()({ from: 'any', rate: 'saves', hand: 'no' }, nothing),
  /** What exported settings would change; nothing has changed then. */
  previewSettings: call<SettingsPreview>()(
    { from: 'any', rate: 'saves', hand: 'no' },
    z.strictObject({ text: z.string().max(LONGEST_SETTINGS) }),
  ),
  /**
   * Takes them, keys besides those that were chosen. They hold no limit, and loosen only what the preview said: `loosens` is that, word for word.
   */
  importSettings: call<null>()(
    { from: 'any', rate: 'saves', hand: 'loosening' },
    z.strictObject({ text: z.string().max(LONGEST_SETTINGS), loosens: z.array(z.string().max(300)).max(20) }),
  ),
  /**
   * Changes keys of commands, in every window: those that are kept, or those that hold unless changed. One-click and trading keys end with it.
   */
  saveKeys: call<null>()(
    { from: 'any', rate: 'saves', hand: 'no' },
    z.strictObject({ from: z.enum(['kept', 'first']), changes: keyChanges }),
  ),
  /** Changes the sizes to choose from of a family or of one market, in every window. One-click and trading keys end with it. */
  saveSizes: call<null>()({ from: 'any', rate: 'saves', hand: 'no' }, sizesChange),
  /** Keeps an exit plan under a name, deletes one, or says which one an empty form begins with: for a family, in every window. */
  saveExitTemplate: call<null>()({ from: 'any', rate: 'saves', hand: 'no' }, templateChange),
} as const

const about = z
  .string()
  .max(220)
  .refine((text) => isNoteAbout(text), 'must be what a note stands on, as day/2026-11-25')
  .transform((text) => text as NoteAbout)

/** The trader's notes. */
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

const kind = z.strictObject({ kind: z.enum(OUTWARD_KINDS) })

/** Remote notifications, shown by the topic `outward`. The addresses are secrets: they go to main, and never come back. */
export const outwardCalls = {
  /** Main asks in a native box that names the host; with a yes the address is kept in the keychain, in the place of the one before. */
  setOutward: call<{ readonly host: string }>()({ from: 'any', rate: 'answers', hand: 'no' }, outwardInput),
  /** Sends one message or ping now, and says what came of it. */
  testOutward: call<OutwardTest>()({ from: 'any', rate: 'outward', hand: 'no' }, kind),
  /** Nothing is sent there any more. Asks nothing. */
  forgetOutward: call<null>()({ from: 'any', rate: 'answers', hand: 'loosening' }, kind),
} as const

/** Updates, for the terminal as a whole, shown by the topic `update`. */
export const updateCalls = {
  /** Reads the feed now. Returns once it has been read, or could not be. */
  checkForUpdate: call<null>()({ from: 'any', rate: 'updates', hand: 'no' }, nothing),
  /** Downloads the release that is offered. Returns once that has begun. */
  downloadUpdate: call<null>()({ from: 'any', rate: 'updates', hand: 'no' }, nothing),
  cancelDownload: call<null>()({ from: 'any', rate: 'answers', hand: 'no' }, nothing),
  /** Main asks in a native box, and decides again; with a yes the terminal ends, is replaced and starts again. */
  restartToUpdate: call<null>()({ from: 'any', rate: 'updates', hand: 'no' }, nothing),
  /** What is new in this version was read. */
  putAwayWhatsNew: call<null>()({ from: 'any', rate: 'answers', hand: 'no' }, nothing),
} as const
