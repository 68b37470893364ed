/** The clock and timers of this machine. */
export { createAge, createSteadyTime } from './steady-time.ts'
export { epochMs, systemClock } from './system-clock.ts'
