/** What became of a flatten, a line for each market and for each order that was under way. */
import type { ReactNode } from 'react'
import type { FlattenReport } from '../../contract/flatten.ts'
import { type Naming, stoppedLines, unknownLines } from '../trade-forms/index.ts'
import styles from './flatten-lines.module.css'
import { marketText } from './flatten-report.ts'

export function FlattenLines({ report, names }: { report: FlattenReport; names: Naming }): ReactNode {
  const others = [...stoppedLines(report, names), ...unknownLines(report, names), ...report.failures]
  return (
    <ul className={styles.report} aria-label="What became of each market">
      {report.markets.map((market) => (
        <li key={market.asset}>{marketText(market, names.asset(market.asset))}</li>
      ))}
      {others.map((line) => (
        <li key={line}>{line}</li>
      ))}
      {report.markets.length === 0 && others.length === 0 && <li>There was nothing to cancel or close.</li>}
    </ul>
  )
}
