/** Own orders of the chart under the hand: where a line is dragged to, and what it asks before it is sent. */
import type { ReactNode, RefObject } from 'react'
import type { Price } from '../../../contract/decimal.ts'
import type { PriceView } from '../../markets/axis/index.ts'
import type { ChartWords } from '../../markets/chart/index.ts'
import { useHold } from '../../workspace/index.ts'
import type { Annotations } from './annotations.ts'
import styles from './chart.module.css'
import type { ChartView } from './chart-view.ts'
import { DragAsk } from './drag-ask.tsx'
import { dragWordsOf } from './drag-words.ts'
import { useLevelDrag } from './use-level-drag.ts'

interface ChartDragOptions {
  readonly wrapper: RefObject<HTMLDivElement | null>
  readonly drawn: RefObject<ChartView | null>
  readonly annotations: Annotations
  readonly view: PriceView
  readonly words: ChartWords
  readonly priceName: string
  /** The price now, as the market has it; null while it is not known. */
  readonly now: () => Price | null
  readonly stale: string | null
}

/** What stands over the chart while a line is dragged, or says why the drag ended. */
export function useChartDrag({ wrapper, drawn, annotations, stale, ...told }: ChartDragOptions): ReactNode {
  const { levels } = annotations
  const { drag, leave } = useLevelDrag({ wrapper, drawn, levels })
  const line = drag.state === 'dragging' || drag.state === 'asking' ? drag.line : null
  useHold(line === null ? null : 'a line of it is being dragged')

  if (drag.state === 'ended') {
    return (
      <div role="status" className={styles.chip}>
        <span>{drag.reason}</span>
      </div>
    )
  }
  if (line === null || drag.state === 'none') return null
  const { view, words, priceName } = told
  // Seen twice is as it is.
  const to = view.seen(drag.to)
  const from = view.seen(line.price)
  const said = dragWordsOf(line.grip, { from, to, now: told.now(), view, words, priceName })
  return (
    <DragAsk
      order={line.grip.order}
      to={to}
      words={said}
      y={drawn.current?.places.yOf(drag.to) ?? 0}
      isAsking={drag.state === 'asking'}
      stale={stale}
      onDone={leave}
    />
  )
}
