/** The rendered lines. A component of its own, so that it alone renders when the table is scrolled. */
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import {
  type CSSProperties,
  type HTMLAttributes,
  type ReactNode,
  type Ref,
  type RefCallback,
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
} from 'react'
import { useRowHeight, useTextScale } from '../measures.ts'
import type { Item } from './items.ts'
import type { PinnedRows } from './row-store.ts'
import styles from './table.module.css'

/** The keyboard's interface to them. */
export interface LinesControls {
  /** Number of lines per page. */
  readonly page: () => number
  /** Renders a line and scrolls it into view. */
  readonly bring: (index: number) => void
}

interface LinesProps<Row> {
  readonly ref: Ref<LinesControls>
  readonly scroller: RefObject<HTMLElement | null>
  readonly items: readonly Item<Row>[]
  /** The index of each line by its key. */
  readonly places: ReadonlyMap<string, number>
  readonly kept: PinnedRows
  /** Every line has the same height. */
  readonly isUniform: boolean
  readonly table: HTMLAttributes<HTMLTableElement>
  readonly head: ReactNode
  /** Called when one of the last lines is visible. */
  readonly onNearEnd?: (() => void) | undefined
  /** Called before the paint in which other lines appear, also when the table itself does not render. */
  readonly onLines: () => void
  readonly lineOf: (index: number, start: number, measure: RefCallback<HTMLElement> | undefined) => ReactNode
}

/** Up to this number, all lines are rendered. */
export const RENDER_ALL_UP_TO = 100
/** Lines rendered beyond the visible ones, on either side. */
const BEYOND = 6
/** More lines are requested this many lines before the end. */
const NEAR_END = 200
/** Height of the head at the default text size, px; as in `table.module.css`. */
const HEAD_PX = 22

export function Lines<Row>(props: LinesProps<Row>): ReactNode {
  const { ref, scroller, items, places, kept, isUniform, table, head, lineOf, onNearEnd, onLines } = props
  const rowPx = useRowHeight()
  const headPx = Math.round(HEAD_PX * useTextScale())
  // The line with the focus stays rendered, and so do those with text being typed.
  const rangeExtractor = useCallback(
    (range: Range): number[] => {
      const seen = defaultRangeExtractor(range)
      const focused = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row
      const others = [...kept.keys(), ...(focused === undefined ? [] : [focused])].flatMap(
        (key) => places.get(key) ?? [],
      )
      return others.length === 0 ? seen : [...new Set([...seen, ...others])].sort((a, b) => a - b)
    },
    [places, kept],
  )
  const virtual = useVirtualizer({
    count: items.length,
    // Stable functions: new ones would cause all positions to be recalculated.
    getScrollElement: useCallback(() => scroller.current, [scroller]),
    estimateSize: useCallback(() => rowPx, [rowPx]),
    getItemKey: useCallback((index: number) => items[index]?.key ?? index, [items]),
    overscan: items.length <= RENDER_ALL_UP_TO ? RENDER_ALL_UP_TO : BEYOND,
    scrollMargin: headPx,
    scrollPaddingStart: headPx,
    rangeExtractor,
  })
  useImperativeHandle(
    ref,
    () => ({
      page: () => Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - headPx) / rowPx) - 1),
      bring: (index) => virtual.scrollToIndex(index, { align: 'auto' }),
    }),
    [scroller, headPx, rowPx, virtual],
  )
  const last = virtual.range?.endIndex ?? 0
  useEffect(() => {
    if (last >= items.length - NEAR_END) onNearEnd?.()
  }, [last, items.length, onNearEnd])
  const lines = virtual.getVirtualItems()
  // biome-ignore lint/correctness/useExhaustiveDependencies: other lines are reported
  useLayoutEffect(() => onLines(), [lines, onLines])
  const measure = isUniform ? undefined : virtual.measureElement
  return (
    <table
      {...table}
      className={styles.table}
      style={{ '--table-rows': `${virtual.getTotalSize()}px` } as CSSProperties}
    >
      {head}
      {lines.map(({ index, start }) => lineOf(index, start, measure))}
    </table>
  )
}
