/** Rows of the account's lists that this terminal cannot read, kept beside those that it can. */
import type { Money } from './decimal.ts'
import type { SafeText } from './safe-text.ts'
import type { Millis } from './time.ts'

/** The lists that are read row by row. */
export type ListName = 'positions' | 'orders' | 'fills'

export interface UnreadableRow {
  readonly list: ListName
  /** The row as it came, its first 200 characters on one line. */
  readonly text: SafeText
  /** Null where the row does not say which asset it is of. */
  readonly asset: string | null
  /** Of what time it says that it is; null where that cannot be read. */
  readonly time: Millis | null
  /** Which field cannot be read, and why, as a sentence. */
  readonly reason: string
  /** The largest value that its readable figures come to, USDC or USDH; missing where none can be read. */
  readonly worth?: Money
  /** The trader has acknowledged it: it counts at `worth`, and blocks orders in its own market only. */
  readonly acknowledged?: true
}

/** A row of which both its market and a value can be read: only such a one can be acknowledged. */
export type CountedRow = UnreadableRow & { readonly asset: string; readonly worth: Money }

/** Whether a row can count in the limits at a value. Fills add nothing, and are none. */
export const canCount = (row: UnreadableRow): row is CountedRow =>
  row.list !== 'fills' && row.asset !== null && row.worth !== undefined

/** The row that may be of an asset: then that a list has none of it says nothing. Undefined where there is none. */
export const hiding = (rows: readonly UnreadableRow[] | undefined, asset: string): UnreadableRow | undefined =>
  rows?.find((row) => row.asset === null || row.asset === asset)
