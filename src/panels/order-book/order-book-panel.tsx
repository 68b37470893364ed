/** The order book of the live asset: levels a side with cumulative bars, grouping, own orders marked, a click fills the ticket. */
import { type ReactNode, useMemo, useRef, useState } from 'react'
import type { Price } from '../../../contract/decimal.ts'
import { type Topic, topicKey } from '../../../contract/topics.ts'
import { useFormat } from '../../format/index.ts'
import { Ladder, levelHeight, useLevels } from '../../ladder/index.ts'
import { useTopicFreshness, useTopicValue } from '../../market-data/index.ts'
import { SettlingBanner, scalarAxis } from '../../markets/scalar/index.ts'
import { useMarket } from '../../queries/index.ts'
import { EmptyState, Menu, Panel, Skeleton, useRowHeight } from '../../ui/index.ts'
import { useShownAsset, useTakePrice } from '../../workspace/index.ts'
import { MULTIPLES, type Multiple, stepOf, stepText } from './grouping.ts'
import styles from './order-book-panel.module.css'

type BookTopic = Extract<Topic, { kind: 'book' }>

export function OrderBookPanel(): ReactNode {
  const format = useFormat()
  const asset = useShownAsset()
  const tick = useMarket(asset)?.tickSize
  const view = useMemo(() => scalarAxis({ tick: tick ?? null }, format).view(), [tick, format])
  const [multiple, setMultiple] = useState<Multiple>(1)
  const room = useRef<HTMLDivElement>(null)
  const levels = useLevels(room, levelHeight(useRowHeight()))
  const topic: BookTopic | null =
    asset === null || levels === null ? null : { kind: 'book', asset, step: stepOf(tick, multiple), levels }
  const freshness = useTopicFreshness(topic)
  const filled = useTopicValue(topic, (book) => book.bids.length + book.asks.length > 0)
  const onPrice = useTakePrice()

  return (
    <Panel
      title="Order book"
      freshness={freshness}
      actions={tick !== undefined && <Grouping tick={tick} multiple={multiple} onChange={setMultiple} />}
    >
      <div className={styles.book}>
        <SettlingBanner />
        <div className={styles.head} aria-hidden="true">
          <span>Price</span>
          <span>Size</span>
          <span>Total</span>
        </div>
        <div ref={room} className={styles.levels}>
          {levels !== null && (
            <Ladder
              key={`${levels} ${view.key}`}
              levels={levels}
              topic={topic}
              topicKey={topic === null ? null : topicKey(topic)}
              view={view}
              onPrice={onPrice}
            />
          )}
          {filled !== true && (
            <div className={styles.cover}>
              {filled === undefined ? (
                <Skeleton rows={16} label="Loading order book" />
              ) : (
                <EmptyState>
                  Nobody has a resting order here. A limit order from the ticket would be the first.
                </EmptyState>
              )}
            </div>
          )}
        </div>
      </div>
    </Panel>
  )
}

function Grouping(props: { tick: Price; multiple: Multiple; onChange: (multiple: Multiple) => void }): ReactNode {
  const { tick, multiple, onChange } = props
  return (
    <Menu
      label={`Grouping, ${stepText(tick, multiple)}`}
      entries={MULTIPLES.map((value) => ({
        id: String(value),
        label: stepText(tick, value),
        selected: value === multiple,
        onAction: () => onChange(value),
      }))}
    >
      {stepText(tick, multiple)} <span aria-hidden="true">▾</span>
    </Menu>
  )
}
