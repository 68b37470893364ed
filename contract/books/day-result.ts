/**
 * What a day made in one market: the sums of which every view of results is put together, by day, bucket, market or family. What closes
 * late in a day belongs to the day on which it closed, and to the bucket in which it was opened.
 */
import type { Family } from '../account.ts'
import { add, type Money, multiply, type Size, signOf, ZERO } from '../decimal.ts'
import { type Millis, millis } from '../time.ts'
import { type Booked, createBooks, type SavedBooks } from './books.ts'
import { type DayOpenings, type OpeningSums, ownPrice, withOpening } from './calibration.ts'
import type { BookEntry, FillEntry } from './entry.ts'
import { NO_TRADES, type OpenTrade, type TradeRecord, type TradeSums, tradeAfter, withTrade } from './trade.ts'

/** The sums of one day, market and bucket. Money is the family's: USDC, of outcomes USDH. */
export interface DayResult extends DayOpenings {
  /** Start of the UTC day. */
  readonly day: Millis
  /** What a person calls the market; null where that was not known. */
  readonly name: string | null
  /** Realized, fees apart, as far as it is known. */
  readonly realised: Money
  /** Closings of which it is not. */
  readonly unknown: number
  readonly fees: Money
  /** Fills of which the service told no fee. */
  readonly feesUnknown: number
  readonly fills: number
  /** Size bought and sold by fills, settlements apart. */
  readonly traded: Size
  /** Price times size of the same. */
  readonly turnover: Money
  /** What the trades made that ended on this day. */
  readonly trades: TradeSums
  /** Settlements of it that the terminal worked out, for the service wrote none as a fill. */
  readonly computed: number
}

/** The books at the end of a day, as plain JSON. */
export interface DayEnd {
  readonly books: SavedBooks
  readonly open: Readonly<Record<string, OpenTrade>>
}

/** Books of a wallet that has none yet. */
export const EMPTY_DAY: DayEnd = { books: [], open: {} }

export const DAY_MS = 86_400_000
/** How long a bucket lasts, ms (service-interface "Limits"). */
export const BUCKET_MS = 7_200_000

/** Start of the UTC day of a moment. */
export const dayOf = (time: number): Millis => millis(Math.floor(time / DAY_MS) * DAY_MS)

/** A day that is being worked out: entry for entry, in as many steps as wanted. */
export interface OpenDay {
  /** Takes the entries that follow those it has, in their order. @returns the trades that ended by them. @throws RangeError as `Books.apply`. */
  take(entries: readonly BookEntry[]): readonly TradeRecord[]
  /** What the day made so far, and the books as they stand. */
  result(): { readonly results: readonly DayResult[]; readonly end: DayEnd }
  /** Assets of entries it took whose name was not known. */
  readonly unnamed: ReadonlySet<string>
}

/**
 * Begins to work a day out.
 * @param begin the books as the day before ended.
 * @param nameOf what a person calls an asset; null where that is not known.
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
      // Of a fill that turns a position over, the bucket is that of what it closed.
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
  family === 'outcome' ? null : millis(Math.floor(time / BUCKET_MS) * BUCKET_MS)

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
    openings: isTrade && entry.family !== 'scalar' ? openedBy(entry, booked, sum.openings) : sum.openings,
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
