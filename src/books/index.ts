/** Shared by panels of the books: their period, and notes on missing data. */
export { Known, PeriodChoice } from './period-choice.tsx'
export { type ChosenPeriod, usePeriod } from './use-period.ts'
