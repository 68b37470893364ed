/** Sizes by number: 1 to 9 choose one, for a preview and for trading keys. Pure. */
import type { Family } from '../../contract/account.ts'
import { type Size, size } from '../../contract/decimal.ts'

const SIZES: { readonly [F in Family]: readonly Size[] } = {
  scalar: ['1', '2', '5', '10', '20', '50', '100', '200', '500'].map(size),
  binary: ['1', '2', '5', '10', '20', '50', '100', '200', '500'].map(size),
  outcome: ['1', '5', '10', '25', '50', '100', '250', '500', '1000'].map(size),
}

/** How many there are of each family. */
export const PRESETS = 9

/** The size of a number from 1; null where there is none. */
export const presetSize = (family: Family, number: number): Size | null => SIZES[family][number - 1] ?? null
