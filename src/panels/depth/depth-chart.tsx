/** The depth of a book: React makes the elements once, and from then on painter and crosshair write into them without a render. */
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import type { Size } from '../../../contract/decimal.ts'
import type { Topic } from '../../../contract/topics.ts'
import { usePainter } from '../../market-data/index.ts'
import type { PriceView } from '../../markets/family/index.ts'
import { actOf } from '../../ui/index.ts'
import { ChartParts } from './chart-parts.tsx'
import styles from './depth.module.css'
import { DepthController } from './depth-controller.ts'
import { DEPTH_KEYS } from './keys.ts'

interface DepthChartProps {
  readonly title: string
  readonly topic: Extract<Topic, { kind: 'book' }> | null
  /** The same text for the same topic. */
  readonly topicKey: string | null
  /** How prices are written; the same for the life of the chart. */
  readonly view: PriceView
  /** Part of the known depth that is shown. */
  readonly zoom: number
  /** Shows more (−1) or less (1) of it. */
  readonly onZoom: (by: -1 | 1) => void
  /** A level was clicked, or Enter pressed on it: all sizes up to it. */
  readonly onSize: (size: Size) => void
}

/** Least time between two drawings, ms: an area says nothing more that moves faster, and each costs as much as a book. */
const DRAWN_EVERY = 100

export function DepthChart({ title, topic, topicKey, view, zoom, onZoom, onSize }: DepthChartProps): ReactNode {
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: another topic's depth must not stand under the new one's name
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
      aria-valuetext="No level chosen. Arrow keys go through the levels, Enter takes the size."
      onKeyDown={keyDown}
      onPointerMove={(event: PointerEvent) => chart.current?.point(event.clientX)}
      onPointerLeave={() => chart.current?.leave()}
      onBlur={() => chart.current?.leave()}
      // The size taken is the one under the pointer when it went down, whatever a frame brings before it comes up.
      onPointerDown={(event: PointerEvent) => chart.current?.press(event.clientX)}
      onClick={() => take(chart.current?.pressed())}
      onWheel={(event) => event.deltaY !== 0 && onZoom(event.deltaY < 0 ? 1 : -1)}
    >
      <ChartParts />
    </div>
  )
}
