/** What algo orders need from the rest of trading. */

import type { ActiveUntil } from '../../../contract/active-until.ts'
import type { AlgoOrder, AlgoRecord, AlgoState } from '../../../contract/algo.ts'
import type { Intent } from '../../../contract/intent.ts'
import type { Listen } from '../../../contract/listeners.ts'
import type { Clock, Millis } from '../../../contract/time.ts'
import type { StoredAction, StoredAlgo } from '../../storage/index.ts'
import type { ActionLog, Refusal } from '../actions/index.ts'
import type { EndReads } from '../moves/index.ts'
import type { MarketFacts } from '../plans/index.ts'

/** Why a parent order may not start: about one of its orders, by its index, or about the whole. */
export interface AlgoIssue {
  readonly order: number | null
  readonly refusal: Refusal
}

export interface AlgoPorts extends EndReads {
  readonly actionLog: Pick<ActionLog, 'get' | 'offer' | 'onChange'>
  readonly clock: Pick<Clock, 'after' | 'monotonic'>
  readonly serverTime: () => Millis
  /** The service's time, ms, independent of the machine's clock, and whether it is confirmed: permanent ends are decided by it. */
  readonly marketTime: () => { readonly time: number; readonly isConfirmed: boolean }
  readonly facts: Pick<MarketFacts, 'ticker' | 'market' | 'bucket' | 'outcome' | 'needPrices'>
  /** Submits a child; resolves as soon as it is journalled or refused. */
  readonly submit: (
    id: string,
    intent: Intent,
    by: { readonly refusal?: () => Refusal | null; readonly held: NonNullable<StoredAction['held']> },
  ) => Promise<unknown>
  /** Whether an account is still the signed-in one. */
  readonly isCurrent: (account: string) => boolean
  /** Why automated work may send no order this minute, or null; uses up nothing of the limit. */
  readonly rateFull: () => Refusal | null
  /** Why work of this id is paused until a word is typed, or null. */
  readonly throttled: (account: string, id: string) => string | null
  readonly onThrottled: Listen<[work: { readonly id: string }]>
  /** Whether an action is prepared, cannot be verified, and waits for the trader. */
  readonly waitsForWord: (action: StoredAction) => boolean
  /** What blocks a parent order, by the checks that its children go through. @throws ServiceError */
  readonly check: (order: AlgoOrder) => Promise<readonly AlgoIssue[]>
  /** Until when something can act that acts until this moment at most. */
  readonly until: (ends: Millis | null) => ActiveUntil | null
  /** Why automated orders cannot be sent at this moment; null while they can. */
  readonly cannot: () => string | null
  /** The shortest time a parent order takes, ms. */
  readonly takes: (order: AlgoOrder) => number
}

/** News of a parent order, for the trader. */
export interface AlgoNews {
  readonly level: 'info' | 'error'
  readonly title: string
  readonly text: string
}

/** Controls one running parent order. */
export interface Steering {
  /** The current record. */
  now(): StoredAlgo
  /** Writes to disk, then to memory. @throws Error when it is not on disk */
  write(change: Partial<AlgoRecord>): void
  /** Whether it may send anything now: it works, and for the signed-in account. */
  isWorking(): boolean
  /** The deployment is shutting down: nothing more is read or written. */
  isHalted(): boolean
  /** Sends nothing more until the trader resumes it; the trader is notified. */
  pause(text: string): void
  /** Ends it; the trader is notified. */
  finish(state: Extract<AlgoState, 'done' | 'ended' | 'stopped'>, text: string): void
  /** Sets why nothing is sent at this moment; null clears it. */
  waits(text: string | null): void
  /** Resolves after this long, or as soon as something about it has changed. */
  sleep(ms: number): Promise<void>
}
