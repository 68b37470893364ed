/** The practice venue: the whole service interface over a real matching engine, on loopback, for practice and for tests. */
export type { VenueControl } from './control/index.ts'
export { type OpenedVenue, type OpenVenueOptions, openVenue } from './open-venue.ts'
export { type RunningVenue, startVenue } from './server.ts'
export { openStore, type VenueStore } from './store/index.ts'
export type { VenueWorkerData, VenueWorkerMessage, VenueWorkerRequest } from './worker.ts'
