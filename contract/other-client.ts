/** Orders, fills and positions of the trader's wallet that no action of this terminal made: another client's, or of a key that has leaked. */
import type { Price, Size } from './decimal.ts'
import type { Side } from './market.ts'
import type { Millis } from './time.ts'

/** What an order of another client traded, its fills together. */
export interface ExternalTrade {
  /** The order's id at the service; of a fill that names none `fill/` and its own. */
  readonly id: string
  readonly asset: string
  readonly side: Side
  readonly size: Size
  /** Average. */
  readonly price: Price
  /** The service's time of the last fill. */
  readonly at: Millis
}

/** What windows see of other clients. */
export interface OtherClientView {
  /** Ids at the service of the orders that rest now. */
  readonly orders: readonly string[]
  /** The newest that traded, newest first. */
  readonly trades: readonly ExternalTrade[]
  /** By asset: how others have changed the position that is open now, signed; assets in which nobody did are left out. */
  readonly positions: Readonly<Record<string, Size>>
  /** Whether the trader said that another client trades for this wallet: then all of it is marked, and not told. */
  readonly isExpected: boolean
}
