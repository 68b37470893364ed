/** The panel "Calendar": what settles, cuts off and expires in the next 48 hours, and what the trader has in it. */
export { CalendarPanel } from './calendar-panel.tsx'
