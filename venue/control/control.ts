/** What a test may do to the venue, over HTTP with `--control` or in process. */
import type { SessionRequest, Sessions } from '../access/index.ts'
import type { VenueCore } from '../core/index.ts'
import type { OracleState, RateLimit, RateLimitRule } from '../http/index.ts'
import type { Account, ForcedStatus, VenueTime } from '../market/index.ts'
import type { FaultSwitches, Faults } from './faults.ts'

export interface VenueControl {
  /** A token for the identity; a new address gets a practice account. */
  session(request: SessionRequest): Promise<{ accessToken: string }>
  /** Money comes to an account from outside, or goes there: below zero. @throws VenueError when there is less than goes. */
  deposit(account: Account, amounts: { usdc: string; usdh: string }): void
  /** Pushes the clock forward, and the markets with it. @returns venue time. */
  advance(ms: number): VenueTime
  /** Holds a market, an outcome by the coin of one of its sides, in a status; null gives it back to its clock. */
  setStatus(asset: string, status: ForcedStatus): void
  /** Pins the oracle; it wanders on from there. */
  setTemperature(temperatureF: string): void
  /** While stale, the oracle's readings are not trusted: no entries, no ticker (503 `stale_market_data`). */
  setOracleStale(stale: boolean): void
  setFaults(change: Partial<Faults>): Faults
  /** Switches these quirks on and all others off. @returns those that are on. @throws QuirkError */
  setQuirks(list: readonly string[]): string[]
  /** The limit on requests of each caller, from now on. */
  setLimit(rule: RateLimitRule): void
}

export interface ControlParts {
  core: VenueCore
  sessions: Sessions
  faults: FaultSwitches
  clock: { advance(ms: number): void }
  /** Brings the markets up to the clock. */
  catchUp: () => void
  oracle: OracleState
  rateLimit: RateLimit
  /** Called when the oracle was pinned, which is kept with the accounts. */
  oraclePinned: () => void
}

export const createControl = ({
  core,
  sessions,
  faults,
  clock,
  catchUp,
  oracle,
  rateLimit,
  oraclePinned,
}: ControlParts): VenueControl => ({
  async session(request) {
    return { accessToken: await sessions.issueToken(request) }
  },
  deposit(account, amounts) {
    catchUp()
    core.deposit(account, amounts)
  },
  advance(ms) {
    clock.advance(ms)
    catchUp()
    return core.now()
  },
  setStatus(asset, status) {
    catchUp()
    const outcome = core.outcomes.meta().find(({ sides }) => sides.some(({ coin }) => coin === asset))
    if (outcome !== undefined) core.outcomes.forceStatus(outcome.outcomeId, status)
    else if (core.binary.markets().some((market) => market.asset === asset)) core.binary.forceStatus(asset, status)
    else core.forceStatus(asset, status)
  },
  setTemperature(temperatureF) {
    catchUp()
    core.setTemperature(temperatureF)
    oraclePinned()
  },
  setOracleStale(stale) {
    oracle.stale = stale
  },
  setFaults: (change) => faults.set(change),
  setQuirks(list) {
    core.quirks.set(list)
    return core.quirks.list()
  },
  setLimit: (rule) => rateLimit.set(rule),
})
