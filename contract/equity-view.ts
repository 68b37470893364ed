/** What windows read of a wallet's equity over time, and of what moved in and out of it. */
import type { ActionState } from './action.ts'
import type { BalanceChange, ConversionEntry, EquitySample } from './books/index.ts'
import type { Money } from './decimal.ts'
import type { Conversion } from './outcome.ts'
import type { Millis } from './time.ts'

/** The `equity` topic: another version says that samples or balance changes are new. */
export interface EquityTopic {
  readonly version: number
}

/** Equity over a period, with what explains its change. */
export interface EquityView {
  /** When the opening balance was read; null before the first one. */
  readonly since: Millis | null
  /** The reconciled sample from which the period is explained: the last before it began, else the opening. */
  readonly from: EquitySample | null
  /** The newest that is reconciled. */
  readonly latest: EquitySample | null
  /** Of the period, oldest first, thinned out where there are many. */
  readonly samples: readonly EquitySample[]
  /** Between `from` and now, oldest first. */
  readonly changes: readonly BalanceChange[]
  /** Since when the books and the positions differ, or a change waits to be confirmed; null while all is explained. */
  readonly openSince: Millis | null
}

/** A transfer of the trader's from free USDH to outcome trading. */
export interface TransferRow {
  /** Of its action. */
  readonly id: string
  /** When it was asked for, the service's time. */
  readonly at: Millis
  readonly amount: Money
  readonly state: ActionState
  readonly message: string | null
}

/** What moved money or shares and is no fill: everything that is kept, newest first. */
export interface TransfersView {
  readonly changes: readonly BalanceChange[]
  /** Between the classes of USDH, as the journal has them. */
  readonly transfers: readonly TransferRow[]
  readonly conversions: readonly (ConversionEntry & {
    /** What a person calls its market; null where that is not known. */
    readonly name: string | null
  })[]
  /** Those that are in no book: nothing says what they took and gave, for their market was never listed while the terminal ran. */
  readonly notBooked: readonly Conversion[]
}
