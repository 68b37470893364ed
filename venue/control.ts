/**
 * Control of a running venue for tests: sessions, clock, market states, oracle and faults, by calls and by routes, which exist only when the venue
 * was started with control (venue/README.md#control).
 */

import { z } from 'zod'
import type { SessionRequest, Sessions } from './access.ts'
import type { VenueCore } from './core/index.ts'
import type { FaultSwitches, Faults } from './faults.ts'
import {
  address,
  badRequest,
  decimalText,
  numberText,
  type OracleState,
  open,
  parse,
  type RateLimit,
  type RateLimitRule,
  type Route,
} from './http/index.ts'
import type { Account, ForcedStatus, VenueTime } from './market/index.ts'
import { QuirkError } from './quirks.ts'

/** Control API, over HTTP with `--control` or in process. */
export type VenueControl = ReturnType<typeof createControl>

interface ControlParts {
  core: VenueCore
  sessions: Sessions
  faults: FaultSwitches
  clock: { advance(ms: number): void }
  /** Advances the markets to the clock. */
  catchUp: () => void
  oracle: OracleState
  rateLimit: RateLimit
  /** Called after the oracle was set, which is saved with the accounts. */
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
}: ControlParts) => ({
  /** A token for the identity; a new address gets a practice account. */
  async session(request: SessionRequest): Promise<{ accessToken: string }> {
    return { accessToken: await sessions.issueToken(request) }
  },
  /** Deposits money, or withdraws it if negative. @throws VenueError when the balance is too low. */
  deposit(account: Account, amounts: { usdc: string; usdh: string }): void {
    catchUp()
    core.deposit(account, amounts)
  },
  /** Advances the clock and the markets. @returns venue time. */
  advance(ms: number): VenueTime {
    clock.advance(ms)
    catchUp()
    return core.now()
  },
  /** Forces a status on a market, or on an outcome by the coin of one of its sides; null removes it. */
  setStatus(asset: string, status: ForcedStatus): void {
    catchUp()
    const outcome = core.outcomes.meta().find(({ sides }) => sides.some(({ coin }) => coin === asset))
    if (outcome !== undefined) core.outcomes.forceStatus(outcome.outcomeId, status)
    else if (core.binary.markets().some((market) => market.asset === asset)) core.binary.forceStatus(asset, status)
    else core.forceStatus(asset, status)
  },
  /** Sets the oracle; it continues its random walk from there. */
  setTemperature(temperatureF: string): void {
    catchUp()
    core.setTemperature(temperatureF)
    oraclePinned()
  },
  /** While stale, the oracle's readings are not trusted: no entries, no ticker (503 `stale_market_data`). */
  setOracleStale(stale: boolean): void {
    oracle.stale = stale
  },
  setFaults: (change: Partial<Faults>): Faults => faults.set(change),
  /** Enables exactly these quirks. @returns the enabled ones. @throws QuirkError */
  setQuirks(list: readonly string[]): string[] {
    core.quirks.set(list)
    return core.quirks.list()
  },
  /** Sets the request limit per caller. */
  setLimit: (rule: RateLimitRule): void => rateLimit.set(rule),
})

const WEEK = 7 * 24 * 3600 * 1000

const session = z
  .object({
    address: address.nullish(),
    email: z.email('must be an e-mail address').nullish(),
    access: z.enum(['allowed', 'waitlisted', 'revoked'], 'must be "allowed", "waitlisted" or "revoked"').nullish(),
    ttl_s: z.int().min(0, 'must be 0 or more').nullish(),
    scope: z.enum(['all', 'ws'], 'must be "all" or "ws"').nullish(),
  })
  .transform(({ address, email, access, ttl_s, scope }) => ({
    ...(address != null && { address }),
    ...(email != null && { email }),
    ...(access != null && { access }),
    ...(ttl_s != null && { ttlSeconds: ttl_s }),
    ...(scope != null && { scope }),
  }))
const moneyText = z.string().regex(/^-?[0-9]+(\.[0-9]{1,6})?$/, 'must be an amount with at most 6 decimals')
const deposit = z.strictObject({
  address,
  usdc: moneyText.default('0'),
  usdh: moneyText.default('0'),
})
const clock = z.object({ advance_ms: z.int().min(0, 'must be from 0 to a week').max(WEEK, 'must be from 0 to a week') })
const market = z.object({
  asset: z.string(),
  status: z
    .enum(['active', 'paused', 'close_only', 'unavailable', 'settled'], 'must be a market status, or null')
    .nullable()
    .transform((status) => (status === 'active' ? null : status)),
})
const oracle = z.object({
  temperature_f: z.union([z.number(), decimalText], 'must be a temperature in °F').optional(),
  stale: z.boolean().optional(),
})
const upToAMinute = z.int().min(0, 'must be from 0 to 60000').max(60_000, 'must be from 0 to 60000')
/** Strict, because a test with a misspelled fault would prove nothing. */
const faults = z.strictObject({
  latency_ms: upToAMinute.optional(),
  error_rate: z.number().min(0, 'must be from 0 to 1').max(1, 'must be from 0 to 1').optional(),
  slow_response_ms: upToAMinute.optional(),
  cut_before_submit: z.boolean().optional(),
  cut_after_submit: z.boolean().optional(),
  duplicate_answer: z.boolean().optional(),
  unavailable_after_submit: z.boolean().optional(),
  already_submitted_after_submit: z.boolean().optional(),
  stale_after_submit: z.boolean().optional(),
  page_cap: z.int().min(0, 'must be from 0 to 500').max(500, 'must be from 0 to 500').optional(),
  candle_cap: z.int().min(0, 'must be from 0 to 5000').max(5000, 'must be from 0 to 5000').optional(),
  bare_order_status: z.boolean().optional(),
  empty_positions_once: z.boolean().optional(),
  omit_realized_pnl: z.boolean().optional(),
  clock_leap_ms: z.int().min(-WEEK, 'must be within a week').max(WEEK, 'must be within a week').optional(),
  drop_ws: z.boolean().optional(),
  still_traders: z.boolean().optional(),
  freeze_feed: z.boolean().optional(),
  half_open: z.boolean().optional(),
  duplicate_feed: z.boolean().optional(),
  reorder_feed: z.boolean().optional(),
  garbage_feed: z.boolean().optional(),
  huge_message: z.boolean().optional(),
})

const quirks = z.strictObject({ quirks: z.array(z.string()) })

const limit = z.strictObject({
  requests: z.int().min(1, 'must be 1 or more'),
  window_ms: z.int().min(100, 'must be from 100 to 60000').max(60_000, 'must be from 100 to 60000'),
})

/** POST /practice/session, deposit, clock, market, oracle, faults, quirks, limit. */
export const controlRoutes = (control: VenueControl): Route[] => [
  open('POST', '/practice/session', ({ body }) => control.session(parse(session, body))),
  open('POST', '/practice/deposit', ({ body }) => {
    const { address, usdc, usdh } = parse(deposit, body)
    control.deposit(address, { usdc, usdh })
    return { address, usdc, usdh }
  }),
  open('POST', '/practice/clock', ({ body }) => ({ time: control.advance(parse(clock, body).advance_ms) })),
  open('POST', '/practice/market', ({ body }) => {
    const { asset, status } = parse(market, body)
    control.setStatus(asset, status)
    return { asset, status: status ?? 'active' }
  }),
  open('POST', '/practice/oracle', ({ body }) => {
    const { temperature_f, stale } = parse(oracle, body)
    if (temperature_f === undefined && stale === undefined)
      throw badRequest('temperature_f is missing.', 'temperature_f')
    if (stale !== undefined) control.setOracleStale(stale)
    if (temperature_f === undefined) return { stale }
    const text = typeof temperature_f === 'number' ? numberText(temperature_f, 'temperature_f') : temperature_f
    control.setTemperature(text)
    return { temperature_f: text, ...(stale === undefined ? {} : { stale }) }
  }),
  open('POST', '/practice/faults', ({ body }) => control.setFaults(parse(faults, body))),
  open('POST', '/practice/quirks', ({ body }) => {
    try {
      return { quirks: control.setQuirks(parse(quirks, body).quirks) }
    } catch (error) {
      if (error instanceof QuirkError) throw badRequest(`quirks: ${error.message}.`, 'quirks')
      throw error
    }
  }),
  open('POST', '/practice/limit', ({ body }) => {
    const { requests, window_ms } = parse(limit, body)
    control.setLimit({ requests, windowMs: window_ms })
    return { requests, window_ms }
  }),
]
