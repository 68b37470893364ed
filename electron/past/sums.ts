/**
 * Exact sums over rows of figures. SQLite adds the integers itself: in 64 bits, and in parts that cannot overflow where a sum does not fit. Figures
 * that the integers cannot hold are added as text.
 */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { COLLATERALS, type Collateral } from '../../contract/collateral.ts'
import { add, type Decimal, fromUnits, type Money, type Size, trimZeros } from '../../contract/decimal.ts'
import type { PastTotal, PastTotals } from '../../contract/past.ts'
import { FIGURE_PLACES, recordsOf } from '../storage/index.ts'
import { type Conditions, type OwnedQuery, stoppable } from './query.ts'

const PART = 10 ** FIGURE_PLACES

/** Sums and counts of the selection, by name. */
type Sums = ReturnType<typeof readSums>

/**
 * Sums of columns.
 * @param columns by name, in SQL.
 * @param rest of the select, from `FROM` on.
 */
function readSums(
  database: DatabaseSync,
  columns: Readonly<Record<string, string>>,
  rest: string,
  values: readonly SQLInputValue[],
) {
  const counts = Object.entries(columns).map(([name, column]) => `COUNT(${column}) AS ${name}_known`)
  const read = (sums: readonly string[]): { readonly [Name: string]: bigint | null } => {
    const query = database.prepare(`SELECT COUNT(*) AS count, ${[...counts, ...sums].join(', ')} ${rest}`)
    query.setReadBigInts(true)
    return query.get(...values) as { readonly [Name: string]: bigint | null }
  }
  const whole = Object.entries(columns).map(([name, column]) => `SUM(${column}) AS ${name}`)
  const parts = Object.entries(columns).map(
    ([name, column]) => `SUM(${column} / ${PART}) AS ${name}_whole, SUM(${column} % ${PART}) AS ${name}`,
  )
  let row: ReturnType<typeof read>
  try {
    row = read(whole)
  } catch (error) {
    if (!(error instanceof Error) || !error.message.includes('integer overflow')) throw error
    row = read(parts)
  }
  return {
    count: Number(row.count),
    /** Number of rows with the figure. */
    known: (name: string): number => Number(row[`${name}_known`]),
    sum: (name: string): bigint => (row[`${name}_whole`] ?? 0n) * BigInt(PART) + (row[name] ?? 0n),
  }
}

/** A sum including the figures that the integers cannot hold. */
export const sumOf = <D extends Decimal>(units: bigint, rough: readonly (D | null)[]): D =>
  rough.reduce<D>((sum, one) => (one === null ? sum : add(sum, one)), trimZeros(fromUnits(units, FIGURE_PLACES)) as D)

const both = <D extends Money | Size>(a: D | null, b: D | null): D | null =>
  a === null || b === null ? null : trimZeros(add(a, b))

interface Totalled<Row> {
  /** The table of figures, as `f`, and that of the records, as `k`. */
  readonly figures: string
  readonly records: string
  /** Which record a row of figures belongs to, in SQL. */
  readonly on: string
  /** An index that covers everything that is summed, in SQL. */
  readonly index?: string
  /** By name, in SQL. */
  readonly columns: Readonly<Record<string, string>>
  /** @param rough records whose figures the integers cannot hold; they are not among the sums. */
  readonly total: (sums: Sums, rough: readonly Row[], count: number) => Omit<PastTotal, 'collateral' | 'count'>
}

/** Totals of all matches; none for conditions that are null. */
export function totalsOf<Row extends object>(
  database: DatabaseSync,
  { of, outcomes }: Pick<OwnedQuery, 'of' | 'outcomes'>,
  where: Conditions | null,
  { figures, records, on, index = '', columns, total }: Totalled<Row>,
): PastTotals {
  if (where === null) return { count: 0, totals: [] }
  const totals = familiesIn(outcomes).flatMap(({ collateral, sql }): PastTotal[] => {
    const sums = readSums(
      database,
      columns,
      `FROM ${figures} f ${index}
       WHERE ${where.sql} AND ${sql} AND f.is_rough = 0 AND ${stoppable(database)}`,
      where.values,
    )
    const query = database.prepare(
      `SELECT k.body AS body FROM ${figures} f INDEXED BY ${figures}_rough
       JOIN ${records} k ON k.profile = ? AND k.account = ? AND ${on} WHERE f.is_rough = 1 AND ${sql} AND ${where.sql}`,
    )
    const rough = recordsOf<Row>(query, of.profile, of.account, ...where.values)
    const count = sums.count + rough.length
    return count === 0 ? [] : [{ collateral, count, ...total(sums, rough, count) }]
  })
  return byCollateral(totals)
}

/**
 * Families by their collateral, as conditions: for a GROUP BY SQLite sorts all rows, but with a condition it sums as it reads.
 * @param outcomes collateral of outcome markets
 */
const familiesIn = (outcomes: Collateral): readonly { readonly collateral: Collateral; readonly sql: string }[] =>
  outcomes === 'USDC'
    ? [{ collateral: 'USDC', sql: 'f.family <= 2' }]
    : [
        { collateral: 'USDC', sql: 'f.family < 2' },
        { collateral: outcomes, sql: 'f.family = 2' },
      ]

/** USDC first; never added to USDH. */
export function byCollateral(sums: readonly PastTotal[]): PastTotals {
  const totals = COLLATERALS.flatMap((collateral) => {
    const own = sums.filter((sum) => sum.collateral === collateral)
    return own.length === 0 ? [] : [own.reduce(joined)]
  })
  return { count: totals.reduce((all, { count }) => all + count, 0), totals }
}

const joined = (a: PastTotal, b: PastTotal): PastTotal => ({
  collateral: a.collateral,
  count: a.count + b.count,
  fees: both(a.fees, b.fees),
  feesUnknown: a.feesUnknown + b.feesUnknown,
  realised: both(a.realised, b.realised),
  realisedUnknown: a.realisedUnknown + b.realisedUnknown,
  traded: both(a.traded, b.traded),
})
