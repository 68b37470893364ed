/** Exact sums over rows of figures: whole numbers are summed in parts that cannot run over, and what they do not hold is added as text. */
import { add, type Decimal, fromUnits, trimZeros } from '../../contract/decimal.ts'
import { FIGURE_PLACES } from '../storage/index.ts'

const PART = 10 ** FIGURE_PLACES

/** Columns of a select that sum up a column, by the name of the sum; rough rows are left out. */
export const sumColumns = (name: string, column: string): string =>
  `SUM(CASE WHEN f.is_rough = 0 THEN ${column} / ${PART} END) AS ${name}_whole, ` +
  `SUM(CASE WHEN f.is_rough = 0 THEN ${column} % ${PART} END) AS ${name}_rest`

/** The sum of a row with both parts of it, with what was left out. */
export function sumOf<D extends Decimal>(
  row: { readonly [Name: string]: unknown },
  name: string,
  rough: readonly (D | null)[],
): D {
  const whole = (row[`${name}_whole`] as bigint | null) ?? 0n
  const rest = (row[`${name}_rest`] as bigint | null) ?? 0n
  const exact = trimZeros(fromUnits(whole * BigInt(PART) + rest, FIGURE_PLACES)) as D
  return rough.reduce<D>((sum, one) => (one === null ? sum : add(sum, one)), exact)
}
