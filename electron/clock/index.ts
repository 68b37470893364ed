/** The clock and timers of this machine. */
export { epochMs, systemClock } from './system-clock.ts'
