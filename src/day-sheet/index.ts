/** The sheet of one day: what it made, whole, on the screen and on paper. */
export { DaySheetDialog, openDaySheet } from './day-sheet.tsx'
