/** Counts what came in above while a list is scrolled down, where nobody sees it. */
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** Scrolled no further than this, the newest row is in view, px. */
const AT_TOP_PX = 8

export interface News {
  /** Rows with an event that is newer than all that there were when the list was last at its top; 0 there. */
  readonly count: number
  readonly onScroll: () => void
  /** Goes to the top. */
  readonly show: () => void
}

/** How many of these times, newest first, are after the newest that was seen; 0 when that is not known. */
export const newsCount = (times: readonly number[], seen: number | null): number =>
  seen === null ? 0 : times.filter((time) => time > seen).length

/** @param times of the newest events of the rows, newest first */
export function useNews(scroll: RefObject<HTMLElement | null>, times: readonly number[]): News {
  const newest = times[0] ?? null
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
  return { count: atTop.current ? 0 : newsCount(times, seen), onScroll, show }
}
