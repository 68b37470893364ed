/** What a note in a row, and its editor, are called; `name` is what the note stands on. */
export const MESSAGES = {
  note: (name: string) => `Note on ${name}`,
  write: (name: string) => `Write a note on ${name}`,
  written: (name: string, line: string) => `Note on ${name}: ${line}`,
  tags: 'Tags',
  notSaved: 'not saved',
  empty: 'Write…',
  tooLong: (more: number) => `${more} characters too many.`,
} as const
