/** What belongs to the trader: positions, orders, fills, money (docs/service/positions.md#account, docs/service/orders.md#open). */
import type { Address, Cloid } from './address.ts'
import type { Decimal, Money, Price, Size } from './decimal.ts'
import type { Side } from './market.ts'
import type { Millis } from './time.ts'
import type { UnreadableRow } from './unreadable-row.ts'

/** How long an order may wait: until canceled, not at all, or only as one that rests first. */
export type TimeInForce = 'GTC' | 'IOC' | 'ALO'
/** The kinds of markets that there are. */
export type Family = 'scalar' | 'binary' | 'outcome'

/** Of a row in which the service sent a price or a size with more decimal places than are kept: rounded. Absent where nothing was rounded. */
export interface Rounded {
  readonly rounded?: true
}

/** What is held in one asset; null is what the service left out. */
export interface Position extends Rounded {
  readonly family: Family
  readonly asset: string
  /** Signed: positive long, negative short. */
  readonly size: Size
  readonly entryPx: Price
  readonly markPx: Price | null
  readonly leverage: number | null
  readonly margin: Money | null
  readonly unrealizedPnl: Money | null
  readonly realizedPnl: Money | null
  readonly liquidationPx: Price | null
}

/** USDC, and USDH where the name says so; null is what the service left out. */
export interface AccountMoney {
  readonly equity: Money | null
  /** What new orders may use as margin. */
  readonly available: Money | null
  readonly usdc: Money | null
  readonly usdh: Money | null
  readonly usdhOutcome: Money | null
}

/** `GET /v1/positions/{address}` */
export interface AccountView {
  readonly address: Address
  readonly positions: readonly Position[]
  readonly money: AccountMoney
  /** When it was asked for: what happened before that is in it, what came after may be missing. */
  readonly readAt: Millis
  /** Positions that cannot be read; absent where all can. */
  readonly unreadable?: readonly UnreadableRow[]
}

/** What an order is in; `unknown` for a word of the service that this terminal does not know. */
export type OrderStatus = 'resting' | 'partially_filled' | 'filled' | 'cancelled' | 'rejected' | 'expired' | 'unknown'

/** An order of the trader's as the service reports it. */
export interface Order extends Rounded {
  readonly oid: string
  readonly cloid: Cloid | null
  readonly asset: string
  readonly side: Side
  readonly price: Price
  /** The whole size asked for. */
  readonly size: Size
  readonly filled: Size
  readonly tif: TimeInForce | null
  readonly reduceOnly: boolean
  readonly status: OrderStatus
  readonly statusText: string
  readonly time: Millis
}

/** The trader's open orders of every family. */
export interface OpenOrdersView {
  readonly orders: readonly Order[]
  /** Of outcome orders that could not be read again: how old the ones among `orders` are, ms, and why. Null where all are as just read. */
  readonly old: { readonly ageMs: number; readonly message: string } | null
  /** Orders that cannot be read; absent where all can. */
  readonly unreadable?: readonly UnreadableRow[]
}

/** A fill of the trader's. */
export interface Fill extends Rounded {
  readonly tid: string
  readonly oid: string | null
  /** What the service says it was; null where it does not say. */
  readonly cause: FillCause | null
  readonly asset: string
  readonly side: Side
  readonly price: Price
  readonly size: Size
  /** In money: what was taken in shares at the price of the fill. */
  readonly fee: Money | null
  /** What was taken in shares of the asset itself, where the fee was: so many fewer are held than were bought. */
  readonly feeShares?: Size
  readonly liquidity: 'maker' | 'taker' | null
  readonly realizedPnl: Money | null
  readonly time: Millis
}

/** `GET /v1/fees/{address}`, in basis points. */
export interface Fees {
  readonly makerBps: Decimal
  readonly takerBps: Decimal
}

/** `GET /v1/access/self`: who the token says the trader is. */
export interface AccessSelf {
  readonly wallet: Address | null
  readonly email: string | null
  readonly access: 'allowed' | 'waitlisted' | 'revoked' | 'unknown'
  /** The level in the service's own word. */
  readonly accessText: string
}

/** Why a fill came about; nothing but `Fill.cause` is asked for it. Deleveraging by the service counts as a liquidation. */
export type FillCause = 'trade' | 'settlement' | 'liquidation'

/** What stands in place of an order's id where the service names no order but what it did itself; null for an order's. */
export function causeByOrder(oid: string | null): FillCause | null {
  if (oid === null) return null
  if (/^settle/i.test(oid)) return 'settlement'
  return /^liquidat/i.test(oid) ? 'liquidation' : null
}

/** A part of an id, so that none holds the slash that parts them, or a space. */
const part = (text: string): string => text.replace(/[%/\s]/g, encodeURIComponent)

/** How the ids of all fills of a trade begin. */
export const fillsOfTrade = (tid: string): string => `${part(tid)}/`

/**
 * The id of a fill. Both sides of a self-trade, and all that settles in one block, may share the id of their trade, and a service may give a
 * trade no number of its own: so it is by trade, order, side, asset and time.
 */
export const fillIdOf = ({
  tid,
  oid,
  side,
  asset,
  time,
}: Pick<Fill, 'tid' | 'oid' | 'side' | 'asset' | 'time'>): string =>
  `${fillsOfTrade(tid)}${part(oid ?? '')}/${side}/${part(asset)}/${time}`
