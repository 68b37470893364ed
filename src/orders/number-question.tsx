/** What hangs on the number of an asset that nothing but the prepared action tells: the two numbers, and what the trader's word would mean. */
import type { ReactNode } from 'react'
import type { NumberQuestion } from '../../contract/asset-number.ts'
import { NONE } from '../format/index.ts'
import styles from './unverified-prompt.module.css'

export function NumberFacts({ question }: { question: NumberQuestion }): ReactNode {
  const { asset, listed, signed } = question
  return (
    <div className={styles.number}>
      <dl className={styles.facts} aria-label={`Number of ${asset}`}>
        <div>
          <dt>Asset</dt>
          <dd>{asset}</dd>
        </div>
        <div>
          <dt>Market list says</dt>
          <dd>{listed ?? NONE}</dd>
        </div>
        <div>
          <dt>Would be signed as</dt>
          <dd>{signed}</dd>
        </div>
      </dl>
      <p className={styles.promptText}>
        All else is what you asked for. An order of another asset with the same side, price and size would look exactly
        the same: compare {signed} with the exchange’s own list. You are asked until an order of yours has shown up in{' '}
        {asset} under it.
      </p>
    </div>
  )
}
