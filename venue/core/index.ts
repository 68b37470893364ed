/** The core of the practice venue: all market families without a network, deterministic from a seed. */
import { PracticeVenueCore } from './venue-core.ts'
import type { VenueCoreOptions } from './venue-runtime.ts'

export type { VenueCore, VenueEvent } from './interface.ts'
export type { PracticeVenueCore } from './venue-core.ts'

/**
 * A venue at `startTime`. Equal options and equal calls give equal histories, to the byte. Time moves by `advanceTo` alone; a call that
 * passes more than a minute lets the venue's own traders act once a second instead of ten times, so the steps in which time is advanced
 * are part of the calls. Restore saved accounts right after creation.
 * @throws RangeError for a bucket, pause or start that makes no sense
 */
export const createVenueCore = (options: VenueCoreOptions): PracticeVenueCore => new PracticeVenueCore(options)
