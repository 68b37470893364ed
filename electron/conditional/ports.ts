/** What conditional orders need from the rest of main. */
import type { AccountView } from '../../contract/account.ts'
import type { ActionRecord, AutomatedWork } from '../../contract/action.ts'
import type { BinaryView } from '../../contract/binary.ts'
import type { Size } from '../../contract/decimal.ts'
import type { Intent } from '../../contract/intent.ts'
import type { BucketView, ScalarMarket, Ticker, Touch } from '../../contract/market.ts'
import type { OutcomeMarket, OutcomeSide, OutcomesView } from '../../contract/outcome.ts'
import type { Cancel, Millis } from '../../contract/time.ts'
import type { TopicSource } from '../topics/index.ts'
import type { Refusal, Trading } from '../trading/index.ts'

/** What conditional orders need from trading. */
export interface ConditionalTrading
  extends Pick<
    Trading,
    | 'withdrawClose'
    | 'action'
    | 'isKnown'
    // Used for break-even.
    | 'readFees'
    | 'waitsForWord'
    | 'unverifiable'
    | 'stopRefusal'
    | 'onSurfaced'
    | 'topics'
  > {
  submit(
    requestId: string,
    intent: Intent,
    by: {
      /** Why it may not be accepted after all, or null. */
      readonly refusal: () => Refusal | null
      readonly attempt: NonNullable<ActionRecord['attempt']>
      /** The automated work that the close is sent for. */
      readonly held: AutomatedWork
    },
  ): Promise<{ readonly actionId: string }>
  /** Without unreadable positions, which are named: one that is not listed may be among them. */
  readAccount(): Promise<AccountView>
  /** Like `readAccount`, by a read that begins after this call. */
  freshAccount(): Promise<AccountView>
  /**
   * When fills closed the previous position in an asset; null where none is known, undefined where fills do not add up to the current
   * one.
   */
  closedBefore(account: string, asset: string, size: Size): Millis | null | undefined
}

/** One side of an outcome market, with the market. */
export interface OutcomeNow {
  readonly market: OutcomeMarket
  readonly side: OutcomeSide
}

/** Conditions for all automated orders to act, besides the market. */
export interface Acting {
  /** When the access token and the agent's approval expire, the service's time; null where unknown. */
  readonly token: Millis | null
  readonly agent: Millis | null
  /** Why none of them can be sent at this moment; null while they can. */
  readonly cannot: string | null
}

export type BinaryFacts = Pick<BinaryView, 'markets' | 'status' | 'bucket' | 'receivedAt'>

/** What conditional orders need from the feed. */
export interface ConditionalFacts {
  market(asset: string): ScalarMarket | null
  ticker(asset: string): Ticker | null
  bucket(): BucketView | null
  /** The binary markets as last read; null before the first read. */
  binary(): BinaryFacts | null
  /** The outcome market and side of a coin; null where the service has not listed it. */
  outcome(coin: string): OutcomeNow | null
  /** When the outcome markets were last read. */
  outcomesView(): Pick<OutcomesView, 'receivedAt'>
  /** Server time minus local time, ms. */
  clockOffset(): number
  /** Whether the service's time is confirmed: two answers some seconds apart agree, and no later one contradicts them. */
  isClockConfirmed(): boolean
  /** The last reported service time, and the monotonic time of that report; null before the first one. */
  timeReported(): { readonly time: number; readonly at: number } | null
  /** Subscribes to the prices of an asset although no window watches it, until the returned function is called. */
  need(asset: string, kind?: 'ticker' | 'book' | 'trades'): Cancel
  /** The best prices of its book; null while that is not subscribed. */
  touch(asset: string): Touch | null
  readonly sources: readonly TopicSource[]
}

/** Notifies the trader: a trigger, a close that came to nothing, an end. */
export type Report = (level: 'info' | 'error', title: string, text: string, about?: ReportAbout) => void

interface ReportAbout {
  readonly asset: string
  /** Its position has no exits: a button offers to set some. */
  readonly isBare?: true
  /** It reports the outcome of a trigger, which has already sounded. */
  readonly follows?: true
}
