/** Control over a running venue for tests: sessions, clock, market states, oracle and faults. */
export { type ControlParts, createControl, type VenueControl } from './control.ts'
export { FaultSwitches, type FaultSwitchesOptions, type Faults } from './faults.ts'
export { controlRoutes } from './routes.ts'
