/** What panels of the books share: the stretch of time that they are of, and what is missing in it. */
export { Known } from './known.tsx'
export { PeriodChoice, usePeriod } from './period.tsx'
