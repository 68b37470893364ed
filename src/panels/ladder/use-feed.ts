/** Feeds the painter: book, marks and trades once per frame, without a render; own orders and results as they change. */

import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Order, Position } from '../../../contract/account.ts'
import { add, type Price, padTo, placesOf, type Size, signOf, toPlaces, ZERO } from '../../../contract/decimal.ts'
import type { PublicTrade, Side, Ticker, TradesView } from '../../../contract/market.ts'
import type { Millis } from '../../../contract/time.ts'
import type { Topic } from '../../../contract/topics.ts'
import { grouped, signed } from '../../format/index.ts'
import { useMarketData, usePainter } from '../../market-data/index.ts'
import type { PriceView } from '../../markets/family/index.ts'
import type { MarketLadder } from '../../markets/ladder/index.ts'
import { type Ahead, aheadText, longest, QueueAhead } from './ahead.ts'
import { byAge, type OwnMark, ordersOf, ownTags } from './own-things.ts'
import type { PriceRows } from './price-rows.ts'
import { marksOf, RowsPainter, targetsIn, tradedRows } from './rows-painter.tsx'

type Tape = Pick<TradesView, 'trades' | 'stale'>

/** Traded size at one price, by the taker's side. */
interface AtPrice {
  readonly price: Price
  readonly taker: Side
  size: Size
}

/** Exact, with the decimals of the finer one: a column of sums reads like one of sizes. */
export const sizeSum = (a: Size, b: Size): Size => padTo(add(a, b), Math.max(placesOf(a), placesOf(b)))

/**
 * Traded size at each price since the tape has been followed without a gap. Where trades may have been missed it restarts and reports its start time:
 * a partial count would read as a complete one. Exact.
 */
export class Traded {
  readonly #levels = new Map<string, AtPrice>()
  #seen: ReadonlySet<string> = new Set()
  #since: Millis | null = null
  #last: PublicTrade | null = null
  #isBroken = true
  #hasBegun = false

  /** Start time of the count, by the service's clock; null before the first known trade. */
  get since(): Millis | null {
    return this.#since
  }

  /** The newest trade. */
  get last(): PublicTrade | null {
    return this.#last
  }

  /** Traded sizes, by price and side. */
  get levels(): Iterable<Readonly<AtPrice>> {
    return this.#levels.values()
  }

  /**
   * Processes the current tape, newest first.
   * @returns the new trades, oldest first, without those of the initial tape; null where some may have been missed, and the count restarted
   */
  take({ trades, stale }: Tape): readonly PublicTrade[] | null {
    if (stale) {
      this.#isBroken = true
      return []
    }
    const known = this.#seen
    const isGap = this.#isBroken || (known.size > 0 && trades.length > 0 && !trades.some(({ tid }) => known.has(tid)))
    const isFirst = !this.#hasBegun
    if (isGap) this.clear()
    this.#hasBegun = true
    const fresh = (isGap ? trades : trades.filter(({ tid }) => !known.has(tid))).toReversed()
    for (const trade of fresh) this.#add(trade)
    this.#seen = new Set(trades.map(({ tid }) => tid))
    this.#since ??= fresh[0]?.time ?? null
    this.#last = trades[0] ?? null
    this.#isBroken = false
    return isFirst ? [] : isGap ? null : fresh
  }

  /** Another market. */
  reset(): void {
    this.clear()
    this.#hasBegun = false
  }

  /** Clears the count. */
  clear(): void {
    this.#levels.clear()
    this.#seen = new Set()
    this.#since = null
    this.#last = null
    this.#isBroken = true
  }

  #add({ px, sz, side }: PublicTrade): void {
    const key = `${px} ${side}`
    const level = this.#levels.get(key) ?? { price: px, taker: side, size: ZERO as Size }
    level.size = sizeSum(level.size, sz)
    this.#levels.set(key, level)
  }
}

interface FeedTerms {
  readonly root: RefObject<HTMLDivElement | null>
  /** Identifies the elements in `root`: it changes with the number of rows, or the view. */
  readonly shape: string
  readonly view: PriceView
  readonly asset: string | null
  /** The book as the rows show it, and its single prices for own orders; equal where nothing is grouped. */
  readonly topic: Extract<Topic, { kind: 'book' }> | null
  readonly exact: Extract<Topic, { kind: 'book' }> | null
  readonly rows: PriceRows | null
  readonly orders: readonly Order[]
  /** Own orders, stops and targets. */
  readonly things: readonly Pick<OwnMark, 'price'>[]
  readonly position: Position | null
  readonly ladder: MarketLadder
  /** The current market price. */
  readonly onPrice: (price: Price) => void
}

const marketOf = (ticker: Pick<Ticker, 'mid' | 'mark' | 'last'> | undefined): Price | null =>
  ticker?.mid ?? ticker?.mark ?? ticker?.last ?? null

export function useFeed(terms: FeedTerms) {
  const { root, shape, view, asset, topic, exact, rows, orders, things, position, ladder, onPrice } = terms
  const { store } = useMarketData()
  const painter = useRef<RowsPainter | null>(null)
  const [ahead] = useState(() => new QueueAhead())
  const [traded] = useState(() => new Traded())
  const [since, setSince] = useState<Millis | null>(null)

  const paintTraded = (): void => {
    if (rows !== null) painter.current?.traded(tradedRows(rows, traded.levels, sizeSum))
  }
  const paintAhead = (): void => {
    if (rows === null) return
    const terms = ownTags(byAge(orders), rows).flatMap((tag) => {
      const text = aheadText(longest(ordersOf(tag).map(({ oid }) => ahead.aheadOf(oid))), grouped)
      return text === '' ? [] : [[tag.row, text] as const]
    })
    painter.current?.ahead(new Map(terms))
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: other elements want another painter
  useLayoutEffect(() => {
    painter.current = root.current === null ? null : new RowsPainter(targetsIn(root.current), view)
    return () => {
      painter.current?.leave()
      painter.current = null
    }
  }, [root, shape, view])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another market's figures must not be shown under the new one's name
  useEffect(
    () => () => {
      painter.current?.clear()
      traded.reset()
      ahead.setOrders([])
      setSince(null)
    },
    [asset],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was forgotten with the market, or out of view, is followed again
  useEffect(() => ahead.setOrders(orders), [ahead, orders, asset])
  // biome-ignore lint/correctness/useExhaustiveDependencies: everything in a row moves with it
  useLayoutEffect(() => {
    if (rows !== null) painter.current?.place(rows)
    paintTraded()
  }, [rows, shape, view])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new painter shows what is known, and waits for no payload
  useLayoutEffect(() => {
    const book = topic === null ? undefined : store.read(topic)
    if (book !== undefined) painter.current?.book(book)
    const ticker = asset === null ? undefined : store.read({ kind: 'ticker', asset })
    if (ticker !== undefined) painter.current?.marks(marksOf(ticker, traded.last?.px))
  }, [shape, view])
  // biome-ignore lint/correctness/useExhaustiveDependencies: own orders moved, or their rows did
  useEffect(paintAhead, [rows, orders, shape, view])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new painter, and one cleared for another market, counts them too
  useEffect(() => painter.current?.own(things.map(({ price }) => price)), [things, asset, shape, view])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the results of the rows
  useLayoutEffect(() => {
    painter.current?.results(
      position === null || signOf(position.size) === 0
        ? null
        : (price) => {
            const money = toPlaces(ladder.resultAt(price, position), 2)
            return { money, text: signed(money), isLoss: signOf(money) < 0 }
          },
    )
  }, [rows, position, ladder, shape, view])

  const isPlaced = rows !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows begin at the price that is known, and wait for no payload
  useLayoutEffect(() => {
    if (isPlaced || asset === null) return
    const at = (topic && store.read(topic)?.mid) ?? marketOf(store.read({ kind: 'ticker', asset }))
    if (at !== null) onPrice(at)
  }, [isPlaced, asset])

  usePainter(topic, (book) => {
    painter.current?.book(book)
    if (book.mid !== null) onPrice(book.mid)
  })
  usePainter(exact, (book) => {
    ahead.takeBook(book)
    paintAhead()
  })
  usePainter(asset === null ? null : { kind: 'ticker', asset }, (ticker) => {
    painter.current?.marks(marksOf(ticker, traded.last?.px))
    const at = marketOf(ticker)
    if (at !== null) onPrice(at)
  })
  usePainter(asset === null ? null : { kind: 'trades', asset }, (tape) => {
    const fresh = traded.take(tape)
    if (tape.stale || fresh === null) ahead.gap()
    else ahead.takeTrades(fresh)
    setSince(traded.since)
    paintTraded()
    if (orders.length > 0) paintAhead()
  })
  return {
    painter,
    /** Start time of the trade count; null before the first. */
    since,
    aheadOf: (oid: string): Ahead => ahead.aheadOf(oid),
  }
}
