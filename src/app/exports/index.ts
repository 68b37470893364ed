/** What is given out as text: the dialog that shows it and copies it. */
export { ExportDialog } from './export-dialog.tsx'
