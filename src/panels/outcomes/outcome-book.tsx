/** The order book of one side: eight levels each way, a click fills the ticket's price. */
import { type ReactNode, useCallback, useMemo } from 'react'
import type { Price } from '../../../contract/decimal.ts'
import { type Topic, topicKey } from '../../../contract/topics.ts'
import { useFormat } from '../../format/index.ts'
import { Ladder } from '../../ladder/index.ts'
import { useTopicFreshness, useTopicValue } from '../../market-data/index.ts'
import { outcomeAxis, sideName, stateOf } from '../../markets/outcome/index.ts'
import { classNames, EmptyState, Skeleton, usePanelVisible } from '../../ui/index.ts'
import { useChangeDraft } from '../../workspace/index.ts'
import type { MarketProps } from './market-props.ts'
import styles from './outcomes.module.css'

/** Levels shown a side. */
const LEVELS = 8

type BookTopic = Extract<Topic, { kind: 'book' }>

export function OutcomeBook({ market, side }: MarketProps): ReactNode {
  const visible = usePanelVisible()
  const format = useFormat()
  const view = useMemo(
    () => outcomeAxis({ tick: market.tickSize, sideName: side.name }, format).view(),
    [market.tickSize, side.name, format],
  )
  const state = stateOf(market)
  const topic: BookTopic | null =
    !visible || state !== 'open' ? null : { kind: 'book', asset: side.coin, step: null, levels: LEVELS }
  const freshness = useTopicFreshness(topic)
  const filled = useTopicValue(topic, (book) => book.bids.length + book.asks.length > 0)
  const change = useChangeDraft('outcome')
  const onPrice = useCallback((price: Price) => change({ price, mode: 'limit' }), [change])
  return (
    <section
      className={classNames(styles.book, freshness.stale && styles.stale)}
      aria-label={`Order book of ${sideName(market, side)}`}
    >
      <div className={styles.bookHead} aria-hidden="true">
        <span>Price</span>
        <span>Shares</span>
        <span>Total</span>
      </div>
      <div className={styles.levels}>
        <Ladder
          key={view.key}
          levels={LEVELS}
          topic={topic}
          topicKey={topic === null ? null : topicKey(topic)}
          view={view}
          onPrice={onPrice}
        />
        {filled !== true && (
          <div className={styles.cover}>
            {state !== 'open' ? (
              <EmptyState>{state === 'settling' ? 'Trading has ended.' : 'The market is over.'}</EmptyState>
            ) : filled === undefined ? (
              <Skeleton rows={10} label="Loading order book" />
            ) : (
              <EmptyState>Nobody has a resting order here. A limit order would be the first.</EmptyState>
            )}
          </div>
        )}
      </div>
      {freshness.stale && <p className={styles.caution}>{freshness.words}</p>}
    </section>
  )
}
