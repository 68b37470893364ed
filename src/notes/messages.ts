import { counted } from '../../contract/plural.ts'

/** Labels of a note in a row, and of its editor; `name` is the note's subject. */
export const MESSAGES = {
  note: (name: string) => `Note on ${name}`,
  write: (name: string) => `Write a note on ${name}`,
  written: (name: string, line: string) => `Note on ${name}: ${line}`,
  tags: 'Tags',
  notSaved: 'not saved',
  /** In place of a note. */
  empty: 'Write…',
  keys: 'Enter save · Shift+Enter new line · Esc cancel',
  /** After the keys, while tags are offered. */
  takesTag: ' · Tab insert tag',
  tag: (name: string) => `#${name}`,
  tooLong: (more: number) => `Too long by ${counted(more, 'character', 'characters')}.`,
} as const
