/** Sums of families put together by what they are settled in. Pure. */
import { COLLATERALS, type Collateral } from '../../contract/collateral.ts'
import { add, type Money, type Size, trimZeros } from '../../contract/decimal.ts'
import type { PastTotal, PastTotals } from '../../contract/past.ts'

const both = <D extends Money | Size>(a: D | null, b: D | null): D | null =>
  a === null || b === null ? null : trimZeros(add(a, b))

/**
 * Families by their collateral, as conditions: SQLite sorts all rows before it groups them, and sums what a condition leaves as it reads it.
 * @param outcomes what outcome markets are settled in
 */
export const familiesIn = (
  outcomes: Collateral,
): readonly { readonly collateral: Collateral; readonly sql: string }[] =>
  outcomes === 'USDC'
    ? [{ collateral: 'USDC', sql: 'f.family <= 2' }]
    : [
        { collateral: 'USDC', sql: 'f.family < 2' },
        { collateral: outcomes, sql: 'f.family = 2' },
      ]

/** USDC first; never added up with USDH. */
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
