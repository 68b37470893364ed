/**
 * Activity: everything this terminal did, as main lists it for windows. A row is one order, or one job that takes several orders, in its latest
 * state.
 */
import type { ActionRecord, Execution } from './action.ts'
import type { Address } from './address.ts'
import type { AlgoRecord, AlgoView } from './algo.ts'
import type { ConditionalRecord } from './conditional.ts'
import type { Price, Size } from './decimal.ts'
import type { FlattenReport, FlattenState } from './flatten.ts'
import type { Side } from './market.ts'
import type { MoveView } from './move.ts'
import type { PositionClose } from './position-close.ts'
import type { ReversalView } from './reversal.ts'
import type { Millis } from './time.ts'

/** The fields of an order that its cancel shows. */
export type NamedOrder = Pick<ActionRecord, 'oid' | 'intent'>

interface RowBase {
  /** Stable for the same subject. */
  readonly id: string
  /** Time of its newest event by the service's clock; rows are sorted by it, newest first. */
  readonly at: Millis
  /** Null when it concerns no market, or several. */
  readonly asset: string | null
  /** Why it ended without effect, or what it waits for; null when there is nothing to report. */
  readonly reason: string | null
}

interface FlattenedRow {
  readonly state: FlattenState
  /** If false, only the positions were to be closed. */
  readonly cancelOrders: boolean
  /** Null until it is done. */
  readonly report: FlattenReport | null
}

/** A scale or slices, without the fields that only its form shows. */
type AlgoProgress = Pick<AlgoRecord, 'asset' | 'side' | 'terms' | 'total' | 'state' | 'message'> &
  Pick<AlgoView, 'filled' | 'placed'>

/**
 * `steps` are the actions sent for it that have no rows of their own, in order, if still kept. `fills` is what its orders traded together, from the
 * fills read so far; null before the first.
 */
export type ActivityRow =
  | (RowBase & {
      readonly kind: 'action'
      readonly action: ActionRecord
      /** The order that it cancels; null for other actions, and when the order is not known. */
      readonly cancels: NamedOrder | null
    })
  | (RowBase & {
      readonly kind: 'move'
      readonly move: MoveView
      readonly steps: readonly ActionRecord[]
      readonly fills: Execution | null
    })
  | (RowBase & {
      readonly kind: 'reversal'
      readonly reversal: ReversalView
      readonly steps: readonly ActionRecord[]
      readonly fills: Execution | null
    })
  | (RowBase & { readonly kind: 'flatten'; readonly flatten: FlattenedRow })
  | (RowBase & { readonly kind: 'algo'; readonly algo: AlgoProgress; readonly fills: Execution | null })
  | (RowBase & { readonly kind: 'exit'; readonly exit: ConditionalRecord; readonly fills: Execution | null })
  | (RowBase & { readonly kind: 'ending'; readonly ending: PositionClose })
  /** A trade of another client. */
  | (RowBase & { readonly kind: 'trade'; readonly trade: ExternalTrade })
  | (RowBase & { readonly kind: 'safety'; readonly safety: SafetyRecord })

export type RowOf<Kind extends ActivityRow['kind']> = Extract<ActivityRow, { readonly kind: Kind }>

/** Maximum number of rows listed; older ones are found by id. */
export const MAX_ROWS = 500

/** The reason on an order that the trader canceled; the cancel has a row of its own. */
export const CANCELED_BY_USER = 'You canceled it.'

/** Result of `readActivity`. */
export interface ActivityChanges {
  /** The wallet whose activity it is: signed in now, or last; null before the first sign-in. */
  readonly account: Address | null
  /** Pass it to the next read to get newer rows; the `activity` topic publishes it. */
  readonly version: number
  /** Whether `rows` is the complete list rather than the changed rows. */
  readonly whole: boolean
  readonly rows: readonly ActivityRow[]
  /** Ids of all rows, newest first; null when unchanged since the version asked for. */
  readonly keys: readonly string[] | null
}

export type SafetyKind = 'killed' | 'kill_lifted' | 'limits' | 'override' | 'protection'

export interface SafetyRecord {
  /** Stable across restarts; ascending. */
  readonly id: number
  /** By the service's clock. */
  readonly at: Millis
  readonly kind: SafetyKind
  /** A complete sentence. */
  readonly text: string
}

/** What an order of another client traded, its fills combined. */
export interface ExternalTrade {
  /** The order id of the service; for a fill without one, `fill/` and the fill's id. */
  readonly id: string
  readonly asset: string
  readonly side: Side
  readonly size: Size
  /** Average price. */
  readonly price: Price
  /** Service time of the last fill. */
  readonly at: Millis
}

/** Orders, fills and positions of the wallet that this terminal did not make: from another client, or from a leaked key. */
export interface OtherClientView {
  /** Service ids of the orders resting now. */
  readonly orders: readonly string[]
  /** The newest trades, newest first. */
  readonly trades: readonly ExternalTrade[]
  /** By asset: how other clients changed the position that is open now, signed; assets without such a change are absent. */
  readonly positions: Readonly<Record<string, Size>>
  /** Whether the trader declared that another client trades for this wallet: its rows are then marked, without a notification. */
  readonly isExpected: boolean
}

/** Whether the trader has placed a first order, for the first-run checklist. */
export interface FirstOrders {
  /** Whether the service ever accepted an order of this terminal on the window's deployment. */
  readonly here: boolean
  /** Whether the practice venue ever accepted one. */
  readonly practice: boolean
}
