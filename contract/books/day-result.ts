/**
 * Results of a day in one market: the sums from which every results view is built, by day, bucket, market or family. A close counts on the day it
 * happens, and in the bucket in which the position was opened.
 */

import type { Family } from '../account.ts'
import { add, type Money, multiply, type Size, signOf, ZERO } from '../decimal.ts'
import { FAMILY_RULES, hasBuckets, ownPrice } from '../family-rules.ts'
import { type Millis, millis } from '../time.ts'
import { type Booked, createBooks, type SavedBooks } from './books.ts'
import { type DayOpenings, type OpeningSums, withOpening } from './calibration.ts'
import type { BookEntry, FillEntry } from './entry.ts'
import { NO_TRADES, type OpenTrade, type TradeRecord, type TradeSums, tradeAfter, withTrade } from './trade.ts'

/** Sums of one day, market and bucket, in the family's money: USDC, or USDH for outcomes. */
export interface DayResult extends DayOpenings {
  /** Start of the UTC day. */
  readonly day: Millis
  /** Display name of the market; null when unknown. */
  readonly name: string | null
  /** Known realized P&L before fees. */
  readonly realised: Money
  /** Number of closes with unknown realized P&L. */
  readonly unknown: number
  readonly fees: Money
  /** Number of fills without a reported fee. */
  readonly feesUnknown: number
  readonly fills: number
  /** Size bought and sold by fills, excluding settlements. */
  readonly traded: Size
  /** Price times size of those fills. */
  readonly turnover: Money
  /** Trades that ended on this day. */
  readonly trades: TradeSums
  /** Settlements that the terminal computed because the service reported no fill for them. */
  readonly computed: number
}

/** Books at the end of a day, as plain JSON. */
export interface DayEnd {
  readonly books: SavedBooks
  readonly open: Readonly<Record<string, OpenTrade>>
}

/** Books of a new wallet. */
export const EMPTY_DAY: DayEnd = { books: [], open: {} }

export const DAY_MS = 86_400_000
/** Length of a bucket, ms (service-interface "Limits"). */
export const BUCKET_MS = 7_200_000

/** Start of the UTC day of a time. */
export const dayOf = (time: number): Millis => millis(Math.floor(time / DAY_MS) * DAY_MS)

/** A day being calculated entry by entry, in as many steps as wanted. */
export interface OpenDay {
  /** Takes the next entries, in order. @returns the trades that they ended. @throws RangeError as `Books.apply`. */
  take(entries: readonly BookEntry[]): readonly TradeRecord[]
  /** Results of the day so far, and the current books. */
  result(): { readonly results: readonly DayResult[]; readonly end: DayEnd }
  /** Assets of the entries so far without a known name. */
  readonly unnamed: ReadonlySet<string>
}

/**
 * Starts the calculation of a day.
 * @param begin books at the end of the day before.
 * @param nameOf display name of an asset; null when unknown.
 */
export function openDay(day: Millis, begin: DayEnd, nameOf: (asset: string) => string | null): OpenDay {
  const books = createBooks(begin.books)
  const open = new Map(Object.entries(begin.open))
  const results = new Map<string, DayResult>()
  const unnamed = new Set<string>()

  function take(entry: BookEntry): readonly TradeRecord[] {
    const trades: TradeRecord[] = []
    for (const booked of books.apply(entry)) {
      const { asset, family } = booked
      const known = open.get(asset)
      const name = nameOf(asset) ?? known?.name ?? null
      if (name === null) unnamed.add(asset)
      const trade = tradeAfter(known, entry, booked, name, (time) => bucketOf(family, time))
      if (trade.open === null) open.delete(asset)
      else open.set(asset, trade.open)
      if (trade.ended !== null) trades.push(trade.ended)
      // For a fill that flips a position, the bucket is that of the closed part.
      const bucket = (trade.ended ?? trade.open)?.bucket ?? known?.bucket ?? bucketOf(family, booked.time)
      const key = `${asset}/${bucket}`
      const sum = results.get(key) ?? nothing(day, family, asset, bucket, name)
      results.set(key, added(sum, entry, booked, trade.ended))
    }
    return trades
  }

  return {
    take: (entries) => entries.flatMap(take),
    result: () => ({ results: [...results.values()], end: { books: books.save(), open: Object.fromEntries(open) } }),
    unnamed,
  }
}

const bucketOf = (family: Family, time: number): Millis | null =>
  hasBuckets(family) ? millis(Math.floor(time / BUCKET_MS) * BUCKET_MS) : null

const nothing = (
  day: Millis,
  family: Family,
  asset: string,
  bucket: Millis | null,
  name: string | null,
): DayResult => ({
  day,
  family,
  asset,
  name,
  bucket,
  realised: ZERO as Money,
  unknown: 0,
  fees: ZERO as Money,
  feesUnknown: 0,
  fills: 0,
  traded: ZERO as Size,
  turnover: ZERO as Money,
  settledAt: null,
  trades: NO_TRADES,
  computed: 0,
  openings: [],
})

function added(sum: DayResult, entry: BookEntry, booked: Booked, ended: TradeRecord | null): DayResult {
  const { realised, fee } = booked
  const isComputed = entry.kind === 'settlement'
  const isSettlement = isComputed || (entry.kind === 'fill' && entry.cause === 'settlement')
  const isTrade = entry.kind === 'fill' && !isSettlement
  return {
    ...sum,
    realised: add(sum.realised, realised ?? (ZERO as Money)),
    unknown: sum.unknown + (realised === null ? 1 : 0),
    fees: add(sum.fees, fee ?? (ZERO as Money)),
    feesUnknown: sum.feesUnknown + (fee === null ? 1 : 0),
    fills: sum.fills + (isTrade ? 1 : 0),
    traded: isTrade ? add(sum.traded, entry.size) : sum.traded,
    turnover: isTrade ? add(sum.turnover, multiply(entry.price, entry.size)) : sum.turnover,
    settledAt: isSettlement ? entry.price : sum.settledAt,
    trades: ended === null ? sum.trades : withTrade(sum.trades, ended),
    computed: sum.computed + (isComputed ? 1 : 0),
    openings: isTrade && !FAMILY_RULES[entry.family].isMark ? openedBy(entry, booked, sum.openings) : sum.openings,
  }
}

function openedBy(
  { family, side, price }: FillEntry,
  { opened }: Booked,
  openings: readonly OpeningSums[],
): readonly OpeningSums[] {
  if (signOf(opened) === 0) return openings
  const held = side === 'buy' ? 'long' : 'short'
  return withOpening(openings, { side: held, size: opened, price: ownPrice(family, held, price) })
}
