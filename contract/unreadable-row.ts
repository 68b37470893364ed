/** Rows of account lists that this terminal cannot read, kept next to those it can. */
import type { Money } from './decimal.ts'
import type { SafeText } from './safe-text.ts'
import type { Millis } from './time.ts'

/** Lists that are parsed row by row. */
export type ListName = 'positions' | 'orders' | 'fills'

export interface UnreadableRow {
  readonly list: ListName
  /** The row as received, its first 200 characters on one line. */
  readonly text: SafeText
  /** Null when the row does not name its asset. */
  readonly asset: string | null
  /** Time in the row; null when it cannot be read. */
  readonly time: Millis | null
  /** The unreadable field and the reason, as a sentence. */
  readonly reason: string
  /** The largest value that its readable figures allow, USDC or USDH; absent when none can be read. */
  readonly worth?: Money
  /** The trader has acknowledged it: it counts at `worth`, and blocks orders in its own market only. */
  readonly acknowledged?: true
}

/** A row with a readable market and value: only such a row can be acknowledged. */
export type CountedRow = UnreadableRow & { readonly asset: string; readonly worth: Money }

/** Whether a row can count in the limits at a value. Fills add no exposure, and cannot. */
export const canCount = (row: UnreadableRow): row is CountedRow =>
  row.list !== 'fills' && row.asset !== null && row.worth !== undefined

/** The unreadable row that may belong to an asset: its absence from the list then proves nothing. Undefined when there is none. */
export const hiding = (rows: readonly UnreadableRow[] | undefined, asset: string): UnreadableRow | undefined =>
  rows?.find((row) => row.asset === null || row.asset === asset)
