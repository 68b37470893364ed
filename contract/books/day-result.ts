/**
 * What a day made in one market: the sums of which every view of results is put together, by day, bucket, market or family. What closes
 * late in a day belongs to the day on which it closed, and to the bucket in which it was opened.
 */
import type { Family } from '../account.ts'
import { add, type Money, multiply, type Price, type Size, signOf, subtract, ZERO } from '../decimal.ts'
import { type Millis, millis } from '../time.ts'
import { type Booked, createBooks, type SavedBooks } from './books.ts'
import { type BookEntry, SETTLEMENT } from './entry.ts'

/** The sums of one day, market and bucket. Money is the family's: USDC, of outcomes USDH. */
export interface DayResult {
  /** Start of the UTC day. */
  readonly day: Millis
  readonly family: Family
  readonly asset: string
  /** What a person calls the market; null where that was not known. */
  readonly name: string | null
  /** Start of the 120-minute bucket in which it was opened (service-interface "Scalar mark and bucket"); null for outcomes. */
  readonly bucket: Millis | null
  /** Realised, fees apart, as far as it is known. */
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
  /** The price at which the service settled it; null where it did not. */
  readonly settledAt: Price | null
  /** What each position made, after fees, from its beginning to its end on this day; null where that is not known. */
  readonly trades: readonly (Money | null)[]
}

/** A position that is open, with what it made so far, after fees. */
interface OpenTrade {
  readonly bucket: Millis | null
  readonly result: Money | null
  readonly name: string | null
}

/** The books at the end of a day, as plain JSON. */
export interface DayEnd {
  readonly books: SavedBooks
  readonly open: Readonly<Record<string, OpenTrade>>
}

/** Books of a wallet that has none yet. */
export const EMPTY_DAY: DayEnd = { books: [], open: {} }

export const DAY_MS = 86_400_000
const BUCKET_MS = 7_200_000

/** Start of the UTC day of a moment. */
export const dayOf = (time: number): Millis => millis(Math.floor(time / DAY_MS) * DAY_MS)

/**
 * Works a day out.
 * @param entries of that day, in the order of their time.
 * @param nameOf what a person calls an asset; null where that is not known.
 */
export function workOut(
  day: Millis,
  begin: DayEnd,
  entries: readonly BookEntry[],
  nameOf: (asset: string) => string | null,
): { readonly results: readonly DayResult[]; readonly end: DayEnd } {
  const books = createBooks(begin.books)
  const open = new Map(Object.entries(begin.open))
  const results = new Map<string, DayResult>()

  for (const entry of entries) {
    for (const booked of books.apply(entry)) {
      const { asset, family } = booked
      const known = open.get(asset)
      const bucket = bucketOf(booked, known ?? null)
      const name = nameOf(asset) ?? known?.name ?? null
      const trade = known ?? { bucket, result: ZERO as Money, name }
      const turned = booked.isHeld && signOf(booked.closed) > 0 && isTurned(booked)
      const result = after(trade.result, booked)
      const ended = signOf(booked.closed) > 0 && (!booked.isHeld || turned)
      const key = `${asset}/${bucket}`
      results.set(
        key,
        added(results.get(key) ?? nothing(day, family, asset, bucket, name), entry, booked, ended ? [result] : []),
      )
      if (!booked.isHeld) open.delete(asset)
      else if (turned) open.set(asset, { bucket: freshBucket(booked), result: ZERO as Money, name })
      else open.set(asset, { bucket, result, name })
    }
  }
  return { results: [...results.values()], end: { books: books.save(), open: Object.fromEntries(open) } }
}

/** What was held before was closed whole, and the rest of the same fill opened the other way. */
const isTurned = ({ change, closed }: Booked): boolean => signOf(subtract(magnitudeOf(change), closed)) > 0
const magnitudeOf = (size: Size): Size => (size.startsWith('-') ? size.slice(1) : size) as Size

const freshBucket = ({ family, time }: Pick<Booked, 'family' | 'time'>): Millis | null =>
  family === 'outcome' ? null : millis(Math.floor(time / BUCKET_MS) * BUCKET_MS)

/** A settlement of what was held before the books began comes after its bucket has ended: it is of the moment before. */
const bucketOf = (booked: Booked, open: OpenTrade | null): Millis | null =>
  open !== null
    ? open.bucket
    : freshBucket(booked.wasHeld || signOf(booked.closed) > 0 ? { ...booked, time: millis(booked.time - 1) } : booked)

const after = (result: Money | null, { realised, fee }: Booked): Money | null =>
  result === null || realised === null ? null : subtract(add(result, realised), fee ?? (ZERO as Money))

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
  trades: [],
})

function added(sum: DayResult, entry: BookEntry, booked: Booked, trades: readonly (Money | null)[]): DayResult {
  const { realised, fee } = booked
  const isSettlement = entry.kind === 'fill' && entry.oid === SETTLEMENT
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
    trades: [...sum.trades, ...trades],
  }
}
