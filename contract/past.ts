/** Stored history in pages: requests of windows for fills, orders, settlements and trades, and the answers of main. */

import { z } from 'zod'
import type { Family, Fill, Order } from './account.ts'
import type { Slippage } from './books/index.ts'
import { periodInput, type TradeRow } from './books-view.ts'
import type { Collateral } from './collateral.ts'
import type { Money, Price, Size } from './decimal.ts'
import type { PositionCloseFacts, PositionCloseKind } from './position-close.ts'
import type { Millis } from './time.ts'
import type { Reading } from './weather/index.ts'

/** Kinds of history. */
export const PAST_KINDS = ['fills', 'orders', 'settlements', 'trades'] as const
export type PastKind = (typeof PAST_KINDS)[number]

/** Sort keys of each kind. */
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

const common = {
  /** Whole UTC days up to and including today by the service's clock, everything, or from a time up to, but not including, another. */
  period: periodInput,
  /** Search terms: each must occur in the market, side, state or kind of a row, or in its note, or be one of its ids. */
  filter: z.string().max(120),
  family: z.enum(['scalar', 'binary', 'outcome']).nullable(),
  asset: z.string().min(1).max(40).nullable(),
}

export const pastQuery = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('fills'),
    ...common,
    sort: sortOf(PAST_SORTS.fills),
    /** Restricts to one order. */
    oid: z.string().min(1).max(64).nullable(),
  }),
  z.strictObject({ kind: z.literal('orders'), ...common, sort: sortOf(PAST_SORTS.orders) }),
  z.strictObject({ kind: z.literal('settlements'), ...common, sort: sortOf(PAST_SORTS.settlements) }),
  z.strictObject({ kind: z.literal('trades'), ...common, sort: sortOf(PAST_SORTS.trades) }),
])
export type PastQuery = z.infer<typeof pastQuery>

/** Start of a page, from the previous page; null for the first. */
export const pastCursor = z.string().max(200).nullable()

interface PastRow {
  /** Stable for the same subject. */
  readonly id: string
  readonly family: Family
  /** Display name of the market at the time; the asset when unknown. */
  readonly name: string
}

export interface FillRow extends Fill, PastRow {
  /** Price shown in the window when its order was sent; null when none was shown. */
  readonly shown: Price | null
  /** Settlement currency of its market. */
  readonly collateral: Collateral
  readonly slippage: Slippage | null
}

/** Who created an order: the trader in this terminal, an automated order, or another client. */
export type OrderMaker =
  | { readonly by: 'manual' }
  | { readonly by: 'held'; readonly what: string }
  | { readonly by: 'elsewhere' }

/** `manual`, `Stop`, `other client` */
export const makerLabel = (maker: OrderMaker): string =>
  maker.by === 'manual' ? 'manual' : maker.by === 'held' ? maker.what : 'other client'

export interface OrderRow extends Order, PastRow {
  /** Average of the stored fills; null when there are none. */
  readonly average: Price | null
  /** Why it ended, from the service or the terminal; null when no reason was given. */
  readonly reason: string | null
  readonly maker: OrderMaker
  /** The action that created it; null when it is not stored. */
  readonly actionId: string | null
}

/** A closed position; its result is in its collateral, before fees. */
export interface SettlementRow
  extends PastRow,
    Pick<PositionCloseFacts, 'at' | 'price' | 'size' | 'result' | 'fee' | 'isCertain'> {
  readonly asset: string
  readonly how: PositionCloseKind
  readonly entry: Price | null
  /** Settlement currency of its market. */
  readonly collateral: Collateral
  /** Source: a fill of the service, or derived by this terminal. */
  readonly source: 'reported' | 'computed'
  /** Its id before the service's fill arrived, to which a note may be attached; null when it had no other. */
  readonly before: string | null
}

/** A trade that ended, by its closing time. */
export interface PastTradeRow extends TradeRow {
  readonly name: string
  /** Settlement currency of its market. */
  readonly collateral: Collateral
  /** What the station of a temperature market had reported when the trade began; absent where that is not known. */
  readonly entryReading?: Pick<Reading, 'station' | 'observedAt' | 'celsius'>
}

export type PastPage =
  | { readonly kind: 'fills'; readonly rows: readonly FillRow[]; readonly next: string | null }
  | { readonly kind: 'orders'; readonly rows: readonly OrderRow[]; readonly next: string | null }
  | { readonly kind: 'settlements'; readonly rows: readonly SettlementRow[]; readonly next: string | null }
  | { readonly kind: 'trades'; readonly rows: readonly PastTradeRow[]; readonly next: string | null }

export type PastRowOf<K extends PastKind> = Extract<PastPage, { readonly kind: K }>['rows'][number]

/** Sums of all matches in one collateral. */
export interface PastTotal {
  readonly collateral: Collateral
  readonly count: number
  /** Null when the kind has no fees. */
  readonly fees: Money | null
  /** Rows with an unknown fee. */
  readonly feesUnknown: number
  /** As the service reported it, before fees; for settlements and trades, their result. */
  readonly realised: Money | null
  readonly realisedUnknown: number
  /** Size bought and sold, excluding settlements; for orders their filled size, for settlements and trades null. */
  readonly traded: Size | null
}

/** Totals of all matches: USDC and USDH are never added up. */
export interface PastTotals {
  readonly count: number
  readonly totals: readonly PastTotal[]
}

/** Number of stored records of the signed-in wallet, and the size of their file. */
export interface RecordsView {
  readonly fills: number
  readonly orders: number
  /** Times of the oldest stored fill and order; null when there is none. */
  readonly oldestFill: Millis | null
  readonly oldestOrder: Millis | null
  /** The journal on disk with its side files, and the free space within; bytes. */
  readonly file: { readonly bytes: number; readonly free: number }
}

/** How far back the stored records of one kind go. */
export interface PastReach {
  /** Everything since then is stored, service time; null while that is not certain. */
  readonly since: Millis | null
  /** The service has nothing older. */
  readonly isWhole: boolean
}

/** The `past` topic. */
export interface PastView {
  /** A new version means new rows. */
  readonly version: number
  readonly fills: PastReach
  readonly orders: PastReach
  /** Whether older records are being read. */
  readonly isReading: boolean
  /** Exports in progress, by the id of the call. */
  readonly exports: readonly PastExport[]
}

export interface PastExport {
  readonly kind: PastKind
  readonly written: number
  readonly all: number
}

/** Result of an export. */
export interface ExportedPast {
  /** Null when the trader chose no file. */
  readonly path: string | null
  readonly rows: number
}
