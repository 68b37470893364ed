/** Notes and tags of the trader's: the column of a table that they are written in, the choice of a tag. */
export { noteColumns, type TextOf } from './note-column.tsx'
export { TagChoice, useNotes } from './note-editor.tsx'
