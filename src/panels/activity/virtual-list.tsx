/** A long list of which only what can be seen is on the page; rows may have any height. */
import { useVirtualizer } from '@tanstack/react-virtual'
import type { ReactNode, RefObject } from 'react'
import styles from './activity.module.css'

interface VirtualListProps {
  readonly count: number
  readonly keyOf: (index: number) => string | number
  readonly render: (index: number) => ReactNode
  readonly scroll: RefObject<HTMLDivElement | null>
  readonly onScroll: () => void
}

const ROW_PX = 22

export function VirtualList({ count, keyOf, render, scroll, onScroll }: VirtualListProps): ReactNode {
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_PX,
    getItemKey: keyOf,
    overscan: 8,
  })
  return (
    <div ref={scroll} className={styles.list} onScroll={onScroll}>
      <ol className={styles.virtual} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map((item) => (
          <li
            key={item.key}
            ref={rows.measureElement}
            data-index={item.index}
            aria-setsize={count}
            aria-posinset={item.index + 1}
            style={{ transform: `translateY(${item.start}px)` }}
          >
            {render(item.index)}
          </li>
        ))}
      </ol>
    </div>
  )
}
