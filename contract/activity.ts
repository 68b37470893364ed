/**
 * Activity: everything that this terminal did, as main lists it for windows. A row stands for one order, or for one piece of work that takes several,
 * in its latest state.
 */
import type { ActionRecord, Execution } from './action.ts'
import type { Address } from './address.ts'
import type { AlgoRecord, AlgoView } from './algo.ts'
import type { ConditionalRecord } from './conditional.ts'
import type { Price, Size } from './decimal.ts'
import type { Ending } from './ending.ts'
import type { FlattenReport, FlattenState } from './flatten.ts'
import type { Side } from './market.ts'
import type { MoveView } from './move.ts'
import type { ReversalView } from './reversal.ts'
import type { Millis } from './time.ts'

/** What an action shows of the order that it cancels. */
export type NamedOrder = Pick<ActionRecord, 'oid' | 'intent'>

/** What every row has. */
interface RowBase {
  /** The same for the same thing. */
  readonly id: string
  /** When its newest event was, by the service's clock: rows are in this order, newest first. */
  readonly at: Millis
  /** Null for what is of no market, or of several. */
  readonly asset: string | null
  /** Why it ended without doing what it was asked for, or waits; null where there is nothing to say. */
  readonly reason: string | null
}

/** A flatten with what it came to. */
interface FlattenedRow {
  readonly state: FlattenState
  /** Without it only the positions were to be closed. */
  readonly cancelOrders: boolean
  /** Null until it is done. */
  readonly report: FlattenReport | null
}

/** A scale or slices, without what only its form shows. */
type AlgoProgress = Pick<AlgoRecord, 'asset' | 'side' | 'terms' | 'total' | 'state' | 'message'> &
  Pick<AlgoView, 'filled' | 'placed'>

/**
 * `steps` are the actions that were sent for it and have no rows of their own, in their order, as far as they are kept. `fills` is what its orders
 * traded together, as far as their fills were read; null while nothing.
 */
export type ActivityRow =
  | (RowBase & {
      readonly kind: 'action'
      readonly action: ActionRecord
      /** The order that it cancels; null of anything else, and where the order is not known. */
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
  | (RowBase & { readonly kind: 'ending'; readonly ending: Ending })
  /** What another client traded. */
  | (RowBase & { readonly kind: 'trade'; readonly trade: ExternalTrade })
  | (RowBase & { readonly kind: 'safety'; readonly safety: SafetyRecord })

/** A row of one kind. */
export type RowOf<Kind extends ActivityRow['kind']> = Extract<ActivityRow, { readonly kind: Kind }>

/** Most rows that are listed; what is older is found by its id. */
export const MOST_ROWS = 500

/** The reason of an order that the trader canceled: its cancel has a row of its own. */
export const CANCELED_BY_HAND = 'You canceled it.'

/** What `readActivity` answers. */
export interface ActivityChanges {
  /** Whose work it is: of the wallet that is signed in, or was signed in last; null before the first. */
  readonly account: Address | null
  /** To ask for what is newer the next time; it is what the `activity` topic says. */
  readonly version: number
  /** Whether `rows` are all there are, rather than those that changed. */
  readonly whole: boolean
  readonly rows: readonly ActivityRow[]
  /** Ids of all rows, newest first; null where they are those of the version that was asked for. */
  readonly keys: readonly string[] | null
}

/** What it was. */
export type SafetyKind = 'killed' | 'kill_lifted' | 'limits' | 'override' | 'protection'

export interface SafetyRecord {
  /** The same over restarts; ascending. */
  readonly id: number
  /** By the service's clock. */
  readonly at: Millis
  readonly kind: SafetyKind
  /** A sentence, whole by itself. */
  readonly words: string
}

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

/** Orders, fills and positions of the wallet that no action of this terminal made: those of another client, or of a key that has leaked. */
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

/** Whether a trader has begun: what the checklist of the first run asks main. */
export interface FirstOrders {
  /** Whether the service took an order of this terminal on the window's deployment, ever. */
  readonly here: boolean
  /** The same of the practice venue. */
  readonly practice: boolean
}
