/** Settings, keys, sizes, templates, notes, remote notifications, the key of Open-Meteo and updates, for every window. */
import { z } from 'zod'
import { templateChange } from '../exit-templates.ts'
import { isNoteAbout, LONGEST_NOTE, type NoteAbout, noteText } from '../notes.ts'
import {
  REMOTE_NOTIFICATION_KINDS,
  type RemoteNotificationTest,
  remoteNotificationInput,
} from '../remote-notifications.ts'
import { LONGEST_SETTINGS, type SettingsPreview } from '../settings.ts'
import { keyChanges, settingsChange, sizesChange } from '../settings-schema.ts'
import { byAny, call, loosening, nothing } from './call.ts'

/** Changing, exporting and importing settings. */
export const settingsCalls = {
  saveSettings: call<null>()(loosening('saves'), settingsChange),
  exportSettings: call<{ readonly text: string }>()(byAny('saves'), nothing),
  /** Previews what imported settings would change; changes nothing. */
  previewSettings: call<SettingsPreview>()(byAny('saves'), z.strictObject({ text: z.string().max(LONGEST_SETTINGS) })),
  /**
   * Imports them; keys that the trader chose are kept. They contain no limits, and loosen only what the preview listed: `loosens` is that list,
   * verbatim.
   */
  importSettings: call<null>()(
    loosening('saves'),
    z.strictObject({ text: z.string().max(LONGEST_SETTINGS), loosens: z.array(z.string().max(300)).max(20) }),
  ),
  /** Changes command keys in every window: the stored ones, or the defaults. Disarms one-click and trading keys. */
  saveKeys: call<null>()(byAny('saves'), z.strictObject({ from: z.enum(['kept', 'first']), changes: keyChanges })),
  /** Changes the size presets of a family or one market in every window. Disarms one-click and trading keys. */
  saveSizes: call<null>()(byAny('saves'), sizesChange),
  /** Saves or deletes an exit template, or sets the default of empty forms: for a family, in every window. */
  saveExitTemplate: call<null>()(byAny('saves'), templateChange),
} as const

const about = z
  .string()
  .max(220)
  .refine((text) => isNoteAbout(text), 'must be what a note stands on, as day/2026-11-25')
  .transform((text) => text as NoteAbout)

/** The trader's notes. */
export const noteCalls = {
  /** Replaces the note whose text is `before`; empty text deletes it. */
  saveNote: call<null>()(
    byAny('saves'),
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

const kind = z.strictObject({ kind: z.enum(REMOTE_NOTIFICATION_KINDS) })

/** Remote notifications, shown by the topic `remote_notifications`. The addresses are secrets: they go to main, and never come back. */
export const remoteNotificationCalls = {
  /** Main asks in a native dialog that names the host; on yes the address replaces the previous one in the keychain. */
  setRemoteNotification: call<{ readonly host: string }>()(byAny('answers'), remoteNotificationInput),
  /** Sends one message or ping now, and returns the result. */
  testRemoteNotification: call<RemoteNotificationTest>()(byAny('remote_notifications'), kind),
  /** Removes the address: nothing is sent there any longer. Needs no confirmation. */
  forgetRemoteNotification: call<null>()(loosening('answers'), kind),
} as const

/** The trader's API key of Open-Meteo: a secret that goes to main and never comes back. The topic `weather` says whether one is stored. */
export const openMeteoKeyCalls = {
  /** Main asks in a native dialog; on yes the key replaces the previous one, and Open-Meteo is asked with it. */
  setOpenMeteoKey: call<null>()(byAny('answers'), z.strictObject({ key: z.string().max(1000) })),
  /** Main asks in a native dialog; on yes the key is removed, and Open-Meteo is no longer asked with it. */
  forgetOpenMeteoKey: call<null>()(loosening('answers'), nothing),
} as const

/** Updates of the whole terminal, shown by the topic `update`. */
export const updateCalls = {
  /** Reads the feed now. Returns when it has been read, or failed. */
  checkForUpdate: call<null>()(byAny('updates'), nothing),
  /** Downloads the offered release. Returns when the download has started. */
  downloadUpdate: call<null>()(byAny('updates'), nothing),
  cancelDownload: call<null>()(byAny('answers'), nothing),
  /** Main asks in a native dialog, and checks again; on yes the terminal quits, is replaced and restarts. */
  restartToUpdate: call<null>()(byAny('updates'), nothing),
  /** Dismisses the release notes of this version. */
  dismissWhatsNew: call<null>()(byAny('answers'), nothing),
} as const
