/** The depth of a market's book over its prices: the size up to each price, and the cost of trading up to it. */

import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import type { Size } from '../../../contract/decimal.ts'
import { fullTitleOf, type Instrument } from '../../../contract/instrument.ts'
import { type Topic, topicKey } from '../../../contract/topics.ts'
import { usePainter, useTopicFreshness, useTopicValue } from '../../market-data/index.ts'
import { BookReadOut, MarketLine, PhaseBanner, UnitMenu } from '../../market-parts/index.ts'
import type { PriceView } from '../../markets/family/index.ts'
import { actOf, Button, type HandledKey, Panel, usePanelVisible } from '../../ui/index.ts'
import { usePanelOption, usePriceView, useTakeSize } from '../../workspace/index.ts'
import { Cover, MarketPanel } from '../loading-panel.tsx'
import { ChartParts } from './chart-parts.tsx'
import styles from './depth.module.css'
import { DepthController } from './depth-controller.ts'
import { MESSAGES } from './messages.ts'

/** The keys of the depth chart: what they do, and their entries in the sheet of keys. */
export const DEPTH_KEYS: readonly HandledKey<'take' | 'nearer' | 'farther' | 'step'>[] = [
  {
    act: 'step',
    keys: ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End', 'Escape'],
    does: 'Select a level; Esc clears',
  },
  { act: 'take', keys: ['Enter', ' '], does: 'Fill the size up to that level into the ticket' },
  { act: 'nearer', keys: ['+'], does: 'Show fewer prices' },
  { act: 'farther', keys: ['-'], does: 'Show more prices' },
]

interface DepthChartProps {
  readonly title: string
  readonly topic: Extract<Topic, { kind: 'book' }> | null
  /** The same text for the same topic. */
  readonly topicKey: string | null
  /** The price format; fixed for the life of the chart. */
  readonly view: PriceView
  /** Visible part of the known depth. */
  readonly zoom: number
  /** Shows more (−1) or less (1) of it. */
  readonly onZoom: (by: -1 | 1) => void
  /** A level was clicked, or Enter pressed on it: the total size up to it. */
  readonly onSize: (size: Size) => void
}

/** Minimum time between two drawings, ms: faster changes of an area carry no information, and each costs as much as a book. */
const DRAWN_EVERY = 100

/** The depth of a book: React creates the elements once, and from then on painter and crosshair write into them without a render. */
function DepthChart({ title, topic, topicKey, view, zoom, onZoom, onSize }: DepthChartProps): ReactNode {
  const root = useRef<HTMLDivElement>(null)
  const chart = useRef<DepthController | null>(null)
  useLayoutEffect(() => {
    if (root.current !== null) chart.current ??= new DepthController(root.current, view)
  }, [view])
  useLayoutEffect(() => {
    const element = root.current
    if (element === null) return
    const observer = new ResizeObserver(() => chart.current?.resize(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  useLayoutEffect(() => chart.current?.zoomTo(zoom), [zoom])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another topic's depth must not be shown under the new one's name
  useEffect(() => () => chart.current?.clear(), [topicKey])
  usePainter(topic, (book) => chart.current?.paint(book), DRAWN_EVERY)

  const take = (size: Size | null | undefined): void => {
    if (size != null) onSize(size)
  }
  const keyDown = (event: KeyboardEvent): void => {
    const act = actOf(DEPTH_KEYS, event)
    if (act === 'take') take(chart.current?.size())
    else if (act === 'nearer') onZoom(1)
    else if (act === 'farther') onZoom(-1)
    else if (act === null || chart.current?.key(event.key) !== true) return
    event.preventDefault()
  }
  return (
    <div
      ref={root}
      className={styles.chart}
      data-depth=""
      role="slider"
      tabIndex={0}
      aria-label={`Depth of ${title}`}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={0}
      aria-valuenow={0}
      aria-valuetext="No level selected. Arrow keys select levels, Enter fills the size."
      onKeyDown={keyDown}
      onPointerMove={(event: PointerEvent) => chart.current?.point(event.clientX)}
      onPointerLeave={() => chart.current?.leave()}
      onBlur={() => chart.current?.leave()}
      // The size taken is the one under the pointer at pointer down, regardless of later frames.
      onPointerDown={(event: PointerEvent) => chart.current?.press(event.clientX)}
      onClick={() => take(chart.current?.pressed())}
      onWheel={(event) => event.deltaY !== 0 && onZoom(event.deltaY < 0 ? 1 : -1)}
    >
      <ChartParts />
    </div>
  )
}

/** Visible parts, from all to the smallest. */
const ZOOMS = [1, 1 / 2, 1 / 4, 1 / 8, 1 / 16] as const

/** All available levels. */
const LEVELS = 100

export const DepthPanel = (): ReactNode => (
  <MarketPanel title={MESSAGES.depth} rows={8} label={MESSAGES.loadingDepth} Content={Depth} />
)

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
    <Panel title={MESSAGES.depth} freshness={freshness}>
      <div className={styles.depth}>
        <PhaseBanner instrument={instrument} />
        <MarketLine instrument={instrument} axis={axis} view={view} onSide={chooseSide} />
        <div className={styles.controls}>
          <UnitMenu axis={axis} view={view} onChange={chooseUnit} />
          <Button
            size="small"
            variant="bare"
            aria-label={MESSAGES.showMorePrices}
            disabled={zoom === 0}
            onClick={() => onZoom(-1)}
          >
            −
          </Button>
          <Button
            size="small"
            variant="bare"
            aria-label={MESSAGES.showFewerPrices}
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
          <Cover asset={asset} hasData={filled} rows={8} label={MESSAGES.loadingDepth} empty={MESSAGES.bookEmpty} />
        </div>
      </div>
    </Panel>
  )
}

/** Parses a saved value as an index of the parts. */
const zoomFrom = (kept: unknown): number =>
  typeof kept === 'number' && Number.isInteger(kept) && kept >= 0 && kept < ZOOMS.length ? kept : 0

/** One step more (−1) or less (1) of the depth, within the limits. */
const zoomed = (zoom: number, by: -1 | 1): number => Math.min(ZOOMS.length - 1, Math.max(0, zoom + by))
