/** The calendar: what settles, cuts off and expires next, and what the trader has in it. */
export {
  type CalendarEvent,
  type CalendarFacts,
  calendarOf,
  SPAN,
} from './calendar.ts'
export { type Exposure, exposureOf, type HeldMarkets, hasExposure } from './exposure.ts'
export { EVENT_NAMES, EVENT_VERBS, heldWords } from './words.ts'
