/** The classes of collateral with what is free and held of each, and the equity over all of them. */
import type { ReactNode } from 'react'
import { type Money, toPlaces } from '../../../contract/decimal.ts'
import type { ClassBalance, CollateralClass, Equity } from '../../../contract/equity.ts'
import { classNames, Figure } from '../../ui/index.ts'
import styles from './balances.module.css'
import { MESSAGES } from './messages.ts'

const EXPLAINED: { readonly [C in CollateralClass]: string } = {
  usdc: 'Of scalar and binary markets, with what is unrealized',
  usdh: 'Not in outcome trading: it can be moved there',
  usdh_outcome: 'In outcome trading; held is what resting purchases of shares may take',
  shares: 'Size times mark of every share',
}
/** As they stand in a sentence. */
const MISSING: { readonly [C in CollateralClass]: string } = {
  usdc: 'USDC',
  usdh: 'free USDH',
  usdh_outcome: 'USDH in outcome trading',
  shares: 'shares',
}

export function BalancesTable({ equity, isStale }: { readonly equity: Equity; readonly isStale: boolean }): ReactNode {
  const { classes, total, exitValue, atExit, missing } = equity
  return (
    <>
      <table className={classNames(styles.table, isStale && styles.stale)} aria-label="Balances" data-stale={isStale}>
        <thead>
          <tr>
            <th scope="col">Class</th>
            <th scope="col">Free</th>
            <th scope="col">Held</th>
            <th scope="col">Total</th>
          </tr>
        </thead>
        <tbody>
          {classes.map((one) => (
            <ClassRow key={one.id} {...one} />
          ))}
          <tr className={styles.aside}>
            <th scope="row" title="What the best bids give for all shares, before fees. It is no part of the equity.">
              Shares, at bid
            </th>
            <td />
            <td />
            <Amount value={exitValue} />
          </tr>
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" title="1 USDH is counted as 1 USDC.">
              {MESSAGES.equity}
            </th>
            <td />
            <td />
            <Amount value={total} />
          </tr>
          <tr className={styles.aside}>
            <th scope="row" title="Equity with shares at what the best bids give for them, before fees.">
              Equity at bid
            </th>
            <td />
            <td />
            <Amount value={atExit} />
          </tr>
        </tfoot>
      </table>
      <p className={styles.words}>
        {classes.some(({ id }) => id === 'usdh' || id === 'usdh_outcome') && '1 USDH is counted as 1 USDC.'}
        {missing.length > 0 &&
          ` The service does not tell ${missing.map((one) => MISSING[one]).join(', ')}: not in the equity.`}
      </p>
    </>
  )
}

const ClassRow = ({ id, free, held, total }: ClassBalance): ReactNode => (
  <tr>
    <th scope="row" title={EXPLAINED[id]}>
      {MESSAGES.classes[id]}
    </th>
    {id === 'shares' ? (
      <>
        <td />
        <td />
      </>
    ) : (
      <>
        <Amount value={free} />
        <Amount value={held} />
      </>
    )}
    <Amount value={total} />
  </tr>
)

const Amount = ({ value }: { readonly value: Money | null }): ReactNode => (
  <td>
    <Figure value={value === null ? null : toPlaces(value, 2, 'down')} />
  </td>
)
