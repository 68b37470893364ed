/** Faults that a test can switch on, to see what a client makes of a bad day. */
import { type Listen, Listeners } from '../contract/listeners.ts'
import { VenueError } from './market/index.ts'

export interface Faults {
  /** Every answer waits this long, ms. */
  latency_ms: number
  /** Share of requests, 0 to 1, that fail with 503 before anything is done. */
  error_rate: number
  /** Answers dribble out byte by byte with this long between two, ms; 0 sends them at once. */
  slow_response_ms: number
  /** The connection is cut when an action arrives, before it is carried out. */
  cut_before_submit: boolean
  /** The connection is cut after an action was carried out, before its answer. */
  cut_after_submit: boolean
  /** The answer to an action comes twice on its connection. */
  duplicate_answer: boolean
  /** An action that was carried out is answered 503, as by a gateway that lost the answer. */
  unavailable_after_submit: boolean
  /** An action that was carried out is answered `already_submitted`, as to a copy of it that a proxy made. */
  already_submitted_after_submit: boolean
  /** An action that was carried out is answered `stale_prepared_action`, as to a copy by a service that keeps no submissions. */
  stale_after_submit: boolean
  /** Pages of order history and fills hold no more than this, whatever is asked for; 0 caps nothing. */
  page_cap: number
  /** An answer of candle history holds no more than its latest so many candles; 0 caps nothing. */
  candle_cap: number
  /** The status of an outcome order is answered by a bare 404, as a missing route is. */
  bare_order_status: boolean
  /** The next read of an account with positions says that there are none; then it is off again. */
  empty_positions_once: boolean
  /** Fills come without `realized_pnl`. */
  omit_realized_pnl: boolean
  /** Times that answers tell, in `Date` and `server_time`, are this far off, ms. */
  clock_leap_ms: number
  /** All sockets are cut, and upgrades refused, while true. */
  drop_ws: boolean
  /** The venue's own traders neither quote nor take, while true: no book moves but by the orders of others. */
  still_traders: boolean
  /** Sockets stay open and answer pings, and carry no data, while true. */
  freeze_feed: boolean
  /** Sockets stay open and are taken, and nothing is read or sent on them, not even a pong, while true. */
  half_open: boolean
  /** Every message of the WebSocket is sent twice, answers too. */
  duplicate_feed: boolean
  /** Messages of the WebSocket change places two by two. */
  reorder_feed: boolean
  /** Before each message of the WebSocket comes one that is not JSON, not a message or of a wrong shape. */
  garbage_feed: boolean
  /** Every socket gets one message of 5 MB: those that are open at once, others when they open. */
  huge_message: boolean
}

const NONE: Faults = {
  latency_ms: 0,
  error_rate: 0,
  slow_response_ms: 0,
  cut_before_submit: false,
  cut_after_submit: false,
  duplicate_answer: false,
  unavailable_after_submit: false,
  already_submitted_after_submit: false,
  stale_after_submit: false,
  page_cap: 0,
  candle_cap: 0,
  bare_order_status: false,
  empty_positions_once: false,
  omit_realized_pnl: false,
  clock_leap_ms: 0,
  drop_ws: false,
  still_traders: false,
  freeze_feed: false,
  half_open: false,
  duplicate_feed: false,
  reorder_feed: false,
  garbage_feed: false,
  huge_message: false,
}

export interface FaultSwitchesOptions {
  /** In [0, 1). */
  random: () => number
  wait: (ms: number) => Promise<void>
}

/** The faults in force. */
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

  /** Changes the named faults and leaves the others. */
  set(change: Partial<Faults>): Faults {
    const before = this.#faults
    this.#faults = { ...before, ...change }
    this.#listeners.notify(this.#faults, before)
    return this.#faults
  }

  /** Tells of every change of the faults, with those in force before. */
  readonly onChange: Listen<[faults: Faults, before: Faults]> = this.#listeners.on

  /** Makes one request suffer. @throws VenueError 503. */
  async apply(): Promise<void> {
    const { latency_ms, error_rate } = this.#faults
    if (latency_ms > 0) await this.#options.wait(latency_ms)
    if (error_rate > 0 && this.#options.random() < error_rate)
      throw new VenueError(503, 'unavailable', 'The practice venue was told to fail this request; nothing was done.')
  }

  /** Stands in for the answer to an action that was carried out. @throws VenueError as a service that lost sight of it would. */
  afterSubmit(): void {
    const faults = this.#faults
    if (faults.unavailable_after_submit)
      throw new VenueError(503, 'upstream_timeout', 'No answer came from the exchange in time.')
    if (faults.already_submitted_after_submit)
      throw new VenueError(409, 'already_submitted', 'This action was submitted before.')
    if (faults.stale_after_submit)
      throw new VenueError(409, 'stale_prepared_action', 'No prepared action has this orderId. Prepare it again.')
  }

  /** Whether a route is to look as if it were not there. */
  hides(path: string): boolean {
    return this.#faults.bare_order_status && path === '/v1/outcomes/order-status'
  }

  /** What a read tells under the faults in force. */
  told(path: string, result: unknown): unknown {
    const told = toldUnder(this.#faults, path, result)
    if (hidesPositions(this.#faults, path, result)) this.set({ empty_positions_once: false })
    return told
  }

  /** Sends an answer's body, byte by byte when so told; stops when `write` says that nobody listens any more. */
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

/** Whether a read is the one that is to tell of no positions: one that has some. */
const hidesPositions = ({ empty_positions_once }: Faults, path: string, result: unknown): boolean =>
  empty_positions_once &&
  POSITIONS.test(path) &&
  isFields(result) &&
  Array.isArray(result.positions) &&
  result.positions.length > 0

/** The result of a route as it is told; the very same while no fault concerns it. */
function toldUnder(faults: Faults, path: string, result: unknown): unknown {
  if (Array.isArray(result)) return rowsUnder(faults, path, result)
  if (hidesPositions(faults, path, result)) return { ...(result as Fields), positions: [] }
  if (faults.candle_cap > 0 && CANDLES.test(path) && isFields(result)) return latestOf(result, faults.candle_cap)
  const { clock_leap_ms: leap } = faults
  if (leap !== 0 && isFields(result) && typeof result.server_time === 'number')
    return { ...result, server_time: result.server_time + leap }
  return result
}

/** Pages come newest first: what is cut off is the oldest. */
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
