/** What conditional orders need of the parts of main around them. */
import type { AccountView, Fees } from '../../contract/account.ts'
import type { ActionRecord, HeldWork } from '../../contract/action.ts'
import type { BinaryView } from '../../contract/binary.ts'
import type { Size } from '../../contract/decimal.ts'
import type { Intent } from '../../contract/intent.ts'
import type { BucketView, ScalarMarket, Ticker, Touch } from '../../contract/market.ts'
import type { OutcomeMarket, OutcomeSide, OutcomesView } from '../../contract/outcome.ts'
import type { Cancel, Millis } from '../../contract/time.ts'
import type { RiskStop } from '../../contract/worst-case.ts'
import type { TopicSource } from '../topics/index.ts'
import type { Refusal, Trading } from '../trading/index.ts'

/** What conditional orders need of trading. */
export interface ConditionalTrading {
  submit(
    requestId: string,
    intent: Intent,
    by: {
      /** Why it may not be taken after all, or null. */
      readonly refusal: () => Refusal | null
      readonly attempt: NonNullable<ActionRecord['attempt']>
      /** What the close is sent for. */
      readonly held: HeldWork
    },
  ): Promise<{ readonly actionId: string }>
  /**
   * Takes a close back as far as nothing of it was sent, and lets no further order follow the one that is out: what it is then, its action tells.
   * @param by what goes in its place, for the words of it.
   */
  withdrawClose(actionId: string, by: string): Promise<void>
  /** What became of an action so far, however long ago it was; null for one that was never taken. */
  action(id: string): ActionRecord | null
  /** Whether the id was ever accepted, in this run or before. */
  isKnown(requestId: string): boolean
  /** Without positions that cannot be read, which are named: one that is not listed may be among them. */
  readAccount(): Promise<AccountView>
  /** The same by a read that begins after this call. */
  freshAccount(): Promise<AccountView>
  /**
   * When fills closed the position before the one that is held in an asset now; null where none is known, undefined where fills do not add up to
   * what is held.
   */
  closedBefore(account: string, asset: string, size: Size): Millis | null | undefined
  /** What break-even counts. @throws ServiceError */
  readFees(): Promise<Fees>
  /** Whether an action has been prepared, cannot be checked and waits for the trader. */
  waitsForWord(action: ActionRecord): boolean
  /** Why a close of the asset would not go out by itself, and what becomes of it, as far as this deployment's actions tell. */
  unverifiable(asset: string): ReturnType<Trading['unverifiable']>
  /** Why a held stop may not stand elsewhere than it does, for the limit of the worst case; null where it may. Null for none. */
  stopRefusal(from: RiskStop | null, to: RiskStop | null): Promise<Refusal | null>
  /** Told of an order that was thought over and is found after all. */
  readonly onSurfaced: Trading['onSurfaced']
  /** Source of the topics `actions`, `moves` and `account_version`. */
  readonly topics: TopicSource
}

/** One side of an outcome market, with the market. */
export interface OutcomeNow {
  readonly market: OutcomeMarket
  readonly side: OutcomeSide
}

/** What everything held needs to act, besides its market. */
export interface Acting {
  /** Until when the access token and the agent's approval last, the service's time; null where nothing says so. */
  readonly token: Millis | null
  readonly agent: Millis | null
  /** Why nothing of it can go out at this moment, in words; null while it can. */
  readonly cannot: string | null
}

export type BinaryFacts = Pick<BinaryView, 'markets' | 'status' | 'bucket' | 'receivedAt'>

/** What conditional orders need of the feed. */
export interface ConditionalFacts {
  market(asset: string): ScalarMarket | null
  ticker(asset: string): Ticker | null
  bucket(): BucketView | null
  /** The binary markets as last read, null before the first read. */
  binary(): BinaryFacts | null
  /** The outcome market and side of a coin, null where the service has not told of it. */
  outcome(coin: string): OutcomeNow | null
  /** When the outcome markets were read last. */
  outcomesView(): Pick<OutcomesView, 'receivedAt'>
  /** Server time minus local time, ms. */
  clockOffset(): number
  /** Whether the service's time is confirmed: two answers some seconds apart agree in it, and none since reports another. */
  isClockConfirmed(): boolean
  /** The service's time as it was told last, and when by the monotonic clock; null before the first time. */
  timeTold(): { readonly time: number; readonly at: number } | null
  /** Keeps the prices of an asset coming although no window watches it, until the result is called. */
  need(asset: string, kind?: 'ticker' | 'book' | 'trades'): Cancel
  /** The best prices of its book; null while that is not held. */
  touch(asset: string): Touch | null
  readonly sources: readonly TopicSource[]
}

/** Tells the trader what happened: a trigger, a close that came to nothing, an end. */
export type Report = (level: 'info' | 'error', title: string, words: string, about?: ReportAbout) => void

interface ReportAbout {
  readonly asset: string
  /** Its position is without exits: a button sets some. */
  readonly isBare?: true
  /** It tells what came of a trigger, which has sounded. */
  readonly follows?: true
}
