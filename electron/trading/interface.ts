/** What trading needs from the rest of main (four ports and the trader's settings), and what it offers to it. */

import type { AccountView, Fees, Fill, OpenOrdersView, Order } from '../../contract/account.ts'
import type { ActionRecord, AutomatedWork, AutomationPause, FoundAction } from '../../contract/action.ts'
import type { Cloid } from '../../contract/address.ts'
import type { FlattenProtection, FlattenReport, KillReport, KillView } from '../../contract/flatten.ts'
import type { Intent, ShownFigures } from '../../contract/intent.ts'
import type { Listen } from '../../contract/listeners.ts'
import type { PublicTrade } from '../../contract/market.ts'
import type { Conversion, OutcomeOrderStatus, OutcomesView } from '../../contract/outcome.ts'
import type { Clock, Millis } from '../../contract/time.ts'
import type { CountedRow, UnreadableRow } from '../../contract/unreadable-row.ts'
import type { RiskStop } from '../../contract/worst-case.ts'
import type { Log } from '../log/index.ts'
import type { FillRecords, OrderRecords } from '../records/index.ts'
import type { Page, Purpose, TradingService } from '../service/index.ts'
import type { Storage, StoredFlatten } from '../storage/index.ts'
import type { TopicSource } from '../topics/index.ts'
import type { Unverifiable } from './action-reads.ts'
import type { RandomBytes, Refusal, StepHook, TradingIdentity } from './actions/index.ts'
import type { AlgoNews, Algos } from './algos/index.ts'
import type { Found } from './external/index.ts'
import type { CancelAllReport, FlattenRequest } from './flatten/index.ts'
import type { WalletLedger } from './ledger/index.ts'
import type { MoveInput, RefusalCheck, ReversalInput } from './moves/index.ts'
import type { NumberMessage } from './numbers/index.ts'
import type { MarketFacts } from './plans/index.ts'
import type { HeldRisk, Limits, Overrides, SafetyRecords } from './risk/index.ts'

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

/** The stores that trading writes to before it acts. */
export interface TradingRecord
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

export interface Trading {
  /** Settles the unfinished actions of an earlier run and starts watching the account. Call once. */
  resume(): Promise<void>
  /** Stops reading. Actions under way are not interrupted. */
  stop(): void
  /** Resolves as soon as the intent is journalled or refused. Never throws for mistakes of the trader or the service. */
  submit(
    requestId: string,
    intent: Intent,
    by?: SubmittedBy,
  ): Promise<{ readonly actionId: string; readonly repeated: boolean }>
  /** The current record of an action, however old; null for an unknown id. */
  action(id: string): ActionRecord | null
  /** Lets a widening close end with its current order. Returns whether there was one. */
  stopClosing(actionId: string): boolean
  /**
   * Withdraws the unsent part of a close and prevents any further order after the one that is out. The result is in its action.
   * @param by what replaces it, for the message.
   */
  withdrawClose(actionId: string, why: string): Promise<void>
  /** Whether the id was ever accepted, in this run or before. */
  isKnown(requestId: string): boolean
  /** The trader's answer on an action that could not be verified; false when it does not wait for one. */
  confirmUnverified(actionId: string, accept: boolean): boolean
  /**
   * Why somebody may not confirm an action, judged by what they may send, or null. Once permitted, the same check is repeated right before signing,
   * in addition to the requester's. An unknown action, or one that waits for nothing, is left to the confirmation itself.
   */
  permitWord(actionId: string, refusal: (intent: Intent) => Refusal | null): Refusal | null
  /** The trader's answer on a prediction's estimate; `changed` when another estimate has replaced the named one. */
  confirmEstimate(actionId: string, estimateId: string, accept: boolean): 'taken' | 'changed' | 'not_waiting'
  /** The trader's answer on a transfer whose outcome neither its response nor the balances prove; false when it does not wait for one. */
  settleTransfer(text: { readonly actionId: string; readonly made: boolean }): Promise<boolean>
  /**
   * Closes every position, and cancels every order when asked. Never repeated for the same id. It has its own record, on disk before each effect.
   * @throws CallError, ServiceError
   */
  flatten(request: FlattenRequest): Promise<FlattenReport>
  /** Continues a flatten that an earlier run left unfinished. @throws CallError, ServiceError */
  resumeFlatten(id: string): Promise<FlattenReport>
  /** Ends an unfinished flatten as it is. @throws CallError */
  dismissFlatten(id: string): void
  /**
   * Moves a resting order: cancels it, and places the rest once its end and its fills are read. It has its own record; resolves as soon as that is
   * journalled. @param bar why the requester may not send the new order, or null. @throws CallError, ServiceError: nothing was done.
   */
  moveOrder(request: MoveInput, bar: RefusalCheck): Promise<{ readonly id: string }>
  /** Retries an order that was not replaced. @throws CallError */
  retryMove(id: string, bar: RefusalCheck): Promise<void>
  /**
   * Reverses a position: closes it, and opens the closed size on the other side once that is known. Recorded like a move. @throws CallError,
   * ServiceError: nothing was done.
   */
  reversePosition(request: ReversalInput, bar: RefusalCheck): Promise<{ readonly id: string }>
  /** Ends a move or reversal as it is. @throws CallError */
  abandonMove(id: string): void
  /** Parent orders, which send several children automatically. */
  readonly algos: Pick<
    Algos,
    | 'check'
    | 'begin'
    | 'pause'
    | 'paused'
    | 'resume'
    | 'stop'
    | 'underWay'
    | 'watchEntries'
    | 'followActing'
    | 'followEnds'
  >
  /** Fires when one is done, paused or ended. */
  readonly onAlgoNews: Listen<[news: AlgoNews]>
  /**
   * Cancels every order that a fresh read shows open, after refusing unsent actions that add exposure. @throws ServiceError when a family cannot be
   * read; the other family's orders are being canceled by then.
   */
  cancelAll(requestId: string, asset: string | null): Promise<CancelAllReport>
  /**
   * Kills the deployment: from this call on, nothing that adds exposure is sent, across restarts. Automated orders are paused, unsent actions are
   * refused, every resting order is canceled, and positions are left or closed. Never throws: the report lists what could not be canceled or closed,
   * and the kill holds all the same.
   * @param protection how far closes may go; null leaves positions.
   */
  kill(requestId: string, protection: FlattenProtection | null): Promise<KillReport>
  /**
   * Lifts the kill; false when the typed text is not the deployment's name, or it is not killed. @throws Error with the reason when it cannot be
   * written.
   */
  liftKill(typed: string): boolean
  /** State of the kill switch. */
  killView(): KillView
  /** Orders that may exceed the limit that refused them, on the trader's confirmation. */
  readonly overrides: Pick<Overrides, 'question' | 'grant'>
  /** Records changes to the trader's safety controls. */
  readonly safety: SafetyRecords
  /** The latest flattens of the signed-in trader, finished or not, newest first. */
  recentFlattens(): readonly StoredFlatten[]
  /** @throws ServiceError, also where a position cannot be read. Simultaneous reads of windows share one request. */
  readAccount(purpose?: Purpose): Promise<AccountView>
  /** Like `readAccount`, by a read that begins after this call. @throws ServiceError */
  freshAccount(purpose?: Purpose): Promise<AccountView>
  /**
   * Like `readAccount` and `freshAccount`, but unreadable positions are listed by name: an unlisted position may be among them. @throws ServiceError
   */
  readAccountInParts(purpose?: Purpose): Promise<AccountView>
  freshAccountInParts(purpose?: Purpose): Promise<AccountView>
  /** Fires once for each row of the account that cannot be read. */
  readonly onUnreadable: Listen<[rows: readonly UnreadableRow[]]>
  /** The row of the last reads with exactly this text; null where there is none, or it has changed. */
  unreadableRow(of: Pick<UnreadableRow, 'list'> & { readonly text: string }): UnreadableRow | null
  /** Acknowledges this exact row for this run: it counts in the limits at its value, and blocks orders in its own market only. */
  acknowledgeUnreadable(row: CountedRow): void
  readOpenOrders(): Promise<OpenOrdersView>
  readOrderHistory(page: Page): Promise<readonly Order[]>
  readFills(page: Page): Promise<readonly Fill[]>
  readFees(): Promise<Fees>
  /** The wallet's positions and results, from everything known. */
  readonly ledger: Pick<WalletLedger, 'current' | 'closed' | 'closedBefore' | 'onChange'>
  /** The trader's fills, read once and kept. */
  readonly fills: Pick<FillRecords, 'sync' | 'since' | 'newest' | 'knownSince' | 'onNew' | 'older'>
  /** The trader's order history, read back to its beginning page by page. */
  readonly orders: Pick<OrderRecords, 'older' | 'news' | 'onRead'>
  /** The trader's actions that created one of these orders, by any of its ids, however old. */
  actionsOf(ids: readonly string[]): readonly ActionRecord[]
  /** The trader's actions by a complete id: that of the action or of its order. */
  findActions(id: string): readonly FoundAction[]
  /** Status of one outcome order of the trader. */
  readOutcomeOrderStatus(by: { readonly oid: string } | { readonly cloid: Cloid }): Promise<OutcomeOrderStatus>
  readConversions(): Promise<readonly Conversion[]>
  /** Wired to the feed: a public trade, a change of bucket, a reconnect. */
  onTrade(trade: PublicTrade): void
  onBucketChange(): void
  onReconnect(): void
  /** Sets whether another client is expected to trade for this wallet. @throws ServiceError when nobody is signed in. */
  expectOtherClient(isExpected: boolean): void
  /** Fires once for each order, fill and position change that this terminal did not make, unless they are expected. */
  readonly onExternal: Listen<[found: Found]>
  /** Marks a reappeared order of an ended action as seen; false when there was none. */
  markSeen(actionId: string): boolean
  /** Fires for every ended action whose order the service shows again, once it is open again. */
  readonly onSurfaced: Listen<[action: ActionRecord]>
  /** Forgets a learned asset number; false when there is no such number. */
  forgetAssetNumber(asset: string, number: number): boolean
  /** Fires when a number was learned, or turned out to be wrong. */
  readonly onNumberNews: Listen<[message: NumberMessage]>
  /** Whether an action is prepared, cannot be verified, and waits for the trader. */
  waitsForWord(action: ActionRecord): boolean
  /**
   * Why a close of the asset could not be verified, and whether it then waits for the trader or is refused, by the settings. Null where the earlier
   * actions show that it can be verified, or there are none.
   */
  unverifiable(asset: string): { readonly why: Unverifiable; readonly answer: 'confirm' | 'refuse' } | null
  /** Number of actions without a final result; checked before quitting or updating. */
  inFlight(): number
  /**
   * Adds another part of main to max loss: orders that it may still send, and stops that wait. @param of called for an account whenever max loss is
   * calculated.
   */
  addHeldRisk(of: (account: string) => HeldRisk): void
  /** Why an automated stop may not be moved under the max loss limit; null where it may. Null for no stop. */
  stopRefusal(from: RiskStop | null, to: RiskStop | null): Promise<Refusal | null>
  /** Resumes paused automated orders on the typed word; false when the word is wrong, or nothing of that id is paused. */
  resumeHeld(id: string, text: string): boolean
  /** Fires once a day, with a message, when the day's loss nears its limit. */
  readonly onDayLossNear: Listen<[text: string]>
  /** Fires when automated work was paused because its orders filled too fast: its owner cancels what rests. */
  readonly onHeldPaused: Listen<[pause: AutomationPause]>
  /** Topics `kill`, `held_pauses`, `actions`, `flattens`, `moves`, `reversals`, `algos`, `worst_case`, `other_client`, `asset_numbers`, `minimum_values` and `account_version`. */
  readonly topics: TopicSource
}
