/** The life of a signed action, from intent to verified result. Every state is one that a person can see. */
import type { ActionCode } from './action-code.ts'
import type { Cloid } from './address.ts'
import type { NumberQuestion } from './asset-number.ts'
import type { Collateral } from './collateral.ts'
import type { Money, Price, Size } from './decimal.ts'
import type { Intent, ShownFigures } from './intent.ts'
import type { Side } from './market.ts'
import type { Millis } from './time.ts'

/** Every state, in the order in which an order that goes well comes to them. */
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
 * `refused`: stopped by the terminal before anything was signed or sent (limits, mismatch, bad input).
 * `rejected`: the service said no. `unknown`: sent, and no answer; being reconciled by reads.
 * `done`: accepted and confirmed, for actions that are not orders (cancel, leverage, agent approval).
 */
export type ActionState = (typeof ACTION_STATES)[number]

/** The states after which nothing more happens. */
export const FINAL_STATES = [
  'filled',
  'cancelled',
  'done',
  'refused',
  'rejected',
  'expired',
] as const satisfies readonly ActionState[]

/** Whether nothing more will happen to an action in this state. */
export const isFinal = (state: ActionState): boolean => (FINAL_STATES as readonly ActionState[]).includes(state)

/** One step of an action, as journalled. */
export interface ActionStep {
  readonly state: ActionState
  readonly at: Millis
  /** What there is to say of the step: the service's own words, a mismatch, an order id. */
  readonly detail: string | null
}

/** What the service says a prediction would do, shown before it is signed (docs/service/orders.md#predict). */
export interface Estimate {
  /** Names this very estimate: a confirmation is of one estimate, never of the one that replaced it. */
  readonly id: string
  /** Average price of what would fill, and the worst one; null when nothing would. */
  readonly average: Price | null
  readonly worst: Price | null
  /** The limit in what is to be signed; null when the service did not send the action. */
  readonly limit: Price | null
  /** Mark of the target temperature; null for what has none (binary contracts). */
  readonly targetMark: Price | null
  /** Contracts that the amount would buy at most; null for what is sized in contracts anyway, or where it is not known. */
  readonly contracts: Size | null
  /** Service's time until which it may be confirmed; null when it names none. */
  readonly validUntil: Millis | null
}

/** One difference between what was asked for and what the service prepared. */
export interface Mismatch {
  readonly field: string
  readonly asked: string
  readonly prepared: string
}

/** What an order traded, as its fills tell it (docs/service/orders.md#fills). */
export interface Execution {
  readonly side: Side
  /** Sum of the fills that were read. */
  readonly size: Size
  /** Average over them, rounded half up to 12 decimals; of binary contracts the price of UP. */
  readonly average: Price
  /** Sum of the fees, in `token`; null when the service left one out. */
  readonly fee: Money | null
  /** Profit that the fills realized, fees apart, in `token`; null when the service left one out. */
  readonly realised: Money | null
  /** What fee and profit are counted in. */
  readonly token: Collateral
  /** When the last of them was, by the terminal's clock. */
  readonly at: Millis
}

/** Work that the terminal does by itself because the trader asked for it: a stop, a move, slices. */
export interface HeldWork {
  /** Its own id: all that is sent for it names it. */
  readonly id: string
  /** What it is, as the trader reads it: `Stop`, `Slices`. */
  readonly what: string
}

/** An action as the Activity panel shows it and as the journal keeps it. Its times are by the terminal's clock: see `serviceTime`. */
export interface ActionRecord {
  /** The `requestId` of the click. */
  readonly id: string
  readonly intent: Intent
  readonly state: ActionState
  readonly steps: readonly ActionStep[]
  /** Of one that ended long ago and whose steps were dropped: whether one of them was that it left. Steps since are in `steps`. */
  readonly stepsDropped?: { readonly wasSent: boolean }
  readonly createdAt: Millis
  readonly updatedAt: Millis
  /** Service time minus the terminal's when it was asked for, ms; null while not measured. */
  readonly clockOffset?: number | null
  readonly cloid: Cloid | null
  readonly oid: string | null
  /** Size filled so far, null for actions that are not orders or while unknown. */
  readonly filled: Size | null
  /** The service's machine code, or the terminal's own, when the action was refused or rejected. */
  readonly code: ActionCode | null
  /** The service's `detail` word for word, or the terminal's reason. */
  readonly message: string | null
  /** Field of the ticket that the message belongs to, when there is one. */
  readonly field: 'price' | 'size' | null
  readonly mismatches: readonly Mismatch[]
  /** Of an order that the service showed after it had been told as over: what it showed; until the trader has seen it, it stands on top. */
  readonly surfaced?: { readonly words: string; readonly at: Millis; readonly isSeen: boolean }
  /** Why what was prepared could not be checked, as a sentence, when the trader was last asked; null where it could, absent where it always could. */
  readonly unverified?: string | null
  /** What the trader was last asked to take on their word, when it was the number of the asset; absent for everything else. */
  readonly question?: NumberQuestion | null
  /** Of a prediction, the newest estimate; absent before there is one and for everything else. */
  readonly estimate?: Estimate | null
  /** Of a close that is begun again until it goes through: what it is for, and which try this is, from 1. */
  readonly attempt?: { readonly of: string; readonly number: number }
  /** The held work that it was sent for; absent for what a hand sent. */
  readonly held?: HeldWork
  /** The trader's own limits that did not hold it, by their word for this order alone, a sentence each; absent where all held it. */
  readonly overrode?: readonly string[]
  /** Of an order that follows the first one of a close that widens: the action that the trader asked for, and which order this is, from 2. */
  readonly step?: { readonly of: string; readonly number: number }
  /** What the window showed when it was sent; absent for what shows no prices, and for what no window sent. */
  readonly shown?: ShownFigures
  /**
   * Of an order, what it traded so far; absent until its fills were read, which may be a while after `filled` says that there are some. Null where
   * only the acknowledgement says that it filled, and no fill has confirmed it for a minute.
   */
  readonly execution?: Execution | null
}

/** A time of an action by the service's clock, as orders, fills and public trades have theirs: what windows show. */
export const serviceTime = ({ clockOffset }: Pick<ActionRecord, 'clockOffset'>, at: Millis): number =>
  Math.round(at + (clockOffset ?? 0))

/** When the newest event of an action was, by the service's clock: its newest fill while that is the newest news of it, else its newest step. */
export function newestEventAt(action: ActionRecord): number {
  const { state, execution, updatedAt } = action
  const isFill = (state === 'filled' || state === 'partly_filled') && execution != null
  return serviceTime(action, isFill ? execution.at : updatedAt)
}

/** Whether a transfer waits for the trader to say whether it was made: neither an answer nor the balances show it. */
export const awaitsTransferWord = ({ state, code }: Pick<ActionRecord, 'state' | 'code'>): boolean =>
  state === 'unknown' && code === 'transfer_unclear'

/** An action that was found by an id, its own or one of its order's, however long ago it was. */
export interface FoundAction {
  /** The action's own. */
  readonly id: string
  /** Null where it cannot be read. */
  readonly action: ActionRecord | null
  /** Why not, in words. */
  readonly failure: string | null
}

/** What the trader types to have held work that was paused go on. */
export const RESUME_WORD = 'RESUME'

/** Held work that is paused: too many of its orders filled in too short a time. */
export interface HeldPause extends HeldWork {
  /** How many of its orders filled, within how many seconds. */
  readonly fills: number
  readonly seconds: number
  /** By the terminal's clock. */
  readonly at: Millis
}

/** Why held work that is paused sends nothing, and what to do. */
export const pauseText = ({ what, fills, seconds }: Omit<HeldPause, 'at'>): string =>
  `${what} is paused: ${fills} of its orders filled within ${seconds} s. It sends nothing that opens or adds until you type ${RESUME_WORD}.`
