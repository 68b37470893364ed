/** Opens a venue with its core, clock and file, for the command line and the terminal's worker. */

import { createRealTime, VenueClock } from './clock.ts'
import { createVenueCore } from './core/index.ts'
import type { MarketMode, WireName } from './http/index.ts'
import { type RunningVenue, startVenue } from './server.ts'
import { openStore, type VenueStore } from './store/index.ts'

export interface OpenVenueOptions {
  /** Path of the account file; null stores nothing. */
  statePath: string | null
  /** Start of the venue's clock, ms since the epoch; null uses the machine's time, or the file's when that is later. */
  at: number | null
  seed: string | number
  port: number
  bucketMinutes: number
  speed: number
  waitlist: boolean
  mode: MarketMode
  outcomes: boolean
  control: boolean
  /** Wire format of answers. */
  wire: WireName
  /** Quirks of other services, as `name` or `name=N`. */
  quirks: readonly string[]
  /** @param time venue time, ms. */
  log: (line: string, time: number) => void
}

export interface OpenedVenue {
  venue: RunningVenue
  store: VenueStore
  /** Messages for the user, such as a damaged file that was set aside. */
  notices: string[]
  /** Venue time, ms. */
  now(): number
  /** Closes the venue, then its file. */
  close(): Promise<void>
}

/** How long a new venue has traded when it opens, and the step in which that is simulated (longer steps run coarsely), ms. */
const WARM_UP = 300_000
const WARM_UP_STEP = 50_000

/** The file was saved at a later venue time than the requested start; the message is one line and says what to do. */
export class StateLaterError extends Error {}

/**
 * Opens the file and starts the venue. Venue time starts at `at`; without it, at the machine's time, or the file's time when that is later. All times
 * of the venue are on that clock.
 * @throws StateLaterError when the file is later than `at`.
 * @throws when the file or the port is not available.
 */
export async function openVenue(options: OpenVenueOptions): Promise<OpenedVenue> {
  const { statePath, at, seed, speed, bucketMinutes, port, waitlist, mode, outcomes, control, wire, quirks } = options
  const { store, notices } = openStore(statePath ?? ':memory:', at ?? Date.now())
  try {
    const savedTime = store.venueTime()
    if (at !== null && savedTime !== null && savedTime > at) throw stateLater(statePath ?? ':memory:', savedTime, at)
    const startTime = at ?? Math.max(Date.now(), savedTime ?? 0)
    // Its time starts now, not after the warm-up below.
    const clock = new VenueClock({
      realNow: createRealTime({ monotonic: () => performance.now(), wall: () => Date.now() }),
      startTime,
      speed,
    })
    // A new venue has traded for a while, so that its tape is not empty.
    const core = createVenueCore({
      seed,
      bucketMinutes,
      startTime: savedTime === null ? startTime - WARM_UP : startTime,
    })
    while (core.now() < startTime) core.advanceTo(Math.min(startTime, core.now() + WARM_UP_STEP))
    const log = (line: string) => options.log(line, clock.now())
    const venue = await startVenue({ core, clock, store, port, waitlist, mode, outcomes, control, wire, quirks, log })
    const close = async () => {
      await venue.close()
      store.close()
    }
    return { venue, store, notices, now: () => clock.now(), close }
  } catch (error) {
    store.close()
    throw error
  }
}

function stateLater(path: string, savedTime: number, at: number): StateLaterError {
  const [saved, start] = [savedTime, at].map((time) => new Date(time).toISOString())
  return new StateLaterError(
    `--state ${path} was saved at ${saved}, which is later than --at ${start}: start at that time or later, leave --at out, or name another file`,
  )
}
