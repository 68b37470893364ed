/** Injectable faults, to test how a client handles them. */
import { type Listen, Listeners } from '../contract/listeners.ts'
import { VenueError } from './market/index.ts'

const NONE = {
  /** Delay of every answer, ms. */
  latency_ms: 0,
  /** Fraction of requests, 0 to 1, that fail with 503 before any effect. */
  error_rate: 0,
  /** Answers are sent byte by byte with this pause, ms; 0 sends them at once. */
  slow_response_ms: 0,
  /** The connection is cut when an action arrives, before it is executed. */
  cut_before_submit: false,
  /** The connection is cut after an action was executed, before its answer. */
  cut_after_submit: false,
  /** The answer to an action is sent twice on its connection. */
  duplicate_answer: false,
  /** An executed action is answered 503, as by a gateway that lost the answer. */
  unavailable_after_submit: false,
  /** An executed action is answered `already_submitted`, as for a copy that a proxy sent. */
  already_submitted_after_submit: false,
  /** An executed action is answered `stale_prepared_action`, as for a copy by a service that keeps no submissions. */
  stale_after_submit: false,
  /** Maximum rows of a page of order history or fills, regardless of the request; 0 means no limit. */
  page_cap: 0,
  /** Maximum candles of a candle history, the latest ones; 0 means no limit. */
  candle_cap: 0,
  /** The status of an outcome order is answered by a bare 404, like a missing route. */
  bare_order_status: false,
  /** The next read of an account with positions returns none; then it resets. */
  empty_positions_once: false,
  /** Fills come without `realized_pnl`. */
  omit_realized_pnl: false,
  /** Offset of the times in `Date` and `server_time`, ms. */
  clock_leap_ms: 0,
  /** While true, all sockets are cut, and upgrades refused. */
  drop_ws: false,
  /** While true, the venue's own traders neither quote nor take: books change only by the orders of others. */
  still_traders: false,
  /** While true, sockets stay open and answer pings, but carry no data. */
  freeze_feed: false,
  /** While true, sockets stay open and are accepted, but nothing is read or sent on them, not even a pong. */
  half_open: false,
  /** Every WebSocket message is sent twice, including answers. */
  duplicate_feed: false,
  /** WebSocket messages are swapped in pairs. */
  reorder_feed: false,
  /** Each WebSocket message is preceded by one that is not JSON, not a message, or malformed. */
  garbage_feed: false,
  /** Every socket gets one message of 5 MB: open ones at once, others on opening. */
  huge_message: false,
}

export type Faults = typeof NONE

export interface FaultSwitchesOptions {
  /** In [0, 1). */
  random: () => number
  wait: (ms: number) => Promise<void>
}

/** The active faults. */
export class FaultSwitches {
  #faults: Faults = NONE
  readonly #options: FaultSwitchesOptions
  readonly #listeners = new Listeners<[faults: Faults, before: Faults]>()

  constructor(options: FaultSwitchesOptions) {
    this.#options = options
  }

  get current(): Faults {
    return this.#faults
  }

  /** Changes the named faults only. */
  set(change: Partial<Faults>): Faults {
    const before = this.#faults
    this.#faults = { ...before, ...change }
    this.#listeners.notify(this.#faults, before)
    return this.#faults
  }

  /** Notifies of every change, with the previous faults. */
  readonly onChange: Listen<[faults: Faults, before: Faults]> = this.#listeners.on

  /** Applies faults to one request. @throws VenueError 503. */
  async apply(): Promise<void> {
    const { latency_ms, error_rate } = this.#faults
    if (latency_ms > 0) await this.#options.wait(latency_ms)
    if (error_rate > 0 && this.#options.random() < error_rate)
      throw new VenueError(503, 'unavailable', 'The practice venue was set to fail this request; nothing was done.')
  }

  /** Replaces the answer of an executed action. @throws VenueError as a service that lost track of it would. */
  afterSubmit(): void {
    const faults = this.#faults
    if (faults.unavailable_after_submit)
      throw new VenueError(503, 'upstream_timeout', 'No answer came from the exchange in time.')
    if (faults.already_submitted_after_submit)
      throw new VenueError(409, 'already_submitted', 'This action was submitted before.')
    if (faults.stale_after_submit)
      throw new VenueError(409, 'stale_prepared_action', 'No prepared action has this orderId. Prepare it again.')
  }

  /** Whether a route must appear missing. */
  hides(path: string): boolean {
    return this.#faults.bare_order_status && path === '/v1/outcomes/order-status'
  }

  /** The result of a read under the active faults. */
  alterRead(path: string, result: unknown): unknown {
    const changed = resultUnder(this.#faults, path, result)
    if (hidesPositions(this.#faults, path, result)) this.set({ empty_positions_once: false })
    return changed
  }

  /** Sends an answer's body, byte by byte if so configured; stops when `write` reports that the connection is gone. */
  async dribble(body: Buffer, write: (part: Buffer) => boolean): Promise<void> {
    let sent = 0
    while (sent < body.length && this.#faults.slow_response_ms > 0) {
      await this.#options.wait(this.#faults.slow_response_ms)
      if (!write(body.subarray(sent, sent + 1))) return
      sent += 1
    }
    if (sent < body.length) write(body.subarray(sent))
  }
}

type Fields = Readonly<Record<string, unknown>>

const HISTORY = /^\/v1\/orders\/history\//
const FILLS = /^\/v1\/trades\//
const CANDLES = /^\/tv(?:-mark)?\/history$/
const POSITIONS = /^\/v1\/positions\//

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a read is the one that must return no positions: one that has some. */
const hidesPositions = ({ empty_positions_once }: Faults, path: string, result: unknown): boolean =>
  empty_positions_once &&
  POSITIONS.test(path) &&
  isFields(result) &&
  Array.isArray(result.positions) &&
  result.positions.length > 0

/** The result of a route under faults; the same object when no fault applies. */
function resultUnder(faults: Faults, path: string, result: unknown): unknown {
  if (Array.isArray(result)) return rowsUnder(faults, path, result)
  if (hidesPositions(faults, path, result)) return { ...(result as Fields), positions: [] }
  if (faults.candle_cap > 0 && CANDLES.test(path) && isFields(result)) return latestOf(result, faults.candle_cap)
  const { clock_leap_ms: leap } = faults
  if (leap !== 0 && isFields(result) && typeof result.server_time === 'number')
    return { ...result, server_time: result.server_time + leap }
  return result
}

/** Pages are newest first: the oldest rows are cut off. */
function rowsUnder({ page_cap: cap, omit_realized_pnl }: Faults, path: string, rows: unknown[]): unknown[] {
  const paged = cap > 0 && (HISTORY.test(path) || FILLS.test(path)) ? rows.slice(0, cap) : rows
  if (!omit_realized_pnl || !FILLS.test(path)) return paged
  return paged.map((row) => (isFields(row) ? without(row, 'realized_pnl') : row))
}

/** The last rows of UDF's columns. */
const latestOf = (columns: Fields, count: number): Fields =>
  Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [name, Array.isArray(column) ? column.slice(-count) : column]),
  )

const without = (row: Fields, name: string): Fields =>
  Object.fromEntries(Object.entries(row).filter(([field]) => field !== name))
