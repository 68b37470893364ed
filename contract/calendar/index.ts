/** The calendar: what settles, cuts off and expires next, and what the trader has in it. */
export { type CalendarEvent, calendarOf } from './calendar.ts'
export { type Exposure, exposureOf, hasExposure } from './exposure.ts'
export { EVENT_NAMES, EVENT_VERBS, heldText } from './texts.ts'
