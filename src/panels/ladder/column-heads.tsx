/** The heads of the columns; the rows themselves say what stands in them to assistive technology. */
import type { ReactNode } from 'react'
import type { PriceView } from '../../markets/family/index.ts'
import type { MarketLadder } from '../../markets/ladder/index.ts'
import styles from './ladder.module.css'

interface ColumnHeadsProps {
  readonly view: Pick<PriceView, 'heading' | 'secondHeading'>
  readonly result: MarketLadder['result']
}

export const ColumnHeads = ({ view, result }: ColumnHeadsProps): ReactNode => (
  <div className={styles.heads} aria-hidden="true">
    <span>Ahead ≤</span>
    <span>Mine</span>
    <span>Bid</span>
    <span>{view.heading}</span>
    <span>{view.secondHeading}</span>
    <span>Ask</span>
    <span>Mine</span>
    <span>Traded</span>
    <span title={result.explanation}>{result.title}</span>
  </div>
)
