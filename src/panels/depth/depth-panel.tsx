/** The depth of a market's book over its prices: what stands up to each price, and what trading up to it takes. */
import type { ReactNode } from 'react'
import { fullTitleOf, type Instrument } from '../../../contract/instrument.ts'
import { type Topic, topicKey } from '../../../contract/topics.ts'
import { useTopicFreshness, useTopicValue } from '../../market-data/index.ts'
import { BookReadOut, MarketLine, PhaseBanner, UnitMenu } from '../../market-parts/index.ts'
import { Button, EmptyState, Panel, Skeleton, usePanelVisible } from '../../ui/index.ts'
import { useInstrument, usePanelOption, usePriceView, useTakeSize } from '../../workspace/index.ts'
import styles from './depth.module.css'
import { DepthChart } from './depth-chart.tsx'

/** Parts of it, from all to the least. */
const ZOOMS = [1, 1 / 2, 1 / 4, 1 / 8, 1 / 16] as const

/** Every level that comes. */
const LEVELS = 100

export function DepthPanel(): ReactNode {
  const instrument = useInstrument()
  if (instrument?.here !== true) {
    return (
      <Panel title="Depth">
        <Skeleton rows={8} label="Loading depth" />
      </Panel>
    )
  }
  return <Depth instrument={instrument} />
}

function Depth({ instrument }: { instrument: Instrument }): ReactNode {
  const { asset } = instrument
  const title = fullTitleOf(instrument)
  const { axis, view, chooseUnit, chooseSide } = usePriceView(instrument)
  const visible = usePanelVisible()
  const [zoom, setZoom] = usePanelOption('zoom', zoomFrom)
  const topic: Extract<Topic, { kind: 'book' }> | null =
    asset === null || !visible ? null : { kind: 'book', asset, step: null, levels: LEVELS }
  const freshness = useTopicFreshness(topic)
  const filled = useTopicValue(topic, (book) => book.bids.length + book.asks.length > 0)
  const takeSize = useTakeSize()
  const onZoom = (by: -1 | 1): void => setZoom(zoomed(zoom, by))
  return (
    <Panel title="Depth" freshness={freshness}>
      <div className={styles.depth}>
        <PhaseBanner instrument={instrument} />
        <MarketLine instrument={instrument} axis={axis} view={view} onSide={chooseSide} />
        <div className={styles.controls}>
          <UnitMenu axis={axis} view={view} onChange={chooseUnit} />
          <Button
            size="small"
            variant="bare"
            aria-label="Show more prices"
            disabled={zoom === 0}
            onClick={() => onZoom(-1)}
          >
            −
          </Button>
          <Button
            size="small"
            variant="bare"
            aria-label="Show fewer prices"
            disabled={zoom === ZOOMS.length - 1}
            onClick={() => onZoom(1)}
          >
            +
          </Button>
        </div>
        <div className={styles.room}>
          <DepthChart
            key={view.key}
            title={title}
            topic={topic}
            topicKey={topic === null ? null : topicKey(topic)}
            view={view}
            zoom={ZOOMS[zoom] ?? 1}
            onZoom={onZoom}
            onSize={takeSize}
          />
          <BookReadOut title={title} topic={topic} view={view} />
          {filled !== true && (
            <div className={styles.cover}>
              {asset !== null && filled === undefined ? (
                <Skeleton rows={8} label="Loading depth" />
              ) : (
                <EmptyState>Nobody has a resting order here, so there is no depth to draw.</EmptyState>
              )}
            </div>
          )}
        </div>
      </div>
    </Panel>
  )
}

/** What was kept, as a place among the parts. */
const zoomFrom = (kept: unknown): number =>
  typeof kept === 'number' && Number.isInteger(kept) && kept >= 0 && kept < ZOOMS.length ? kept : 0

/** One more (−1) or one less (1) of the depth, as far as it goes. */
const zoomed = (zoom: number, by: -1 | 1): number => Math.min(ZOOMS.length - 1, Math.max(0, zoom + by))
