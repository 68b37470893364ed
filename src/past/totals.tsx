/** The sums of all that matches, a line for each collateral. */
import type { ReactNode } from 'react'
import { type Decimal, trimZeros } from '../../contract/decimal.ts'
import type { PastTotal, PastTotals } from '../../contract/past.ts'
import { Figure } from '../ui/index.ts'
import styles from './past.module.css'

interface TotalsProps {
  readonly totals: PastTotals | undefined
  /** What the size of the kind is called: `Traded`, `Filled`. */
  readonly tradedName: string
  /** What the result is called: `Realised`, `Result`. */
  readonly realisedName: string
}

export function Totals({ totals, tradedName, realisedName }: TotalsProps): ReactNode {
  if (totals === undefined || totals.totals.length === 0) return null
  return (
    <div className={styles.totals}>
      {totals.totals.map((total) => (
        <Total key={total.collateral} total={total} tradedName={tradedName} realisedName={realisedName} />
      ))}
    </div>
  )
}

function Total({
  total,
  tradedName,
  realisedName,
}: Omit<TotalsProps, 'totals'> & { readonly total: PastTotal }): ReactNode {
  const { collateral, realised, realisedUnknown, fees, feesUnknown, traded } = total
  return (
    <dl className={styles.total} aria-label={`Sums in ${collateral}`}>
      <One name={realisedName} value={realised} unit={collateral} isGain unknown={realisedUnknown} />
      <One name="Fees" value={fees} unit={collateral} unknown={feesUnknown} />
      <One name={tradedName} value={traded} {...(fees === null ? { unit: `in ${collateral} markets` } : {})} />
    </dl>
  )
}

interface OneProps {
  readonly name: string
  readonly value: Decimal | null
  readonly unit?: string
  readonly isGain?: boolean
  /** How many rows lack it. */
  readonly unknown?: number
}

const One = ({ name, value, unit, isGain = false, unknown = 0 }: OneProps): ReactNode =>
  value !== null && (
    <div>
      <dt>{name}</dt>
      <dd>
        <Figure value={trimZeros(value)} places={2} sign={isGain ? 'gain' : 'plain'} unit={unit} />
        {unknown > 0 && ` and ${unknown} not known`}
      </dd>
    </div>
  )
