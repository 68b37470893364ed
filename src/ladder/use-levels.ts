/** Follows the room that a ladder has. */
import { type RefObject, useLayoutEffect, useState } from 'react'
import { levelsFor } from './levels-for.ts'

/** Levels a side that fit into an element, with rows of `row` px and text of this scale; null until it has been measured. */
export function useLevels(element: RefObject<HTMLElement | null>, row: number, scale: number): number | null {
  const [levels, setLevels] = useState<number | null>(null)
  useLayoutEffect(() => {
    const room = element.current
    if (room === null) return
    const measure = (): void => {
      // A panel behind another has no height: what it showed stays.
      if (room.clientHeight > 0) setLevels(levelsFor(room.clientHeight, row, scale))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(room)
    return () => observer.disconnect()
  }, [element, row, scale])
  return levels
}
