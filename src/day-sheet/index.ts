/** The sheet of one day: what it made, whole, on the screen and on paper. */
export { DaySheetDialog } from './day-sheet-dialog.tsx'
export { openDaySheet } from './shown-day.ts'
