/** Closing every position, with every order cancelled before when asked for: what became of it. */
import type { Intent } from './intent.ts'

/** What became of one market when positions were closed or everything was flattened. */
export interface MarketReport {
  readonly asset: string
  /** Orders cancelled, of how many. */
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

/** What became of the actions that may add exposure and were under way when everything was to be cancelled or closed. */
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
