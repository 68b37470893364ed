/** The life of a signed action, from intent to verified result. The trader can see every state. */
import type { ActionCode } from './action-code.ts'
import type { Cloid } from './address.ts'
import type { NumberQuestion } from './asset-number.ts'
import type { Collateral } from './collateral.ts'
import type { Money, Price, Size } from './decimal.ts'
import type { Intent, ShownFigures } from './intent.ts'
import type { Side } from './market.ts'
import type { Millis } from './time.ts'

/** Every state, in the order in which a successful order reaches them. */
export const ACTION_STATES = [
  'drafted',
  'checked',
  'journalled',
  'prepared',
  'verified',
  'signed',
  'sent',
  'acknowledged',
  'resting',
  'partly_filled',
  'filled',
  'cancelled',
  'done',
  'refused',
  'rejected',
  'expired',
  'unknown',
] as const

/**
 * `refused`: stopped by the terminal before anything was signed or sent (limits, mismatch, bad input). `rejected`: refused by the service. `unknown`:
 * sent without an answer; being reconciled by reads. `done`: accepted and confirmed, for actions that are not orders (cancel, leverage, agent
 * approval).
 */
export type ActionState = (typeof ACTION_STATES)[number]

/** Final states. */
export const FINAL_STATES = [
  'filled',
  'cancelled',
  'done',
  'refused',
  'rejected',
  'expired',
] as const satisfies readonly ActionState[]

export const isFinal = (state: ActionState): boolean => (FINAL_STATES as readonly ActionState[]).includes(state)

/** One step of an action, as recorded in the journal. */
export interface ActionStep {
  readonly state: ActionState
  readonly at: Millis
  /** Detail of the step: the service's message, a mismatch, or an order id. */
  readonly detail: string | null
}

/** The service's prediction for an order, shown before it is signed (docs/service/orders.md#predict). */
export interface Estimate {
  /** Identifies this estimate: a confirmation is for one estimate, never for the one that replaced it. */
  readonly id: string
  /** Average and worst price of what would fill; null when nothing would. */
  readonly average: Price | null
  readonly worst: Price | null
  /** The limit price in the action to be signed; null when the service did not send the action. */
  readonly limit: Price | null
  /** Mark of the target temperature; null where there is none (binary contracts). */
  readonly targetMark: Price | null
  /** The most contracts that the amount would buy; null for orders sized in contracts, or when unknown. */
  readonly contracts: Size | null
  /** Service time until which it may be confirmed; null when the service gives none. */
  readonly validUntil: Millis | null
}

/** One difference between the request and the action that the service prepared. */
export interface Mismatch {
  readonly field: string
  readonly request: string
  readonly prepared: string
}

/** What an order traded according to its fills (docs/service/orders.md#fills). */
export interface Execution {
  readonly side: Side
  /** Sum of the fills read. */
  readonly size: Size
  /** Average price of those fills, rounded half up to 12 decimals; the price of UP for binary contracts. */
  readonly average: Price
  /** Sum of the fees, in `token`; null when the service omitted one. */
  readonly fee: Money | null
  /** Realized P&L before fees, in `token`; null when the service omitted one. */
  readonly realised: Money | null
  /** Currency of fee and P&L. */
  readonly token: Collateral
  /** Time of the last fill, by the terminal's clock. */
  readonly at: Millis
}

/** Automated orders requested by the trader: a stop, a move, slices. */
export interface AutomatedWork {
  /** Its id: every action sent for it carries the id. */
  readonly id: string
  /** Its name on screen: `Stop`, `Slices`. */
  readonly what: string
}

/** An action as the journal keeps it and the Activity panel shows it. Its times are by the terminal's clock: see `serviceTime`. */
export interface ActionRecord {
  /** The `requestId` of the click. */
  readonly id: string
  readonly intent: Intent
  readonly state: ActionState
  readonly steps: readonly ActionStep[]
  /** For an old finished action whose steps were dropped: whether it was sent. Later steps are in `steps`. */
  readonly stepsDropped?: { readonly wasSent: boolean }
  readonly createdAt: Millis
  readonly updatedAt: Millis
  /** Service time minus the terminal's at the time of the request, ms; null before it was measured. */
  readonly clockOffset?: number | null
  readonly cloid: Cloid | null
  readonly oid: string | null
  /** Size filled so far; null for actions that are not orders, or while unknown. */
  readonly filled: Size | null
  /** The service's machine code, or the terminal's own, for a refused or rejected action. */
  readonly code: ActionCode | null
  /** The service's `detail` verbatim, or the terminal's reason. */
  readonly message: string | null
  /** Ticket field that the message belongs to, if any. */
  readonly field: 'price' | 'size' | null
  readonly mismatches: readonly Mismatch[]
  /** Set when the service showed an order that had been reported as over: the details shown. The row stays on top until the trader has seen it. */
  readonly surfaced?: { readonly text: string; readonly at: Millis; readonly isSeen: boolean }
  /**
   * Why the prepared action could not be verified when the trader was last asked, as a sentence; null when it could be, absent when that was never in
   * question.
   */
  readonly unverified?: string | null
  /** The asset number that the trader was last asked to confirm; absent for everything else. */
  readonly question?: NumberQuestion | null
  /** For a prediction, the newest estimate; absent before there is one and for everything else. */
  readonly estimate?: Estimate | null
  /** For a close that is retried until it goes through: the action it belongs to, and the number of this try, from 1. */
  readonly attempt?: { readonly of: string; readonly number: number }
  /** The automated order it was sent for; absent for what the trader sent. */
  readonly held?: AutomatedWork
  /** The trader's own limits that were overridden for this order alone, one sentence each; absent when all limits applied. */
  readonly overrode?: readonly string[]
  /** For a follow-up order of a widening close: the action that the trader requested, and the number of this order, from 2. */
  readonly step?: { readonly of: string; readonly number: number }
  /** Figures that the window showed when it was sent; absent for actions without prices, and when no window sent it. */
  readonly shown?: ShownFigures
  /**
   * Trades of the order so far. Absent until its fills were read, which may be a while after `filled` shows some. Null when only the acknowledgement
   * reported the fill and no fill has confirmed it for a minute.
   */
  readonly execution?: Execution | null
}

/** Whether it ended because the trader did not confirm it: discarded by the user, or expired with its estimate. */
export const isDiscarded = ({ state, code }: Pick<ActionRecord, 'state' | 'code'>): boolean =>
  state === 'refused' && (code === 'declined' || code === 'not_confirmed')

/** A time of an action by the service's clock, which orders, fills and public trades use and windows show. */
export const serviceTime = ({ clockOffset }: Pick<ActionRecord, 'clockOffset'>, at: Millis): number =>
  Math.round(at + (clockOffset ?? 0))

/** Time of an action's newest event by the service's clock: its newest fill or its newest step, whichever is later news. */
export function newestEventAt(action: ActionRecord): number {
  const { state, execution, updatedAt } = action
  const isFill = (state === 'filled' || state === 'partly_filled') && execution != null
  return serviceTime(action, isFill ? execution.at : updatedAt)
}

/** Whether the trader must say if a transfer was made: neither an answer nor the balances show it. */
export const awaitsTransferConfirmation = ({ state, code }: Pick<ActionRecord, 'state' | 'code'>): boolean =>
  state === 'unknown' && code === 'transfer_unclear'

/** An action found by its own id or by one of its order, regardless of age. */
export interface FoundAction {
  /** The id of the action. */
  readonly id: string
  /** Null when it cannot be read. */
  readonly action: ActionRecord | null
  /** Why it cannot be read. */
  readonly failure: string | null
}

/** Text that the trader types to resume paused automated orders. */
export const RESUME_CONFIRMATION = 'RESUME'

/** Automated orders that are paused: too many of them filled in too short a time. */
export interface AutomationPause extends AutomatedWork {
  /** How many orders filled, within how many seconds. */
  readonly fills: number
  readonly seconds: number
  /** By the terminal's clock. */
  readonly at: Millis
}

/** Why paused automated orders send nothing, and what to do. */
export const pauseText = ({ what, fills, seconds }: Omit<AutomationPause, 'at'>): string =>
  `${what} paused: ${fills} of its orders filled within ${seconds} s. It sends nothing that adds exposure until you type ${RESUME_CONFIRMATION}.`
