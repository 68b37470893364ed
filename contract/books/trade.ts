/**
 * A trade: the position in one asset from flat to flat, or to the other side. It is booked on the day on which it ends; open trades carry over from
 * day to day.
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
import { FAMILY_RULES, isOtherSide } from '../family-rules.ts'
import { type Millis, millis } from '../time.ts'
import type { Booked } from './books.ts'
import { type BookEntry, entryIdOf } from './entry.ts'

/** How a trade ended. `turned_over`: by a fill that flipped the position to the other side. */
export const TRADE_ENDS = ['closed', 'settled', 'liquidated', 'converted', 'turned_over'] as const
export type TradeEnd = (typeof TRADE_ENDS)[number]

/** Side of the position: for binary contracts long is UP and short is DOWN. */
export type TradeSide = 'long' | 'short'

/** A closed trade, in the family's money: USDC, or USDH for outcomes. */
export interface TradeRecord {
  /** Stable across recalculations: derived from the fill or conversion that opened it. */
  readonly id: string
  readonly family: Family
  readonly asset: string
  /** Display name of the market; null when unknown. */
  readonly name: string | null
  /** Start of the bucket in which it was opened; null for outcomes. */
  readonly bucket: Millis | null
  readonly side: TradeSide
  /** Service time; null when it was opened before the records begin. */
  readonly openedAt: Millis | null
  readonly closedAt: Millis
  /** Largest size held, unsigned. */
  readonly size: Size
  /** Average entry and exit prices, rounded half up to 9 places; of UP for binary contracts; null when unknown. */
  readonly entry: Price | null
  readonly exit: Price | null
  /** Null when a part of it is unknown. */
  readonly realised: Money | null
  readonly fees: Money
  /** Number of fills without a reported fee. */
  readonly feesUnknown: number
  /** Realized P&L minus fees; null when realized P&L is unknown. */
  readonly result: Money | null
  readonly fills: number
  readonly end: TradeEnd
  /** For contracts and shares held to settlement, whether their side won; null otherwise. */
  readonly cameTrue: boolean | null
  /** Size that the first entry opened: for a fill that flipped the previous trade, the rest of it. */
  readonly first: Size
}

/** An open trade with its results so far. */
export interface OpenTrade
  extends Pick<
    TradeRecord,
    'id' | 'name' | 'bucket' | 'side' | 'openedAt' | 'first' | 'size' | 'realised' | 'fees' | 'feesUnknown' | 'fills'
  > {
  /** Size held now, unsigned. */
  readonly held: Size
  /** Total size opened and its value at the entry prices; the value is null when a part of it is unknown. */
  readonly opened: Size
  readonly openedValue: Money | null
  /** Total size closed and its value at the exit prices; the value is null when a part of it is unknown. */
  readonly closed: Size
  readonly closedValue: Money | null
}

/** Totals of the trades that ended in a period. */
export interface TradeSums {
  /** Number of trades with a known result, and of those that won and lost, after fees. */
  readonly known: number
  readonly wins: number
  readonly losses: number
  /** Sums over those; losses are negative. */
  readonly won: Money
  readonly lost: Money
  /** Number of trades with an unknown result. */
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

/** Decimals of average prices, and of the parts of a divided fee. */
const PLACES = 9
const FEE_PLACES = 6

/** The id of the trade that an entry opens in an asset: a conversion opens one in each coin received. */
export const tradeIdOf = (asset: string, entry: BookEntry): string =>
  entry.kind === 'fill' ? entryIdOf(entry) : `${asset}/${entryIdOf(entry)}`

/** Whether the fill closed the whole position and opened the other side with the rest. */
export const isTurn = ({ closed, opened }: Booked): boolean => signOf(closed) > 0 && signOf(opened) > 0

/**
 * The trade in an asset after an entry.
 * @param open the trade before the entry; undefined when flat, or when opened before the records begin.
 * @param bucketOf start of the bucket of a time.
 */
export function tradeAfter(
  open: OpenTrade | undefined,
  entry: BookEntry,
  booked: Booked,
  name: string | null,
  bucketOf: (time: number) => Millis | null,
): { readonly ended: TradeRecord | null; readonly open: OpenTrade | null } {
  const before = open ?? newTrade(entry, booked, name, bucketOf)
  const turns = isTurn(booked)
  const closes = signOf(booked.closed) > 0
  if (!turns) {
    const trade = withEntry(before, entry, booked, name)
    const isOver = closes && !booked.isHeld
    return { ended: isOver ? endedBy(trade, entry, booked, false) : null, open: booked.isHeld ? trade : null }
  }
  const { closing, opening } = halves(booked)
  const trade = withEntry(before, entry, closing, name)
  const next = newTrade(entry, opening, name, bucketOf)
  return { ended: endedBy(trade, entry, booked, true), open: withEntry(next, entry, opening, name) }
}

/** The two parts of a fill that flips a position, each with its share of the fee. */
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

/**
 * A trade before its first entry is added. If that entry closes, the position was opened before the records begin: in the bucket that was current just
 * before the close, as a settlement arrives when its bucket has ended.
 */
function newTrade(
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

function withEntry(trade: OpenTrade, entry: BookEntry, booked: Booked, name: string | null): OpenTrade {
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
    // More was closed than opened: the cost of the rest is unknown.
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

/** Whether the side won at a settlement price (of UP for binary contracts); null for scalar markets and partial payouts. */
export function cameTrueAt(family: Family, side: TradeSide, price: Price): boolean | null {
  if (FAMILY_RULES[family].isMark) return null
  const pays = compare(price, ONE) === 0
  if (!pays && signOf(price) !== 0) return null
  return isOtherSide(family, side) ? !pays : pays
}

/** The totals with one more trade. */
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

/** The totals of two periods together. */
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
