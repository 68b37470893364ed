/** What was done to the trader's own safety catches, as it is kept and shown in Activity. */
import type { Millis } from './time.ts'

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
