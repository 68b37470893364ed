/**
 * A trade: what was held in one asset from nothing to nothing, or to the other side of nothing. It is worked out with the day on which it
 * ends; what is still open is carried from day to day.
 */
import type { Family } from '../account.ts'
import {
  absolute,
  add,
  compare,
  divide,
  greater,
  type Money,
  multiply,
  ONE,
  type Price,
  type Size,
  signOf,
  subtract,
  trimZeros,
  ZERO,
} from '../decimal.ts'
import { type Millis, millis } from '../time.ts'
import type { Booked } from './books.ts'
import { type BookEntry, entryIdOf } from './entry.ts'

/** How a trade ended. `turned_over`: by a fill whose rest opened the other side. */
export const TRADE_ENDS = ['closed', 'settled', 'liquidated', 'converted', 'turned_over'] as const
export type TradeEnd = (typeof TRADE_ENDS)[number]

/** What was held: of binary contracts a long is UP and a short is DOWN. */
export type TradeSide = 'long' | 'short'

/** A trade that has ended. Money is the family's: USDC, of outcomes USDH. */
export interface TradeRecord {
  /** The same however often it is worked out: by the fill or conversion that opened it. */
  readonly id: string
  readonly family: Family
  readonly asset: string
  /** What a person calls the market; null where that was not known. */
  readonly name: string | null
  /** Start of the bucket in which it was opened; null for outcomes. */
  readonly bucket: Millis | null
  readonly side: TradeSide
  /** The service's time; null where it was opened before the records begin. */
  readonly openedAt: Millis | null
  readonly closedAt: Millis
  /** The most that was held, without its sign. */
  readonly size: Size
  /** Average prices in and out, rounded half up to 9 places; of binary contracts those of UP; null where one is not known. */
  readonly entry: Price | null
  readonly exit: Price | null
  /** Null where a part of it is not known. */
  readonly realised: Money | null
  readonly fees: Money
  /** Fills of which the service told no fee. */
  readonly feesUnknown: number
  /** Realized less fees; null where what was realized is not known. */
  readonly result: Money | null
  readonly fills: number
  readonly end: TradeEnd
  /** Of contracts and shares that were held to their settlement, whether their own side won; null for all else. */
  readonly cameTrue: boolean | null
  /** What the first entry opened: of a fill that turned the trade before over, the rest of it. */
  readonly first: Size
}

/** A trade that is open, with what it came to so far. */
export interface OpenTrade {
  readonly id: string
  readonly name: string | null
  readonly bucket: Millis | null
  readonly side: TradeSide
  readonly openedAt: Millis | null
  readonly first: Size
  readonly held: Size
  readonly size: Size
  readonly opened: Size
  readonly openedValue: Money | null
  readonly closed: Size
  readonly closedValue: Money | null
  readonly realised: Money | null
  readonly fees: Money
  readonly feesUnknown: number
  readonly fills: number
}

/** What the trades that ended in a stretch of time came to. */
export interface TradeSums {
  /** Those whose result is known, those of them that made and those that lost something, after fees. */
  readonly known: number
  readonly wins: number
  readonly losses: number
  /** Sums of the same; what was lost is negative. */
  readonly won: Money
  readonly lost: Money
  readonly unknown: number
}

export const NO_TRADES: TradeSums = {
  known: 0,
  wins: 0,
  losses: 0,
  won: ZERO,
  lost: ZERO,
  unknown: 0,
}

const PLACES = 9
const FEE_PLACES = 6

/** The id of the trade in an asset that an entry opens: a conversion opens one in each coin that it gives. */
export const tradeIdOf = (asset: string, entry: BookEntry): string =>
  entry.kind === 'fill' ? entryIdOf(entry) : `${asset}/${entryIdOf(entry)}`

/** Whether the fill closed all that was held and opened the other side with its rest. */
export const isTurn = ({ closed, opened }: Booked): boolean => signOf(closed) > 0 && signOf(opened) > 0

/**
 * What an entry makes of the trade in its asset.
 * @param open as it was before the entry; undefined where nothing was held, or where it was held before the records begin.
 * @param bucketOf start of the bucket of a moment.
 */
export function tradeAfter(
  open: OpenTrade | undefined,
  entry: BookEntry,
  booked: Booked,
  name: string | null,
  bucketOf: (time: number) => Millis | null,
): { readonly ended: TradeRecord | null; readonly open: OpenTrade | null } {
  const before = open ?? begun(entry, booked, name, bucketOf)
  const turns = isTurn(booked)
  const closes = signOf(booked.closed) > 0
  if (!turns) {
    const trade = moved(before, entry, booked, name)
    const isOver = closes && !booked.isHeld
    return { ended: isOver ? endedBy(trade, entry, booked, false) : null, open: booked.isHeld ? trade : null }
  }
  const { closing, opening } = halves(booked)
  const trade = moved(before, entry, closing, name)
  const next = begun(entry, opening, name, bucketOf)
  return { ended: endedBy(trade, entry, booked, true), open: moved(next, entry, opening, name) }
}

/** The two parts of a fill that turns a position over, each with its part of the fee. */
function halves(booked: Booked): { readonly closing: Booked; readonly opening: Booked } {
  const { closed, opened, fee } = booked
  const part =
    fee === null ? null : trimZeros(divide(multiply(fee, closed), add(closed, opened), FEE_PLACES) as string as Money)
  const rest = fee === null || part === null ? null : subtract(fee, part)
  return {
    closing: { ...booked, opened: ZERO, openedValue: ZERO, fee: part, isHeld: false },
    opening: {
      ...booked,
      closed: ZERO,
      closedValue: ZERO,
      realised: ZERO,
      computed: ZERO,
      fee: rest,
      wasHeld: false,
    },
  }
}

/** What is closed before anything was opened was held before the records begin: in the bucket that had not ended then. */
function begun(
  entry: BookEntry,
  { asset, change, closed, opened, time, wasHeld }: Booked,
  name: string | null,
  bucketOf: (time: number) => Millis | null,
): OpenTrade {
  const closes = signOf(closed) > 0
  const isEarlier = wasHeld || closes
  const isLong = signOf(change) > 0 !== closes
  return {
    id: isEarlier ? `before/${tradeIdOf(asset, entry)}` : tradeIdOf(asset, entry),
    name,
    bucket: bucketOf(isEarlier ? time - 1 : time),
    side: isLong ? 'long' : 'short',
    openedAt: isEarlier ? null : time,
    first: opened,
    held: isEarlier ? closed : ZERO,
    size: isEarlier ? closed : ZERO,
    opened: ZERO,
    openedValue: isEarlier ? null : ZERO,
    closed: ZERO,
    closedValue: ZERO,
    realised: ZERO,
    fees: ZERO,
    feesUnknown: 0,
    fills: 0,
  }
}

function moved(trade: OpenTrade, entry: BookEntry, booked: Booked, name: string | null): OpenTrade {
  const { closed, opened, fee } = booked
  const held = subtract(add(trade.held, opened), closed)
  return {
    ...trade,
    name: name ?? trade.name,
    held: signOf(held) < 0 ? ZERO : held,
    size: greater(trade.size, signOf(held) < 0 ? closed : held),
    opened: add(trade.opened, opened),
    openedValue: sum(trade.openedValue, booked.openedValue),
    closed: add(trade.closed, closed),
    closedValue: sum(trade.closedValue, booked.closedValue),
    realised: sum(trade.realised, booked.realised),
    fees: add(trade.fees, fee ?? ZERO),
    feesUnknown: trade.feesUnknown + (fee === null ? 1 : 0),
    fills: trade.fills + (entry.kind === 'fill' && entry.cause !== 'settlement' ? 1 : 0),
  }
}

function endedBy(trade: OpenTrade, entry: BookEntry, booked: Booked, turns: boolean): TradeRecord {
  const { id, name, bucket, side, openedAt, first, size, realised, fees, feesUnknown, fills } = trade
  const { opened, openedValue, closed, closedValue } = trade
  const end = endOf(entry, turns)
  return {
    id,
    family: booked.family,
    asset: booked.asset,
    name,
    bucket,
    side,
    openedAt,
    closedAt: millis(entry.time),
    size: absolute(size),
    // More went than had come: what the rest of it cost is not known.
    entry: compare(opened, closed) === 0 ? average(openedValue, opened) : null,
    exit: average(closedValue, closed),
    realised,
    fees,
    feesUnknown,
    result: realised === null ? null : subtract(realised, fees),
    fills,
    end,
    cameTrue:
      end === 'settled' && entry.kind !== 'conversion' && entry.price !== null
        ? cameTrueAt(booked.family, side, entry.price)
        : null,
    first,
  }
}

function endOf(entry: BookEntry, turns: boolean): TradeEnd {
  if (entry.kind === 'conversion') return 'converted'
  if (entry.kind === 'settlement') return 'settled'
  if (entry.cause === 'settlement') return 'settled'
  if (entry.cause === 'liquidation') return 'liquidated'
  return turns ? 'turned_over' : 'closed'
}

/** By the price that the service paid, of binary contracts that of UP; null for scalar markets and for what was paid in part. */
export function cameTrueAt(family: Family, side: TradeSide, price: Price): boolean | null {
  if (family === 'scalar') return null
  const pays = compare(price, ONE) === 0
  if (!pays && signOf(price) !== 0) return null
  return family === 'binary' && side === 'short' ? !pays : pays
}

/** The sums with another trade in them. */
export function withTrade(sums: TradeSums, { result }: Pick<TradeRecord, 'result'>): TradeSums {
  if (result === null) return { ...sums, unknown: sums.unknown + 1 }
  const sign = signOf(result)
  return {
    ...sums,
    known: sums.known + 1,
    wins: sums.wins + (sign > 0 ? 1 : 0),
    losses: sums.losses + (sign < 0 ? 1 : 0),
    won: sign > 0 ? add(sums.won, result) : sums.won,
    lost: sign < 0 ? add(sums.lost, result) : sums.lost,
  }
}

/** The sums of two stretches. */
export const joinedTrades = (a: TradeSums, b: TradeSums): TradeSums => ({
  known: a.known + b.known,
  wins: a.wins + b.wins,
  losses: a.losses + b.losses,
  won: add(a.won, b.won),
  lost: add(a.lost, b.lost),
  unknown: a.unknown + b.unknown,
})

const sum = (a: Money | null, b: Money | null): Money | null => (a === null || b === null ? null : add(a, b))
const average = (value: Money | null, size: Size): Price | null =>
  value === null || signOf(size) === 0 ? null : trimZeros(divide(value, size, PLACES))
