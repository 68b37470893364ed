/** The lines that are on the page. A component of its own: it alone renders when the table is scrolled. */
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
} from 'react'
import { useRowHeight, useTextScale } from '../measures.ts'
import type { Item } from './items.ts'
import type { KeptRows } from './row-store.ts'
import styles from './table.module.css'

/** What the keyboard needs of them. */
export interface LinesControls {
  /** How many lines a page is. */
  readonly page: () => number
  /** Brings a line on the page and into view. */
  readonly bring: (index: number) => void
}

interface LinesProps<Row> {
  readonly ref: Ref<LinesControls>
  readonly scroller: RefObject<HTMLElement | null>
  readonly items: readonly Item<Row>[]
  /** The index of each line by its key. */
  readonly places: ReadonlyMap<string, number>
  readonly kept: KeptRows
  /** Every line is as high as the others. */
  readonly isUniform: boolean
  /** Of the table's element. */
  readonly table: HTMLAttributes<HTMLTableElement>
  readonly head: ReactNode
  /** Told when one of the last lines is seen. */
  readonly onNearEnd?: (() => void) | undefined
  readonly lineOf: (index: number, start: number, measure: RefCallback<HTMLElement> | undefined) => ReactNode
}

/** Up to so many lines all are on the page. */
export const WHOLE = 100
/** Lines beyond what is seen, on either side. */
const BEYOND = 6
/** So many lines before the end more of them are asked for. */
const NEAR_END = 200
/** The head's height at the usual size of text, px; as in `table.module.css`. */
const HEAD_PX = 22

export function Lines<Row>(props: LinesProps<Row>): ReactNode {
  const { ref, scroller, items, places, kept, isUniform, table, head, lineOf, onNearEnd } = props
  const rowPx = useRowHeight()
  const headPx = Math.round(HEAD_PX * useTextScale())
  // The one with the focus stays on the page, and those that something is typed in.
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
    // The same functions as long as they say the same: with others the place of every line is worked out again.
    getScrollElement: useCallback(() => scroller.current, [scroller]),
    estimateSize: useCallback(() => rowPx, [rowPx]),
    getItemKey: useCallback((index: number) => items[index]?.key ?? index, [items]),
    overscan: items.length <= WHOLE ? WHOLE : BEYOND,
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
  const measure = isUniform ? undefined : virtual.measureElement
  return (
    <table
      {...table}
      className={styles.table}
      style={{ '--table-rows': `${virtual.getTotalSize()}px` } as CSSProperties}
    >
      {head}
      {virtual.getVirtualItems().map(({ index, start }) => lineOf(index, start, measure))}
    </table>
  )
}
