/** What panels of the books share: the stretch of time that they are of, and what is missing in it. */
export { Known, PeriodChoice } from './period-choice.tsx'
export { type ChosenPeriod, usePeriod } from './use-period.ts'
