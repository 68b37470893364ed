/** What one UTC day made, whole, as the sheet of that day shows it. */
import type { ActionState } from './action.ts'
import type { ConversionEntry, DayResult, TradeRecord } from './books/index.ts'
import type { Money } from './decimal.ts'
import type { Millis } from './time.ts'

/** A transfer of collateral that this terminal was asked for. */
export interface DayTransfer {
  readonly id: string
  /** USDH into the balance that outcome trading needs. */
  readonly amount: Money
  readonly state: ActionState
  /** The service's time. */
  readonly at: Millis
}

/** What `readDaySheet` answers, each oldest first. */
export interface DaySheet {
  /** Start of the UTC day. */
  readonly day: Millis
  readonly results: readonly DayResult[]
  /** Those that ended on it; of very many only the newest. */
  readonly trades: readonly TradeRecord[]
  /** How many there are. */
  readonly tradeCount: number
  readonly conversions: readonly ConversionEntry[]
  readonly transfers: readonly DayTransfer[]
  /** From when on every fill is known; null while that is not certain. */
  readonly since: Millis | null
  /** Whether that is no later than the beginning of the day. */
  readonly reachesBack: boolean
  /** Whether all that came in is worked out. */
  readonly isWhole: boolean
}
