/** The quotes of the list as they arrive, and the figures of a row. Prices are the market's own. */
import { createContext, useContext, useEffect, useRef, useState } from 'react'
import type { Position } from '../../../contract/account.ts'
import {
  absolute,
  add,
  compare,
  isDecimalText,
  type Price,
  type Size,
  signOf,
  subtract,
  toPlaces,
  trimZeros,
} from '../../../contract/decimal.ts'
import { MINUS } from '../../../contract/grouped.ts'
import type { Instrument } from '../../../contract/instrument.ts'
import type { RefText } from '../../../contract/market-ref.ts'
import { type LastPrice, type Quote, withKnown } from '../../../contract/quote.ts'
import { useCall } from '../../bridge/index.ts'
import { countdown } from '../../format/index.ts'
import { useMarketData, useTopic } from '../../market-data/index.ts'
import type { PriceView } from '../../markets/axis/index.ts'
import { useChanges } from '../../queries/index.ts'
import { createRowStore, type RowStore, useRowValue } from '../../ui/index.ts'

interface RowPrice extends LastPrice {
  /** Whether it is subscribed and updates with every change. */
  readonly isLive: boolean
}
/** By asset or coin. */
type Prices = RowStore<RowPrice>

/**
 * The prices of every market: live for visible rows, and main's last report for all others.
 * @param assets assets of the visible rows
 */
export function usePrices(assets: readonly string[], isSeen: boolean): Prices {
  const call = useCall()
  const { store } = useMarketData()
  const [prices] = useState(() => createRowStore<RowPrice>())
  const live = useRef(new Map<string, () => void>())
  const version = useTopic(isSeen ? { kind: 'last_prices' } : null)
  useChanges(
    version,
    (since) => call('readLastPrices', { since }),
    (answer) => prices.set(answer.prices.map((price) => [price.quote.asset, rowPrice(price)] as const)),
  )

  /** A visible row has a newer price than the list; its trend comes only from the list. */
  function rowPrice({ quote, trend }: LastPrice): RowPrice {
    const known = prices.read(quote.asset)
    if (known?.isLive === true) return { ...known, quote: withKnown(known.quote, quote), trend }
    return { quote, trend, isLive: false }
  }

  useEffect(() => {
    const wanted = new Set(assets)
    const held = live.current
    const show = (now: Quote, isLive: boolean): void => {
      const known = prices.read(now.asset)
      const quote = withKnown(now, known?.quote ?? null)
      prices.set([[now.asset, { quote, trend: known?.trend ?? null, isLive }]])
    }
    for (const [asset, stop] of held) {
      if (wanted.has(asset)) continue
      stop()
      held.delete(asset)
      const known = prices.read(asset)
      if (known !== undefined) show(known.quote, false)
    }
    for (const asset of wanted) {
      if (held.has(asset)) continue
      const topic = { kind: 'quote', asset } as const
      held.set(
        asset,
        store.subscribe(topic, (quote) => show(quote, !quote.stale)),
      )
      const now = store.read(topic)
      if (now !== undefined) show(now, !now.stale)
    }
  }, [assets, store, prices])
  useEffect(() => {
    const held = live.current
    return () => {
      for (const stop of held.values()) stop()
      held.clear()
    }
  }, [])
  return prices
}

/** Shared by the cells of the list besides their row: prices, positions, favorites, and the price format. */
export interface RowFacts {
  readonly prices: Prices
  /** By asset or coin. */
  readonly positions: ReadonlyMap<string, Position>
  readonly favourites: ReadonlySet<RefText>
  readonly onFavourite: (market: Instrument) => void
  /** The price format of a market; the same object for the same choice. */
  readonly viewOf: (market: Instrument) => PriceView
  /** Whether a row is under a head that shows its question. */
  readonly isUnderHead: (market: Instrument) => boolean
  /** The market shown by the panel's link group. */
  readonly shown: RefText | null
}

const RowFactsContext = createContext<RowFacts | null>(null)
export const RowFactsProvider = RowFactsContext.Provider

export function useRowFacts(): RowFacts {
  const facts = useContext(RowFactsContext)
  if (facts === null) throw new Error('a row outside the list of markets')
  return facts
}

/** A selection of the price of a row's market; rerenders only when it changes (by `Object.is`). */
export function useRowPrice<Picked>(row: Instrument, pick: (price: RowPrice | undefined) => Picked): Picked {
  return useRowValue(useRowFacts().prices, row.asset ?? '', pick)
}

const NBSP = '\u00a0'

/** The mark; without one the mid of the book, and without both the last trade. */
export const priceOf = (quote: Pick<Quote, 'mark' | 'mid' | 'last'>): Price | null =>
  quote.mark ?? quote.mid ?? quote.last

/** Over the last day. */
export function changeOf(quote: Pick<Quote, 'mark' | 'mid' | 'last' | 'prevDay'>): Price | null {
  const now = priceOf(quote)
  return now === null || quote.prevDay === null ? null : subtract<Price>(now, quote.prevDay)
}

/**
 * For copies: a fall as a number that a spreadsheet reads, or with a typographic minus before one with a unit, which it would otherwise take for a
 * formula.
 */
export function changeText(
  quote: Pick<Quote, 'mark' | 'mid' | 'last' | 'prevDay'>,
  view: Pick<PriceView, 'namedDistance'>,
): string | null {
  const change = changeOf(quote)
  if (change === null) return null
  const distance = view.namedDistance(absolute(change))
  if (signOf(change) >= 0) return distance
  return `${isDecimalText(distance) ? '-' : MINUS}${distance}`
}

/** Null while a side of the book is empty, or briefly crossed. */
export function spreadOf({ bid, ask }: Pick<Quote, 'bid' | 'ask'>): Price | null {
  return bid === null || ask === null || compare(ask, bid) < 0 ? null : subtract<Price>(ask, bid)
}

/** Both sides together, for sorting. */
export const depthOf = ({ depth }: Pick<Quote, 'depth'>): Size | null =>
  depth === null ? null : add<Size>(depth.bids, depth.asks)

/** From this value on, a size in a list has no decimals. */
const WHOLE_FROM = '100' as Size

/** `254 × 1,740`: bids and asks, left and right of the price. Whole units suffice for a glance; null without a book. */
export function depthText({ depth }: Pick<Quote, 'depth'>, write: (size: Size) => string): string | null {
  if (depth === null) return null
  const text = (size: Size): string =>
    write(compare(size, WHOLE_FROM) < 0 ? (trimZeros(size) as Size) : toPlaces(size, 0, 'down'))
  return `${text(depth.bids)} × ${text(depth.asks)}`
}

/** The remaining time of a market, or its phase. @param now service time */
export function lifeText({ phase, start, end }: Pick<Instrument, 'phase' | 'start' | 'end'>, now: number): string {
  switch (phase.state) {
    case 'open':
    case 'final':
      return end === null ? phase.text : leftText(end - now)
    case 'waiting':
      return start !== null && start > now ? `in ${coarsely(start - now)}` : phase.text
    default:
      return phase.text
  }
}

const MINUTE = 60_000
/** Below this remaining time, seconds are shown: before, they would only be restless. */
const SECONDS_BELOW = 10 * MINUTE

/** From ten of these on, smaller units are omitted: a column is read at a glance. */
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** `17 s`, `9 min 59 s`, `49 min`, `9 h 49 min`, `15 h`, `4 d 3 h`, `149 d`. */
function leftText(ms: number): string {
  if (ms >= 10 * DAY) return `${Math.floor(ms / DAY)}${NBSP}d`
  if (ms >= 10 * HOUR && ms < DAY) return `${Math.floor(ms / HOUR)}${NBSP}h`
  return ms >= SECONDS_BELOW && ms < HOUR ? `${Math.floor(ms / MINUTE)}${NBSP}min` : countdown(ms)
}

/** In its largest unit alone, where a word precedes it. */
function coarsely(ms: number): string {
  if (ms >= DAY) return `${Math.floor(ms / DAY)}${NBSP}d`
  return ms >= HOUR ? `${Math.floor(ms / HOUR)}${NBSP}h` : leftText(ms)
}

/** Age of a price, ms; from its creation time where known. @param now service time */
export const ageOf = ({ time, receivedAt }: Pick<Quote, 'time' | 'receivedAt'>, now: number): number =>
  Math.max(0, now - (time ?? receivedAt))

/** `17 s`, `23 min`, `5 h`, `2 d`: an age at a glance. */
export function ageText(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  if (seconds < 60) return `${seconds}${NBSP}s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes}${NBSP}min`
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? `${hours}${NBSP}h` : `${Math.floor(hours / 24)}${NBSP}d`
}
