/** Which rows of a table are seen: looked at a moment after something moved, so that a list that flies by asks for nothing. */
import { type RefObject, useEffect, useState } from 'react'
import { useMarketData } from '../../market-data/index.ts'
import { createSettle } from './settle.ts'

/** Rows are looked at when nothing has moved for so long, ms: all that came into view are asked for together. */
const SETTLED_AFTER = 100
/** However long it moves, ms. */
const LOOKED_AT_ANYWAY = 500
/** More rows are never kept coming. */
const MOST_ROWS = 60

/** @returns keys of the rows inside `root` that are at least partly seen, from the top; the same array as long as they are the same. */
export function useRowsInView(root: RefObject<HTMLElement | null>, isSeen: boolean): readonly string[] {
  const { clock } = useMarketData()
  const [keys, setKeys] = useState<readonly string[]>([])
  useEffect(() => {
    const element = root.current
    if (element === null || !isSeen) {
      setKeys(NONE)
      return
    }
    const look = (): void => {
      const now = seenIn(element)
      setKeys((before) => (now.join('\n') === before.join('\n') ? before : now))
    }
    const settle = createSettle({ clock, rest: SETTLED_AFTER, most: LOOKED_AT_ANYWAY, run: look })
    const later = (): void => settle.moved()
    const changes = new MutationObserver(later)
    const sizes = new ResizeObserver(later)
    changes.observe(element, { childList: true, subtree: true })
    sizes.observe(element)
    element.addEventListener('scroll', later, { capture: true, passive: true })
    later()
    return () => {
      settle.stop()
      changes.disconnect()
      sizes.disconnect()
      element.removeEventListener('scroll', later, { capture: true })
    }
  }, [root, clock, isSeen])
  return keys
}

const NONE: readonly string[] = []

function seenIn(root: HTMLElement): readonly string[] {
  const box = root.getBoundingClientRect()
  return [...root.querySelectorAll<HTMLElement>('[data-row]')]
    .filter((row) => {
      const { top, bottom } = row.getBoundingClientRect()
      return bottom > box.top && top < box.bottom
    })
    .flatMap(({ dataset }) => dataset.row ?? [])
    .slice(0, MOST_ROWS)
}
