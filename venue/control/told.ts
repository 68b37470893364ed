/** What reads tell while a fault has them leave out or shift what is so. Pure. */
import type { Faults } from './faults.ts'

type Fields = Readonly<Record<string, unknown>>

const HISTORY = /^\/v1\/orders\/history\//
const FILLS = /^\/v1\/trades\//
const CANDLES = /^\/tv(?:-mark)?\/history$/
const POSITIONS = /^\/v1\/positions\//

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a read is the one that is to tell of no positions: one that has some. */
export const hidesPositions = ({ empty_positions_once }: Faults, path: string, result: unknown): boolean =>
  empty_positions_once &&
  POSITIONS.test(path) &&
  isFields(result) &&
  Array.isArray(result.positions) &&
  result.positions.length > 0

/** The result of a route as it is told; the very same while no fault concerns it. */
export function toldUnder(faults: Faults, path: string, result: unknown): unknown {
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
