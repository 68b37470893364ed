/** The sheet of one day: its complete results, on screen and on paper. */
export { DaySheetDialog, openDaySheet } from './day-sheet.tsx'
