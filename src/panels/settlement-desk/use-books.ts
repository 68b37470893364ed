/** The books of several markets at a reading pace, as long as they are looked at. */
import { type RefCallback, useCallback, useEffect, useMemo, useState } from 'react'
import type { BookView } from '../../../contract/market.ts'
import type { Millis } from '../../../contract/time.ts'
import { useFeedFreshness, useMarketData } from '../../market-data/index.ts'
import { usePanelVisible } from '../../ui/index.ts'

/** Levels a side: as deep as the service tells. */
const LEVELS = 25
/** More books are never watched at once. */
export const MOST_BOOKS = 32
/** Figures that are read move so often, ms. */
const EVERY_MS = 500

/** Whether an element is on the screen at all: what is scrolled away or behind another tab watches nothing. */
export function useOnScreen<Element extends HTMLElement>(): {
  readonly ref: RefCallback<Element>
  readonly isSeen: boolean
} {
  const visible = usePanelVisible()
  const [isThere, setThere] = useState(false)
  const ref = useCallback((element: Element | null) => {
    if (element === null) return undefined
    const observer = new IntersectionObserver((entries) => setThere(entries.at(-1)?.isIntersecting === true))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, isSeen: visible && isThere }
}

export type Books = ReadonlyMap<string, BookView>
const NONE: Books = new Map()

/** The newest books by asset, of the first `MOST_BOOKS`; those that have not come yet are not in it. */
function useBooks(assets: readonly string[], isSeen: boolean): Books {
  const { store, clock } = useMarketData()
  const [books, show] = useState(NONE)
  const key = assets.slice(0, MOST_BOOKS).join(' ')
  useEffect(() => {
    if (!isSeen || key === '') return
    const topics = key.split(' ').map((asset) => ({ kind: 'book', asset, step: null, levels: LEVELS }) as const)
    const look = (): void =>
      show((before) => {
        const now = topics.flatMap((topic) => {
          const book = store.read(topic)
          return book === undefined ? [] : [[topic.asset, book] as const]
        })
        const isSame = now.length === before.size && now.every(([asset, book]) => before.get(asset) === book)
        return isSame ? before : new Map(now)
      })
    const stops = topics.map((topic) => {
      let isNew = store.read(topic) === undefined
      return store.subscribe(topic, () => {
        if (isNew) look()
        isNew = false
      })
    })
    look()
    const rest = clock.every(EVERY_MS, look)
    return () => {
      rest()
      for (const stop of stops) stop()
    }
  }, [store, clock, key, isSeen])
  return books
}

/** How old a book is, and whether it counts. */
export interface BookAge {
  /** By this machine's clock; null where it has not come. */
  readonly receivedAt: Millis | null
  readonly isStale: boolean
}

/** Books that are current, by asset, and how each stands. */
export interface JudgedBooks {
  /** Null for a book that is missing or out of date: nothing is counted by it. */
  readonly fresh: (asset: string) => BookView | null
  /** As it was told last, out of date or not. */
  readonly last: (asset: string) => BookView | null
  readonly age: (asset: string) => BookAge
}

/** The books by whether they are current: while the feed is not, none is. */
export function useJudgedBooks(assets: readonly string[], isSeen: boolean): JudgedBooks {
  const books = useBooks(assets, isSeen)
  const { stale } = useFeedFreshness()
  return useMemo(() => {
    const last = (asset: string): BookView | null => books.get(asset) ?? null
    const isStale = (book: BookView): boolean => stale || book.stale
    return {
      last,
      fresh: (asset) => {
        const book = last(asset)
        return book === null || isStale(book) ? null : book
      },
      age: (asset) => {
        const book = last(asset)
        return { receivedAt: book?.receivedAt ?? null, isStale: book !== null && isStale(book) }
      },
    }
  }, [books, stale])
}
