/** Closing every position, with every order canceled when that is asked for: its life, and what became of it. */
import type { Size } from './decimal.ts'
import type { Intent } from './intent.ts'
import type { CloseProtection } from './protection.ts'
import type { Millis } from './time.ts'

/** How far from the price what a flatten closes may trade, by how it is priced. */
export interface FlattenProtection {
  readonly scalar: CloseProtection
  /** Of binary contracts, and of shares where those have none of their own. */
  readonly probability: CloseProtection
  readonly outcome?: CloseProtection
}

/** What became of one market when positions were closed or everything was flattened. */
export interface MarketReport {
  readonly asset: string
  /** Orders canceled, of how many. */
  readonly cancelled: number
  readonly orders: number
  /** `none`: there was no position. */
  readonly position: 'none' | 'closed' | 'closing' | 'failed' | 'left'
  /** What there is to say of it: the service's words, or why something was left. */
  readonly message: string | null
}

/** An action by its id, and what it was to do. */
export interface NamedAction {
  readonly id: string
  readonly intent: Intent
}

/** What became of the actions that may add exposure and were under way when everything was to be canceled or closed. */
export interface StopReport {
  /** Had not left yet: refused, nothing was sent. */
  readonly stopped: readonly NamedAction[]
  /** Had left, and what became of it is not known yet. */
  readonly unknown: readonly NamedAction[]
}

/** What became of closing or flattening, market by market. */
export interface FlattenReport extends StopReport {
  readonly markets: readonly MarketReport[]
  /** Reads that failed, so that something may be left that is not listed. */
  readonly failures: readonly string[]
}

/**
 * The life of a flatten: asked for, its closes handed over, its cancels handed over, perhaps both once more, done. One that the terminal did not live to end was
 * `cut_off`, until the trader has it go on or leaves it.
 */
export type FlattenState = 'asked' | 'cancelling' | 'closing' | 'done' | 'cut_off' | 'left'

/** The states after which nothing more happens to a flatten. */
export const FINAL_FLATTEN_STATES = ['done', 'left'] as const satisfies readonly FlattenState[]

/** A flatten that is under way, or was cut off, as every window of its account shows it. */
export interface FlattenView {
  /** The `requestId` of the press. */
  readonly id: string
  /** Without it only the positions were to be closed. */
  readonly cancelOrders: boolean
  readonly state: Exclude<FlattenState, (typeof FINAL_FLATTEN_STATES)[number]>
  /** When it was asked for, by the service's clock. */
  readonly at: Millis
  /** What there was by the last reads; null while it goes on, and until they have come. */
  readonly left: {
    /** Orders that rest, and such that were sent and of which nothing is known yet. */
    readonly orders: number
    readonly positions: readonly { readonly asset: string; readonly size: Size }[]
  } | null
}

/** The kill of a deployment, as each of its windows shows it: nothing that adds exposure is sent, over restarts, until the trader lifts it. */
export interface KillView {
  /** The name of the deployment, which is typed to lift the kill. */
  readonly profile: string
  readonly isKilled: boolean
  /** When, by the terminal's clock; null while it is not killed, and where what was kept of it cannot be read. */
  readonly at: Millis | null
  /** What is wrong with what is on disk of it, in words; null where nothing is. */
  readonly trouble: string | null
}

/** What becomes of positions. */
export type KillPositions = 'leave' | 'flatten'

/** What a kill did besides holding back what adds exposure. */
export interface KillReport {
  /** What was stopped before it left, and what had left already; null where nothing could be canceled. */
  readonly cancelled: (StopReport & { readonly actionIds: readonly string[] }) | null
  /** Where positions were to be closed. */
  readonly flattened: FlattenReport | null
  /** Why orders or positions may be left, in words; the kill holds all the same. */
  readonly failure: string | null
}

/** Why nothing that adds exposure goes out, and what to do. */
export function killedText({ profile, trouble }: Pick<KillView, 'profile' | 'trouble'>): string {
  const why = trouble === null ? '' : ` ${trouble}`
  return `${profile} is killed: only cancels, closes and reduce-only orders go out until you lift it by its name.${why}`
}
