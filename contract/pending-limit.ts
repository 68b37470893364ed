/** A limit that is to be loosened: it holds as it was until its time is over, and can be taken back until then. */
import type { TradingLimits } from './limits.ts'
import type { Millis } from './time.ts'

export interface PendingLimit {
  readonly field: keyof TradingLimits
  /** From what to what: `Largest order 250,000 → 500,000 USDC`. */
  readonly words: string
  /** From when on it holds, by the terminal's clock on the wall. */
  readonly until: Millis
}

/** How long a limit that is loosened goes on holding as it was, ms. */
export const LOOSENING_WAIT_MS = 60_000
