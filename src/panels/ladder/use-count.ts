/** How many rows there is room for. */
import { type RefObject, useLayoutEffect, useState } from 'react'

/** Rows of `height` px in an element, an odd number so that one is in the middle; null until it has been measured. */
export function useCount(element: RefObject<HTMLElement | null>, height: number, around: number): number | null {
  const [count, setCount] = useState<number | null>(null)
  useLayoutEffect(() => {
    const room = element.current
    if (room === null) return
    const measure = (): void => {
      // A panel behind another has no height: what it showed stays.
      if (room.clientHeight > 0) setCount(rowsIn(room.clientHeight - around, height))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(room)
    return () => observer.disconnect()
  }, [element, height, around])
  return count
}

/** Pure. */
function rowsIn(room: number, height: number): number {
  const fit = Math.max(3, Math.floor(room / height))
  return fit % 2 === 0 ? fit - 1 : fit
}
