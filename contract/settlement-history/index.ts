/** The history of settlements: every bucket that is known, and what it shows by hour of the day. */
export {
  changeFrom,
  HISTORY_PERIODS,
  type HistoryPeriod,
  historyFrom,
  isKnown,
  type SettledBucket,
  type SettlementHistory,
  type SettlementHistoryView,
} from './history.ts'
export { byHour, ENOUGH, figuresOf, type HourFigures, type SettlementFigures } from './hours.ts'
