/** The core of the practice venue: scalar markets without a network, deterministic from a seed. */
import { PracticeVenueCore, type VenueCoreOptions } from './venue-core.ts'

export { Exchange } from './exchange.ts'
export * from './interface.ts'
export type { PracticeVenueCore, VenueCoreOptions } from './venue-core.ts'

/** A venue at `startTime`. Equal options and equal calls give equal histories, to the byte. */
export const createVenueCore = (options: VenueCoreOptions): PracticeVenueCore => new PracticeVenueCore(options)
