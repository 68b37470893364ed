/** A leg of a trade between markets: its book and the book's age, its price, and filling it into a ticket. */

import { type ReactNode, type RefCallback, useCallback, useEffect, useMemo, useState } from 'react'
import { type Price, type Size, toStep } from '../../../contract/decimal.ts'
import type { BookView, Side } from '../../../contract/market.ts'
import type { MarketRef } from '../../../contract/market-ref.ts'
import type { Millis } from '../../../contract/time.ts'
import { NONE } from '../../format/index.ts'
import { spanText, useFeedFreshness, useMarketData, useTick } from '../../market-data/index.ts'
import type { Contract } from '../../relative-value/index.ts'
import { otherSide } from '../../trade-forms/index.ts'
import { usePanelVisible } from '../../ui/index.ts'
import { useTakeOrderIn } from '../../workspace/index.ts'
import { MESSAGES } from './messages.ts'
import styles from './relative-value.module.css'

/** On the trader's side of the tick: never pays more, and never sells for less, than displayed. */
export const onTick = (price: Price, tick: Price | null, side: Side): Price =>
  tick === null ? price : toStep(price, tick, side === 'buy' ? 'down' : 'up')

/** For buying a contract at its own price: the price and side in terms of the traded book. */
export function bookPriceOf(
  { isMirrored }: Pick<Contract, 'isMirrored'>,
  own: Price,
  tick: Price | null,
): { readonly price: Price; readonly side: Side } {
  return isMirrored
    ? { price: onTick(otherSide(own), tick, 'sell'), side: 'sell' }
    : { price: onTick(own, tick, 'buy'), side: 'buy' }
}

export interface LegToTake {
  readonly market: MarketRef
  readonly asset: string
  readonly side: Side
  /** In the market's own prices: for binary markets those of UP. */
  readonly price: Price
  /** Contracts, shares, or for a prediction USDC; null keeps the typed size. */
  readonly size: Size | null
}

interface TakeProps {
  /** Full label of the button: `Buy UP at 0.412`. */
  readonly name: string
  readonly leg: LegToTake | null
  readonly children: ReactNode
  /** Whether a click anywhere in its row counts. */
  readonly isRow?: boolean
}

/** A button that fills an order into the ticket of a market; it sends nothing. */
export function Take({ name, leg, children, isRow = false }: TakeProps): ReactNode {
  const take = useTakeOrderIn()
  if (leg === null) return <span className={styles.name}>{children}</span>
  const { market, asset, side, price, size } = leg
  return (
    <button
      type="button"
      className={isRow ? styles.rowPress : styles.take}
      aria-label={`${name}: into the ticket`}
      title={`${name}: into the ticket; nothing is sent`}
      onClick={() => take(market, asset, { side, price, size, tif: null })}
    >
      {children}
    </button>
  )
}

/** Levels per side: as deep as the service sends. */
const LEVELS = 25
/** Maximum number of books subscribed at once. */
export const MAX_BOOKS = 32
/** Update interval of displayed figures, ms. */
const EVERY_MS = 500

/** Whether an element is on the screen: when scrolled away or in a background tab it subscribes to nothing. */
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
const NO_BOOKS: Books = new Map()

/** The newest books by asset, of the first `MAX_BOOKS`; missing ones have not arrived yet. */
function useBooks(assets: readonly string[], isSeen: boolean): Books {
  const { store, clock } = useMarketData()
  const [books, show] = useState(NO_BOOKS)
  const key = assets.slice(0, MAX_BOOKS).join(' ')
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

/** The age of a book, and whether it is usable. */
interface BookAge {
  /** By this machine's clock; null before it arrived. */
  readonly receivedAt: Millis | null
  readonly isStale: boolean
}

/** Current books by asset, and the age of each. */
export interface JudgedBooks {
  /** Null for a missing or stale book: it is not used in calculations. */
  readonly fresh: (asset: string) => BookView | null
  /** The last received book, stale or not. */
  readonly last: (asset: string) => BookView | null
  readonly age: (asset: string) => BookAge
}

/** Separates current from stale books: while the feed is down, none is current. */
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

interface TableHeadProps {
  readonly heads: readonly { readonly text: string; readonly className?: string | undefined; readonly title?: string }[]
}

/** The head of a static table. */
export const TableHead = ({ heads }: TableHeadProps): ReactNode => (
  <thead>
    <tr>
      {heads.map(({ text, ...head }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns do not change
        <th key={at} scope="col" {...head}>
          {text}
        </th>
      ))}
    </tr>
  </thead>
)

const SECOND = 1000

/** `live` for a quote that is current however long it has not changed, else its age: `stale, 12 s`. */
export function QuoteAge({ age: { receivedAt, isStale } }: { readonly age: BookAge }): ReactNode {
  const now = useTick(SECOND)
  if (receivedAt === null) return <span className={styles.quiet}>{NONE}</span>
  const span = spanText(now - receivedAt)
  return isStale ? (
    <span className={styles.stale}>stale, {span}</span>
  ) : (
    <span className={styles.quiet} title={MESSAGES.changed(span)}>
      {MESSAGES.live}
    </span>
  )
}
