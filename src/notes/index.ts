/** The trader's notes and tags: the table column that edits them, the choice of a tag. */
export { noteColumns, type TextOf } from './note-column.tsx'
export { TagChoice, useNotes } from './note-editor.tsx'
