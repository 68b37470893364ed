/** What algo orders need of trading around them. */

import type { ActsUntil } from '../../../contract/acts-until.ts'
import type { AlgoOrder, AlgoRecord, AlgoState } from '../../../contract/algo.ts'
import type { Intent } from '../../../contract/intent.ts'
import type { Listen } from '../../../contract/listeners.ts'
import type { Clock, Millis } from '../../../contract/time.ts'
import type { StoredAction, StoredAlgo } from '../../storage/index.ts'
import type { ActionLog, Refusal } from '../actions/index.ts'
import type { EndReads } from '../moves/index.ts'
import type { MarketFacts } from '../plans/index.ts'

/** Why a parent order may not be begun: about one of its orders by its place, or about all of it. */
export interface AlgoIssue {
  readonly order: number | null
  readonly refusal: Refusal
}

export interface AlgoPorts extends EndReads {
  readonly actionLog: Pick<ActionLog, 'get' | 'offer' | 'onChange'>
  readonly clock: Pick<Clock, 'after' | 'monotonic'>
  readonly serverTime: () => Millis
  /** The service's time, ms, whatever the machine's clock does, and whether it is confirmed: what ends for good goes by this one. */
  readonly marketTime: () => { readonly time: number; readonly isConfirmed: boolean }
  readonly facts: Pick<MarketFacts, 'ticker' | 'market' | 'bucket' | 'outcome' | 'needPrices'>
  /** Takes a child; resolves as soon as it is journalled or refused. */
  readonly submit: (
    id: string,
    intent: Intent,
    by: { readonly refusal?: () => Refusal | null; readonly held: NonNullable<StoredAction['held']> },
  ) => Promise<unknown>
  /** Whether an account is still the one that is signed in. */
  readonly isCurrent: (account: string) => boolean
  /** Why held work may send no order this minute, or null; takes nothing from the limit. */
  readonly rateFull: () => Refusal | null
  /** Why work of this id is paused until a word is typed, or null. */
  readonly throttled: (account: string, id: string) => string | null
  readonly onThrottled: Listen<[work: { readonly id: string }]>
  /** Whether an action has been prepared, cannot be checked and waits for the trader. */
  readonly waitsForWord: (action: StoredAction) => boolean
  /** What keeps a parent order from being begun, by the very checks that its children go through. @throws ServiceError */
  readonly check: (order: AlgoOrder) => Promise<readonly AlgoIssue[]>
  /** Until when something that acts until this moment at most can act. */
  readonly until: (ends: Millis | null) => ActsUntil | null
  /** Why nothing held can go out at this moment, in words; null while it can. */
  readonly cannot: () => string | null
  /** How long a parent order sends at least, ms. */
  readonly takes: (order: AlgoOrder) => number
}

/** What became of one, for the trader. */
export interface AlgoNews {
  readonly level: 'info' | 'error'
  readonly title: string
  readonly words: string
}

/** What steers one parent order while it runs. */
export interface Steering {
  /** As it is now. */
  now(): StoredAlgo
  /** Disk first, then memory. @throws Error when it is not on disk */
  write(change: Partial<AlgoRecord>): void
  /** Whether it may send anything now: it works, and for the account that is signed in. */
  isWorking(): boolean
  /** The deployment ends: nothing is read or written any more. */
  isHalted(): boolean
  /** It sends nothing more until the trader has it go on; told to them. */
  pause(words: string): void
  /** Nothing follows; told to the trader. */
  finish(state: Extract<AlgoState, 'done' | 'ended' | 'stopped'>, words: string): void
  /** Why nothing is sent at this moment, in words; null once something may be. */
  waits(words: string | null): void
  /** Resolves after so long, or as soon as something about it has changed. */
  sleep(ms: number): Promise<void>
}
