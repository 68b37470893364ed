/** What trading needs from the rest of main: four ports and the trader's settings. */

import type { Order } from '../../contract/account.ts'
import type { ActionRecord, AutomatedWork } from '../../contract/action.ts'
import type { Intent, ShownFigures } from '../../contract/intent.ts'
import type { OutcomesView } from '../../contract/outcome.ts'
import type { Clock, Millis } from '../../contract/time.ts'
import type { Log } from '../log/index.ts'
import type { TradingService } from '../service/index.ts'
import type { Storage } from '../storage/index.ts'
import type { RandomBytes, Refusal, StepHook, TradingIdentity } from './actions/index.ts'
import type { MarketFacts } from './plans/index.ts'
import type { Limits } from './risk/index.ts'

/** The account, its signers, and its nonces. */
export interface TradingKeys {
  readonly identity: TradingIdentity
  /** The next nonce for direct orders of a signer, stored before it is returned. */
  readonly nextNonce: (signer: string) => number
  /** Cryptographically secure. */
  readonly randomBytes: RandomBytes
  /** When the access token and the agent's approval expire; null where unknown. */
  readonly last: () => { readonly token: Millis | null; readonly agent: Millis | null }
  /** Why automated orders cannot be sent at this moment; null while they can. */
  readonly cannot: () => string | null
}

/** Market facts that trading reads, and what it reports back. */
interface TradingMarkets extends MarketFacts {
  /** The families that the deployment is known to offer. */
  families(): { readonly binary: boolean; readonly outcomes: boolean }
  /** The outcome markets that the service lists. */
  outcomesView(): Pick<OutcomesView, 'markets'>
  /** Service time minus the terminal's, ms; 0 until measured. */
  clockOffset(): number
  /** Service time minus the terminal's, ms; null until measured. */
  measuredOffset(): number | null
  /** The last reported service time, and the monotonic time of that report; null before the first one. */
  timeReported(): { readonly time: number; readonly at: number } | null
  /** Whether the service time is confirmed: two answers some seconds apart agree, and no later one contradicts them. */
  isClockConfirmed(): boolean
  /** Sets the prices of the trader's own orders; called at every change of the open orders. */
  setOwnOrders(orders: readonly Order[]): void
  /** The service refused for the market's state, so that state is read again (docs/service/errors.md#statuses). */
  refreshMarkets(): void
}

/**
 * The stores that trading writes to before it acts. `heldPauses`: automated orders paused until the trader confirms by typing; `wallets`: since when
 * each wallet's history is known.
 */
interface TradingStores
  extends Pick<
    Storage,
    | 'journal'
    | 'fills'
    | 'orders'
    | 'historyMarks'
    | 'otherClients'
    | 'heldPauses'
    | 'kills'
    | 'safetyRecords'
    | 'assetNumbers'
    | 'wallets'
    | 'flattens'
    | 'moves'
    | 'reversals'
    | 'algos'
  > {
  readonly ledger: Pick<Storage['ledger'], 'state' | 'unbooked' | 'begin' | 'keep' | 'thin' | 'closed'>
  readonly transfers: Pick<Storage['transfers'], 'all'>
}

/** These stores and no others: trading reaches nothing else of the storage. */
export function tradingStores(storage: TradingStores): TradingStores {
  const { journal, fills, orders, historyMarks, otherClients, heldPauses, kills, safetyRecords } = storage
  const { assetNumbers, wallets, ledger, transfers, flattens, moves, reversals, algos } = storage
  return {
    ...{ journal, fills, orders, historyMarks, otherClients, heldPauses, kills, safetyRecords },
    ...{ assetNumbers, wallets, ledger, transfers, flattens, moves, reversals, algos },
  }
}

/** The stores, and what is reported of the writes to them. */
export interface TradingRecord extends TradingStores {
  /** The journal could not be written for an action that was already sent: the trader must be notified. */
  readonly onJournalError: (reason: string) => void
  /** Called after every journalled step, and awaited before the step's effect. */
  readonly onStep?: StepHook | undefined
}

export interface TradingOptions {
  readonly service: TradingService
  readonly keys: TradingKeys
  readonly markets: TradingMarkets
  readonly record: TradingRecord
  /** The trader's settings, read for every order. */
  readonly settings: { limits(): Limits; unverifiedActions(): 'confirm' | 'refuse' }
  readonly clock: Clock
  readonly log: Log
}

/** Resolves as soon as the intent is journalled or refused. Never throws for mistakes of the trader or the service. */
export type Submit = (
  requestId: string,
  intent: Intent,
  by?: SubmittedBy,
) => Promise<{ readonly actionId: string; readonly repeated: boolean }>

/** Context of an intent, from whoever submits it. */
interface SubmittedBy {
  /** Why the requester may not send it, or null. A refused intent is shown like any other. Checked again right before signing. */
  readonly refusal?: () => Refusal | null
  /** The figures that the window showed: journalled, not checked. */
  readonly shown?: ShownFigures | undefined
  /** The number of the attempt, for work that retries until it goes through. */
  readonly attempt?: ActionRecord['attempt']
  /** The close that this is a further order of. */
  readonly step?: ActionRecord['step']
  /** The automated work that it is sent for, which has its own budget. Undefined for what the trader sends. */
  readonly held?: AutomatedWork | undefined
  /** The window that the trader sent it from: only there may a refusal for a limit be overridden. Undefined for what main sends. */
  readonly window?: string | undefined
}
