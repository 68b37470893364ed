/** The core of the practice venue: all market families without a network, deterministic from a seed. */
export { createVenueCore, type VenueCore, type VenueEvent } from './venue-core.ts'
