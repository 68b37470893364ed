/** Dragging own lines of the chart: the target, and the confirmation before it is sent. */
import type { ReactNode, RefObject } from 'react'
import { ruleAt } from '../../../contract/alert.ts'
import { assertNever } from '../../../contract/brand.ts'
import type { Price, Size } from '../../../contract/decimal.ts'
import { useCall } from '../../bridge/index.ts'
import { useServerClock } from '../../market-data/index.ts'
import type { PriceView } from '../../markets/axis/index.ts'
import type { ChartText, PriceName } from '../../markets/chart/index.ts'
import { useCloseFees } from '../../queries/index.ts'
import { useHold } from '../../workspace/index.ts'
import type { Annotations, LevelLine } from './annotations.ts'
import styles from './chart.module.css'
import type { ChartView } from './chart-view.ts'
import { type ChipPlace, OrderAsk, PriceAsk, PulledAsk } from './drag-asks.tsx'
import { dragTextOf } from './drag-text.ts'
import type { Drag } from './level-drag.ts'
import { type LevelDragging, useLevelDrag } from './use-level-drag.ts'

export interface ChartDragOptions {
  readonly wrapper: RefObject<HTMLDivElement | null>
  readonly drawn: RefObject<ChartView | null>
  readonly annotations: Annotations
  readonly tick: Price
  readonly view: PriceView
  readonly text: ChartText
  readonly priceName: PriceName
  /** The market's current price; null while unknown. */
  readonly now: () => Price | null
  readonly stale: string | null
}

/** Called for a line that was clicked without a drag. */
type OnPressed = (line: LevelLine, at: { readonly x: number; readonly y: number }) => void

/** The drag handlers, and the overlay while a line is dragged or that reports why the drag ended. */
export function useChartDrag(
  options: ChartDragOptions,
  onPressed: OnPressed,
): readonly [dragging: LevelDragging, chip: ReactNode] {
  const { wrapper, drawn, annotations, tick, view } = options
  const dragging = useLevelDrag({ wrapper, drawn, levels: annotations.levels, tick, view, onPressed })
  const { drag } = dragging
  const line = drag.state === 'dragging' || drag.state === 'asking' ? drag.line : null
  useHold(line === null ? null : 'a line is being dragged')
  return [dragging, <DragState key="drag" options={options} dragging={dragging} />]
}

/** A line that is dragged, or waits for confirmation. */
type HeldDrag = Extract<Drag, { readonly state: 'dragging' | 'asking' }>

interface DragStateProps {
  readonly options: ChartDragOptions
  readonly dragging: LevelDragging
}

function DragState({ options, dragging }: DragStateProps): ReactNode {
  const { drag, late } = dragging
  const message = late ?? (drag.state === 'ended' ? drag.reason : null)
  return (
    <>
      {message !== null && (
        <div role="status" className={styles.chip}>
          <span>{message}</span>
        </div>
      )}
      {(drag.state === 'dragging' || drag.state === 'asking') && (
        <DragAsk key={drag.line.grab} options={options} dragging={dragging} drag={drag} />
      )}
    </>
  )
}

/** Interval at which the price in the chip's text is updated, ms. */
const TEXT_EVERY_MS = 1_000

function DragAsk({ options, dragging, drag }: DragStateProps & { readonly drag: HeldDrag }): ReactNode {
  const { drawn, tick, stale, view, text: message, priceName } = options
  const { leave, nudge, sent, taken, refused } = dragging
  const call = useCall()
  useServerClock(TEXT_EVERY_MS)
  const { grip, grab } = drag.line
  // Converting twice gives the market's own price.
  const [to, from, now] = [view.seen(drag.to), view.seen(drag.line.price), options.now()]
  const feeOf = useCloseFees()
  const takerBps =
    grip.kind === 'position'
      ? feeOf(grip.position.family)
      : grip.kind === 'held'
        ? feeOf(grip.held.target.family)
        : null
  const wordsOf = (size: Size | null) =>
    dragTextOf(grip, { from, to, now, tick, view, text: message, priceName, size, takerBps })
  const isAsking = drag.state === 'asking'
  const place = {
    ...{ y: drawn.current?.places.yOf(drag.to) ?? 0, isAsking, onNudge: nudge, onLeave: leave },
    beside: besideOf(dragging.pointerX.current, options.wrapper.current?.clientWidth ?? 0),
    onSent: () => sent(grab),
    onTaken: () => taken(grab),
    onRefused: (text: string) => refused(grab, text),
  }
  const request = { to, place, stale }
  switch (grip.kind) {
    case 'order':
      return <OrderAsk {...request} order={grip.order} text={wordsOf(null)} />
    case 'held':
      return (
        <PriceAsk
          {...request}
          text={wordsOf(null)}
          send={() => call('moveConditional', { id: grip.held.id, trigger: to })}
        />
      )
    case 'alert': {
      const { id, rule, repeat } = grip.alert
      return (
        <PriceAsk
          {...request}
          text={wordsOf(null)}
          send={() => call('saveAlert', { id, rule: ruleAt(rule, to), repeat, on: true })}
        />
      )
    }
    case 'position':
      return <PulledAsk {...request} position={grip.position} exits={grip.exits} now={now} wordsOf={wordsOf} />
    default:
      return assertNever(grip, 'grip')
  }
}

/** Space between the pointer and the chip, px: the dropped label stays in view. */
const BESIDE = 28

/** The chip's place beside the pointer, on the side with more room; null for its own place, where no pointer dropped the line. */
function besideOf(x: number | null, width: number): ChipPlace['beside'] {
  if (x === null) return null
  return x > width / 2 ? { left: 'auto', right: `${width - x + BESIDE}px` } : { left: `${x + BESIDE}px` }
}
