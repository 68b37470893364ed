/** Control over a running venue for tests: sessions, clock, market states, oracle and faults. */
export { createControl, type VenueControl } from './control.ts'
export { FaultSwitches, type Faults } from './faults.ts'
export { controlRoutes } from './routes.ts'
