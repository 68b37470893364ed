/** How a table that is wider than its panel gives way: whole columns go, in an order that is written down, until the rest fits. */
import { createContext, type RefObject, useContext, useLayoutEffect, useRef, useState } from 'react'

/** The columns that are gone. */
const GoneContext = createContext<ReadonlySet<string>>(new Set())
export const GoneProvider = GoneContext.Provider

/** Whether a column gave way in the table around; undefined never does. */
export const useGone = (column: string | undefined): boolean => {
  const gone = useContext(GoneContext)
  return column !== undefined && gone.has(column)
}

/** What a step of giving way is decided by, px. */
export interface Fit {
  /** How many columns gave way. */
  readonly level: number
  /** How many may. */
  readonly most: number
  /** Width of the table as it is drawn. */
  readonly table: number
  /** Width it has. */
  readonly room: number
  /** Width that the table needed at each level that did not fit. */
  readonly needed: readonly (number | undefined)[]
}

/** The level to try next; the same when it fits and a lower one would not. Pure. */
export function nextLevel({ level, most, table, room, needed }: Fit): number {
  if (table > room + 1) return Math.min(most, level + 1)
  const below = needed[level - 1]
  return level > 0 && below !== undefined && below <= room ? level - 1 : level
}

/** The columns that are gone now; `rows` counts what is shown, as other rows may need another width. */
export function useGivingWay(
  box: RefObject<HTMLDivElement | null>,
  order: readonly string[],
  rows: number,
): ReadonlySet<string> {
  const [level, setLevel] = useState(0)
  const needed = useRef<(number | undefined)[]>([])
  const counted = useRef(rows)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another level is measured anew
  useLayoutEffect(() => {
    const scroller = box.current
    const table = scroller?.querySelector('table')
    if (scroller == null || table == null) return
    if (counted.current !== rows) {
      counted.current = rows
      needed.current = []
      if (level !== 0) {
        setLevel(0)
        return
      }
    }
    const measure = (): void => {
      const width = table.offsetWidth
      const room = scroller.clientWidth
      if (room === 0) return
      if (width > room + 1) needed.current[level] = width
      setLevel(nextLevel({ level, most: order.length, table: width, room, needed: needed.current }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(scroller)
    observer.observe(table)
    return () => observer.disconnect()
  }, [box, order, rows, level])
  return new Set(order.slice(0, level))
}
