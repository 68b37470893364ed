/** The trader's account: positions, orders, fills and money (docs/service/positions.md#account, docs/service/orders.md#open). */
import type { Address, Cloid } from './address.ts'
import type { Decimal, Money, Price, Size } from './decimal.ts'
import type { Side } from './market.ts'
import type { Family } from './market-ref.ts'
import type { Millis } from './time.ts'
import type { UnreadableRow } from './unreadable-row.ts'

/** Time in force: until canceled, immediate or cancel, or add liquidity only. */
export type TimeInForce = 'GTC' | 'IOC' | 'ALO'
export type { Family }

/**
 * Mixed into rows in which the service sent a price or size with more decimal places than are kept. Lists the rounded fields; absent when nothing was
 * rounded.
 */
export interface Rounded {
  readonly rounded?: true
}

/** A position in one asset. A field is null when the service omitted it. */
export interface Position extends Rounded {
  readonly family: Family
  readonly asset: string
  /** Signed: positive is long, negative is short. */
  readonly size: Size
  readonly entryPx: Price
  readonly markPx: Price | null
  readonly leverage: number | null
  readonly margin: Money | null
  readonly unrealizedPnl: Money | null
  readonly realizedPnl: Money | null
  readonly liquidationPx: Price | null
}

/** Balances in USDC, or in USDH where the name says so. A field is null when the service omitted it. */
export interface AccountMoney {
  readonly equity: Money | null
  /** Margin available to new orders. */
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
  /** Request time: earlier events are included, later ones may be missing. */
  readonly readAt: Millis
  /** Positions that cannot be read; absent when all can. */
  readonly unreadable?: readonly UnreadableRow[]
}

/** Order status; `unknown` for a status of the service that this terminal does not know. */
export type OrderStatus = 'resting' | 'partially_filled' | 'filled' | 'cancelled' | 'rejected' | 'expired' | 'unknown'

/** As order lists, the order history and its files spell them. */
export const ORDER_STATUS_TEXTS: Readonly<Record<OrderStatus, string>> = {
  resting: 'working',
  partially_filled: 'partially filled',
  filled: 'filled',
  cancelled: 'canceled',
  rejected: 'rejected',
  expired: 'expired',
  unknown: 'unknown',
}

/** One of the trader's orders as the service reports it. */
export interface Order extends Rounded {
  readonly oid: string
  readonly cloid: Cloid | null
  readonly asset: string
  readonly side: Side
  readonly price: Price
  /** Original size. */
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
  /** Set when outcome orders could not be refreshed: the age in ms of those among `orders`, and why. Null when all are current. */
  readonly old: { readonly ageMs: number; readonly message: string } | null
  /** Orders that cannot be read; absent when all can. */
  readonly unreadable?: readonly UnreadableRow[]
}

/** One of the trader's fills. */
export interface Fill extends Rounded {
  readonly tid: string
  readonly oid: string | null
  /** The cause the service reports; null when it reports none. */
  readonly cause: FillCause | null
  readonly asset: string
  readonly side: Side
  readonly price: Price
  readonly size: Size
  /** In money: a fee taken in shares is valued at the price of the fill. */
  readonly fee: Money | null
  /** The fee taken in shares of the asset itself: the position is smaller than the size bought by this much. */
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

/** `GET /v1/access/self`: the trader that the token identifies. */
export interface AccessSelf {
  readonly wallet: Address | null
  readonly email: string | null
  readonly access: 'allowed' | 'waitlisted' | 'revoked' | 'unknown'
  /** The access level as the service wrote it. */
  readonly accessText: string
}

/** Why a fill happened; used only for `Fill.cause`. Deleveraging by the service counts as a liquidation. */
export type FillCause = 'trade' | 'settlement' | 'liquidation'

/** The cause that the service writes in place of an order id for its own fills; null for the id of an order. */
export function causeByOrder(oid: string | null): FillCause | null {
  if (oid === null) return null
  if (/^settle/i.test(oid)) return 'settlement'
  return /^liquidat/i.test(oid) ? 'liquidation' : null
}

/** Escapes one part of an id, so that no part contains the separating slash or a space. */
const part = (text: string): string => text.replace(/[%/\s]/g, encodeURIComponent)

/** The prefix of the ids of all fills of a trade. */
export const fillsOfTrade = (tid: string): string => `${part(tid)}/`

/**
 * The id of a fill, from trade, order, side, asset and time. The trade id alone is not unique: both sides of a self-trade and all settlements of one
 * block may share it, and a service may omit it.
 */
export const fillIdOf = ({
  tid,
  oid,
  side,
  asset,
  time,
}: Pick<Fill, 'tid' | 'oid' | 'side' | 'asset' | 'time'>): string =>
  `${fillsOfTrade(tid)}${part(oid ?? '')}/${side}/${part(asset)}/${time}`
