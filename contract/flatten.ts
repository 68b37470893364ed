/** Flatten: closes every position, and cancels every order if requested. Its states and its report. */
import type { Size } from './decimal.ts'
import type { Intent } from './intent.ts'
import type { CloseProtection } from './protection.ts'
import type { StateTable } from './state-table.ts'
import type { Millis } from './time.ts'

/** How far from the price the closes of a flatten may trade, by price type. */
export interface FlattenProtection {
  readonly scalar: CloseProtection
  /** For binary contracts, and for shares when those have no setting of their own. */
  readonly probability: CloseProtection
  readonly outcome?: CloseProtection
}

/** Result for one market when positions were closed or everything was flattened. */
export interface MarketReport {
  readonly asset: string
  /** Orders canceled, and how many there were. */
  readonly cancelled: number
  readonly orders: number
  /** `none`: there was no position. */
  readonly position: 'none' | 'closed' | 'closing' | 'failed' | 'left'
  /** The service's message, or why something was left. */
  readonly message: string | null
}

/** An action by id, with its purpose. */
export interface NamedAction {
  readonly id: string
  readonly intent: Intent
}

/** What happened to pending actions that may add exposure when everything was canceled or closed. */
export interface StopReport {
  /** Not yet sent: refused. */
  readonly stopped: readonly NamedAction[]
  /** Already sent; the result is not known yet. */
  readonly unknown: readonly NamedAction[]
}

/** Result of a close-all or flatten, by market. */
export interface FlattenReport extends StopReport {
  readonly markets: readonly MarketReport[]
  /** Failed reads: something may be left that is not listed. */
  readonly failures: readonly string[]
}

/**
 * States of a flatten: asked for, closes sent, cancels sent, perhaps both once more, done. One that a shutdown interrupted is `cut_off` until the
 * trader resumes it or leaves it.
 */
export type FlattenState = 'asked' | 'cancelling' | 'closing' | 'done' | 'cut_off' | 'left'

/** The states that may follow each state of a flatten. */
export const FLATTEN_TRANSITIONS: StateTable<FlattenState> = {
  asked: ['cancelling', 'closing', 'done', 'cut_off'],
  cancelling: ['closing', 'done', 'cut_off'],
  closing: ['cancelling', 'done', 'cut_off'],
  cut_off: ['asked', 'left'],
  done: [],
  left: [],
}

/** Final states of a flatten. */
export const FINAL_FLATTEN_STATES = ['done', 'left'] as const satisfies readonly FlattenState[]

/** A running or interrupted flatten, as every window of its account shows it. */
export interface FlattenView {
  /** The `requestId` of the click. */
  readonly id: string
  /** If false, only the positions were to be closed. */
  readonly cancelOrders: boolean
  readonly state: Exclude<FlattenState, (typeof FINAL_FLATTEN_STATES)[number]>
  /** Time of the request, by the service's clock. */
  readonly at: Millis
  /** What was open at the last reads; null while it is running, and until they have arrived. */
  readonly left: {
    /** Resting orders, and orders that were sent and have no known result yet. */
    readonly orders: number
    readonly positions: readonly { readonly asset: string; readonly size: Size }[]
  } | null
}

/**
 * The kill state of a deployment, as each of its windows shows it: nothing that adds exposure is sent, across restarts, until the trader lifts it.
 */
export interface KillView {
  /** Name of the deployment, which the trader types to lift the kill. */
  readonly profile: string
  readonly isKilled: boolean
  /** Time of the kill, terminal clock; null while not killed, and when the stored state cannot be read. */
  readonly at: Millis | null
  /** The fault of the stored state; null when there is none. */
  readonly trouble: string | null
}

/** What happens to positions. */
export type KillPositions = 'leave' | 'flatten'

/** Result of a kill, besides blocking orders that add exposure. */
export interface KillReport {
  /** What was stopped before it was sent, and what had been sent; null when nothing could be canceled. */
  readonly cancelled: (StopReport & { readonly actionIds: readonly string[] }) | null
  /** Set when positions were to be closed. */
  readonly flattened: FlattenReport | null
  /** Why orders or positions may be left; the kill is in force all the same. */
  readonly failure: string | null
}

/** Why nothing that adds exposure is sent, and what to do. */
export function killedText({ profile, trouble }: Pick<KillView, 'profile' | 'trouble'>): string {
  const stopped = `Trading on ${profile} is stopped: only cancels, closes and reduce-only orders go out.`
  return trouble === null ? stopped : `${stopped} ${trouble}`
}
