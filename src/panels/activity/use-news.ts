/** Counts what came in above while a list is scrolled down, where nobody sees it. */
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** Scrolled no further than this, the newest entry is in view, px. */
const AT_TOP_PX = 8

export interface News {
  /** Entries above what was newest when the list was last at its top; 0 there. */
  readonly count: number
  readonly onScroll: () => void
  /** Goes to the top. */
  readonly show: () => void
}

/** How many entries stand above the one that was newest; 0 when it is not known or gone. */
export const newsCount = (ids: readonly string[], seen: string | null): number =>
  seen === null ? 0 : Math.max(0, ids.indexOf(seen))

/** @param ids of the entries, newest first */
export function useNews(scroll: RefObject<HTMLElement | null>, ids: readonly string[]): News {
  const newest = ids[0] ?? null
  const [seen, setSeen] = useState(newest)
  const atTop = useRef(true)
  const latest = useRef(newest)
  latest.current = newest
  useEffect(() => {
    if (atTop.current) setSeen(newest)
  }, [newest])
  const onScroll = useCallback(() => {
    atTop.current = (scroll.current?.scrollTop ?? 0) <= AT_TOP_PX
    if (atTop.current) setSeen(latest.current)
  }, [scroll])
  const show = useCallback(() => {
    scroll.current?.scrollTo({ top: 0 })
  }, [scroll])
  return { count: atTop.current ? 0 : newsCount(ids, seen), onScroll, show }
}
