/** A venue with its core, its clock and its file: what the command line and the terminal's worker both start. */

import { createRealTime, VenueClock } from './clock.ts'
import { createVenueCore } from './core/index.ts'
import type { MarketMode, WireName } from './http/index.ts'
import { type RunningVenue, startVenue } from './server.ts'
import { openStore, type VenueStore } from './store/index.ts'

export interface OpenVenueOptions {
  /** Path of the file that keeps the accounts; null keeps nothing. */
  statePath: string | null
  /** Where the venue's own clock starts, ms since the epoch; null takes the machine's time, or the file's when that is later. */
  at: number | null
  seed: string | number
  port: number
  bucketMinutes: number
  speed: number
  waitlist: boolean
  mode: MarketMode
  outcomes: boolean
  control: boolean
  /** The shape in which answers go out. */
  wire: WireName
  /** Peculiarities of other services, as `name` or `name=N`. */
  quirks: readonly string[]
  /** @param time of the venue, ms. */
  log: (line: string, time: number) => void
}

export interface OpenedVenue {
  venue: RunningVenue
  store: VenueStore
  /** What the person must be told, for example that a damaged file was set aside. */
  notices: string[]
  /** Venue time, ms. */
  now(): number
  /** Closes the venue, then its file. */
  close(): Promise<void>
}

/** How long a new venue has traded when it opens, and how much of that runs at once (more would run coarsely), ms. */
const WARM_UP = 300_000
const WARM_UP_STEP = 50_000

/** The file was saved at a later venue time than the venue is to start at; the message is one line and says what to do. */
export class StateLaterError extends Error {}

/**
 * Opens the file and starts the venue. Venue time starts at `at`; without one it goes on from the machine's time, or from where the file
 * left off when that is later. Everything that the venue dates is on that clock.
 * @throws StateLaterError when the file is of a later time than `at`.
 * @throws when the file or the port cannot be had.
 */
export async function openVenue(options: OpenVenueOptions): Promise<OpenedVenue> {
  const { statePath, at, seed, speed, bucketMinutes, port, waitlist, mode, outcomes, control, wire, quirks } = options
  const { store, notices } = openStore(statePath ?? ':memory:', at ?? Date.now())
  try {
    const savedTime = store.venueTime()
    if (at !== null && savedTime !== null && savedTime > at) throw stateLater(statePath ?? ':memory:', savedTime, at)
    const startTime = at ?? Math.max(Date.now(), savedTime ?? 0)
    // Its time begins now, not when the minutes below have been gone through.
    const clock = new VenueClock({
      realNow: createRealTime({ monotonic: () => performance.now(), wall: () => Date.now() }),
      startTime,
      speed,
    })
    // A new venue has traded for a while: its first visitor finds trades, not an empty tape.
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
