/** Rows of the account's lists that this terminal cannot read, kept beside those that it can. */
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
}

/** The row that may be of an asset: then that a list has none of it says nothing. Undefined where there is none. */
export const hiding = (rows: readonly UnreadableRow[] | undefined, asset: string): UnreadableRow | undefined =>
  rows?.find((row) => row.asset === null || row.asset === asset)
