/** The past in pages: what windows ask main for of fills, orders, settlements and trades, and what they are answered. */

import { z } from 'zod'
import type { Family, Fill, Order } from './account.ts'
import type { Slippage } from './books/index.ts'
import { askedPeriod, type TradeRow } from './books-view.ts'
import type { Collateral } from './collateral.ts'
import type { Money, Price, Size } from './decimal.ts'
import type { EndingKind } from './ending.ts'
import type { Millis } from './time.ts'

/** What there are pages of. */
export const PAST_KINDS = ['fills', 'orders', 'settlements', 'trades'] as const
export type PastKind = (typeof PAST_KINDS)[number]

/** By what rows of each kind can be put in order. */
export const PAST_SORTS = {
  fills: ['time', 'market', 'side', 'price', 'size', 'fee', 'liquidity', 'realised', 'slippage', 'note'],
  orders: ['time', 'market', 'side', 'state', 'price', 'size', 'filled', 'average', 'tif', 'maker', 'reason'],
  settlements: ['time', 'market', 'how', 'price', 'size', 'entry', 'result', 'fee', 'source', 'note'],
  trades: [
    ...([
      'time',
      'market',
      'side',
      'size',
      'entry',
      'exit',
      'result',
      'money',
      'fees',
      'adverse',
      'favourable',
    ] as const),
    ...(['held', 'end', 'opened', 'realised', 'down', 'up', 'family', 'fills', 'note'] as const),
  ],
} as const satisfies { readonly [K in PastKind]: readonly string[] }

const sortOf = <Column extends string>(columns: readonly [Column, ...Column[]]) =>
  z.strictObject({ column: z.enum(columns), direction: z.enum(['ascending', 'descending']) })

/** What every kind is asked by. */
const common = {
  /** Whole UTC days up to and with today by the service's clock, everything, or from a moment up to another, its end left out. */
  period: askedPeriod,
  /** Words that each must stand in market, side, state or kind of a row, or in its note, or be an id of it. */
  filter: z.string().max(120),
  family: z.enum(['scalar', 'binary', 'outcome']).nullable(),
  asset: z.string().min(1).max(40).nullable(),
}

export const pastQuery = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('fills'),
    ...common,
    sort: sortOf(PAST_SORTS.fills),
    /** Of one order alone. */
    oid: z.string().min(1).max(64).nullable(),
  }),
  z.strictObject({ kind: z.literal('orders'), ...common, sort: sortOf(PAST_SORTS.orders) }),
  z.strictObject({ kind: z.literal('settlements'), ...common, sort: sortOf(PAST_SORTS.settlements) }),
  z.strictObject({ kind: z.literal('trades'), ...common, sort: sortOf(PAST_SORTS.trades) }),
])
export type PastQuery = z.infer<typeof pastQuery>

/** Where a page begins: what the page before said, null for the first. */
export const pastCursor = z.string().max(200).nullable()

/** What every row has. */
interface PastRow {
  /** The same for the same thing. */
  readonly id: string
  readonly family: Family
  /** The market as a person called it; the asset where that is not known. */
  readonly name: string
}

export interface FillRow extends Fill, PastRow {
  /** The price that the window showed when its order was sent; null where it showed none. */
  readonly shown: Price | null
  /** What its market is settled in. */
  readonly collateral: Collateral
  readonly slippage: Slippage | null
}

/** Who made an order: a hand at this terminal, its held work, or something else. */
export type OrderMaker =
  | { readonly by: 'hand' }
  | { readonly by: 'held'; readonly what: string }
  | { readonly by: 'elsewhere' }

export interface OrderRow extends Order, PastRow {
  /** Over the fills that are kept; null while there is none. */
  readonly average: Price | null
  /** Why it ended so, in the service's words or the terminal's; null where nobody said. */
  readonly reason: string | null
  readonly maker: OrderMaker
  /** The action that made it; null where it is not kept. */
  readonly actionId: string | null
}

/** How a position ended. */
export interface SettlementRow extends PastRow {
  readonly asset: string
  readonly at: Millis
  readonly how: EndingKind
  /** Settlement, or average of the fills that took it; of binary contracts the price of UP. */
  readonly price: Price | null
  /** Signed as the position was. */
  readonly size: Size
  readonly entry: Price | null
  /** Without fees, in the collateral. */
  readonly result: Money | null
  /** What its market is settled in. */
  readonly collateral: Collateral
  readonly fee: Money | null
  /** Who says so: a fill of the service, or this terminal, which derived it. */
  readonly source: 'told' | 'computed'
  /** False where it is only likely. */
  readonly isCertain: boolean
  /** The id that it had before the service's fill for it came: a note may stand on that; null where it had no other. */
  readonly before: string | null
}

/** A trade that ended, by the moment of its end. */
export interface PastTradeRow extends TradeRow {
  readonly name: string
  /** What its market is settled in. */
  readonly collateral: Collateral
}

export type PastPage =
  | { readonly kind: 'fills'; readonly rows: readonly FillRow[]; readonly next: string | null }
  | { readonly kind: 'orders'; readonly rows: readonly OrderRow[]; readonly next: string | null }
  | { readonly kind: 'settlements'; readonly rows: readonly SettlementRow[]; readonly next: string | null }
  | { readonly kind: 'trades'; readonly rows: readonly PastTradeRow[]; readonly next: string | null }

/** The rows of each kind. */
export type PastRowOf<K extends PastKind> = Extract<PastPage, { readonly kind: K }>['rows'][number]

/** Sums of all that matches, in one collateral. */
export interface PastTotal {
  readonly collateral: Collateral
  readonly count: number
  /** Null where the kind has none. */
  readonly fees: Money | null
  /** Rows whose fee is not known. */
  readonly feesUnknown: number
  /** As the service told it, fees apart; of settlements and trades their result. */
  readonly realised: Money | null
  readonly realisedUnknown: number
  /** Size bought and sold, settlements apart; of orders what of them was filled, of settlements and trades null. */
  readonly traded: Size | null
}

/** All that matches, put together: money of USDC and of USDH is never added up. */
export interface PastTotals {
  readonly count: number
  readonly totals: readonly PastTotal[]
}

/** How many records of the wallet that is signed in are kept, and the file that they are in. */
export interface RecordsView {
  readonly fills: number
  readonly orders: number
  /** When the oldest fill and the oldest order were made that are kept; null where there is none. */
  readonly oldestFill: Millis | null
  readonly oldestOrder: Millis | null
  /** The journal on disk with what is written beside it, and how much of it is free for what comes next; bytes. */
  readonly file: { readonly bytes: number; readonly free: number }
}

/** How far back the records of one kind reach. */
export interface PastReach {
  /** Everything since then is kept, the service's time; null while that is not certain. */
  readonly since: Millis | null
  /** The service has nothing older. */
  readonly isWhole: boolean
}

/** The `past` topic. */
export interface PastView {
  /** Another one says that there are new rows. */
  readonly version: number
  readonly fills: PastReach
  readonly orders: PastReach
  /** Whether older records are being read. */
  readonly isReading: boolean
  /** Files that are being written, by the id of the call. */
  readonly exports: readonly PastExport[]
}

export interface PastExport {
  readonly kind: PastKind
  readonly written: number
  readonly all: number
}

/** What became of an export. */
export interface ExportedPast {
  /** Null where the trader chose none. */
  readonly path: string | null
  readonly rows: number
}
