/** The order book of a market: levels per side with cumulative bars, grouping, own orders marked, a click fills the ticket. */

import { type ReactNode, useRef } from 'react'
import { fullTitleOf, type Instrument } from '../../../contract/instrument.ts'
import { type Topic, topicKey } from '../../../contract/topics.ts'
import { GroupingMenu, heightOfAll, Ladder, levelHeight, multipleFrom, stepOf, useLevels } from '../../ladder/index.ts'
import { useTopicFreshness, useTopicValue } from '../../market-data/index.ts'
import { BookReadOut, MarketLine, PhaseBanner, UnitMenu, useCopyBook } from '../../market-parts/index.ts'
import { usePriceMenu } from '../../price-menu.tsx'
import { CopyMessageOverlay, Panel, usePanelVisible, useRowHeight, useTextScale } from '../../ui/index.ts'
import { usePanelOption, usePriceView, useTakePrice } from '../../workspace/index.ts'
import { Cover, MarketPanel } from '../loading-panel.tsx'
import { MESSAGES } from './messages.ts'
import styles from './order-book-panel.module.css'

/** The panel's head and the column heads, with their borders, at the default text size, px. */
const AROUND = 54

/** Height in which the panel shows every received level, px, for rows of `row` px and text `scale` times the default size. */
export const heightOfBook = (row: number, scale: number): number => heightOfAll(row, scale) + Math.ceil(AROUND * scale)

export const OrderBookPanel = (): ReactNode => (
  <MarketPanel title={MESSAGES.orderBook} rows={16} label={MESSAGES.loadingOrderBook} Content={OrderBook} />
)

function OrderBook({ instrument }: { instrument: Instrument }): ReactNode {
  const { asset, tick } = instrument
  const title = fullTitleOf(instrument)
  const { axis, view, chooseUnit, chooseSide } = usePriceView(instrument)
  const [multiple, setMultiple] = usePanelOption('grouping', multipleFrom)
  const visible = usePanelVisible()
  const room = useRef<HTMLDivElement>(null)
  const levels = useLevels(room, levelHeight(useRowHeight()), useTextScale())
  const topic: Extract<Topic, { kind: 'book' }> | null =
    asset === null || levels === null || !visible ? null : { kind: 'book', asset, step: stepOf(tick, multiple), levels }
  const freshness = useTopicFreshness(topic)
  const filled = useTopicValue(topic, (book) => book.bids.length + book.asks.length > 0)
  const onPrice = useTakePrice()
  const { open, menu, message } = usePriceMenu({ instrument, drawn: instrument, view })
  const copy = useCopyBook(instrument, topic, view)

  return (
    <Panel title={MESSAGES.orderBook} freshness={freshness}>
      <div className={styles.book}>
        <PhaseBanner instrument={instrument} />
        <MarketLine instrument={instrument} axis={axis} view={view} onSide={chooseSide} />
        <div className={styles.head}>
          <UnitMenu axis={axis} view={view} onChange={chooseUnit} />
          <span aria-hidden="true">{view.text.size}</span>
          <div className={styles.last}>
            {tick !== null && (
              <GroupingMenu
                tick={tick}
                multiple={multiple}
                onChange={setMultiple}
                more={{ entries: copy.entries, text: MESSAGES.copying }}
              />
            )}
            <span aria-hidden="true">{MESSAGES.total}</span>
          </div>
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
              onMenu={open}
            />
          )}
          <Cover
            asset={asset}
            hasData={filled}
            rows={16}
            label={MESSAGES.loadingOrderBook}
            empty={emptyText(instrument)}
          />
          <BookReadOut title={title} topic={topic} view={view} />
          {menu}
          {message !== null && (
            <p role="status" className={styles.said}>
              {message}
            </p>
          )}
          <CopyMessageOverlay message={copy.said} onSaid={copy.forget} />
        </div>
      </div>
    </Panel>
  )
}

const emptyText = ({ entry }: Instrument): string =>
  entry.takes === 'everything' ? MESSAGES.emptyForOrders : MESSAGES.bookEmpty
