/** What is left of an outcome market, or that it is over, and what was paid out. */
import type { ReactNode } from 'react'
import type { OutcomeMarket, OutcomeSide } from '../../../contract/outcome.ts'
import { useServerClockValue } from '../../market-data/index.ts'
import { lifeText } from '../../markets/outcome/index.ts'
import { classNames } from '../../ui/index.ts'
import styles from './outcomes.module.css'

export function Life({ market }: { market: OutcomeMarket }): ReactNode {
  const soon = market.expiry !== null && !market.expired && !market.settling
  const words = useServerClockValue((now) => lifeText(market, now))
  return <span className={classNames(styles.life, !soon && styles.over)}>{words}</span>
}

/** What was paid out for a side; null before that. */
export const paidFor = (market: Pick<OutcomeMarket, 'winner'>, side: OutcomeSide): boolean | null =>
  market.winner === null ? null : market.winner === side.index
