/** What trading needs of the parts of main around it, in four ports and the trader's settings, and what it does for them. */

import type { AccountView, Fees, Fill, OpenOrdersView, Order } from '../../contract/account.ts'
import type { ActionRecord, FoundAction, HeldPause, HeldWork } from '../../contract/action.ts'
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
import type {
  AlgoStore,
  AssetNumberStore,
  FillStore,
  FlattenStore,
  HeldPauseStore,
  HistoryMarkStore,
  Journal,
  KillStore,
  LedgerStore,
  MoveStore,
  OrderStore,
  OtherClientStore,
  ReversalStore,
  SafetyRecordStore,
  StoredFlatten,
  TransferStore,
  WalletStore,
} from '../storage/index.ts'
import type { TopicSource } from '../topics/index.ts'
import type { Unverifiable } from './action-reads.ts'
import type { RandomBytes, Refusal, StepHook, TradingIdentity } from './actions/index.ts'
import type { AlgoNews, Algos } from './algos/index.ts'
import type { Found } from './external/index.ts'
import type { CancelAllReport, FlattenRequest } from './flatten/index.ts'
import type { WalletLedger } from './ledger/index.ts'
import type { Asked, RefusalCheck, ReversalAsked } from './moves/index.ts'
import type { NumberMessage } from './numbers/index.ts'
import type { MarketFacts } from './plans/index.ts'
import type { HeldRisk, Limits, Overrides, SafetyRecords } from './risk/index.ts'

/** Whose account it is, what signs for them, and the numbers that may be used once. */
export interface TradingKeys {
  readonly identity: TradingIdentity
  /** The next nonce for direct orders of a signer, stored before it is handed out. */
  readonly nextNonce: (signer: string) => number
  /** Cryptographically secure. */
  readonly randomBytes: RandomBytes
  /** Until when the access token and the agent's approval last; null where nothing says so. */
  readonly last: () => { readonly token: Millis | null; readonly agent: Millis | null }
  /** Why nothing held can go out at this moment, in words; null while it can. */
  readonly cannot: () => string | null
}

/** What is known of the markets, and what they are told. */
interface TradingMarkets extends MarketFacts {
  /** Which families the deployment is known to offer. */
  families(): { readonly binary: boolean; readonly outcomes: boolean }
  /** The outcome markets that the service lists. */
  outcomesView(): Pick<OutcomesView, 'markets'>
  /** Service time minus the terminal's, ms; 0 until measured. */
  clockOffset(): number
  /** The same, null until measured. */
  measuredOffset(): number | null
  /** The service's time as it was told last, and when by the monotonic clock; null before the first time. */
  timeTold(): { readonly time: number; readonly at: number } | null
  /** Whether the service's time is confirmed: two answers some seconds apart agree in it, and none since reports another. */
  isClockConfirmed(): boolean
  /** Which prices are the trader's own; called at every change of the open orders. */
  setOwnOrders(orders: readonly Order[]): void
  /** The service refused for the market's state: it is to be read again (docs/service/errors.md#statuses). */
  refreshMarkets(): void
}

/** What is written down of every action, before anything follows from it. */
export interface TradingRecord {
  readonly journal: Journal
  /** Every fill that was ever read. */
  readonly fills: FillStore
  /** Every order that was ever read, as it was read last. */
  readonly orders: OrderStore
  readonly historyMarks: HistoryMarkStore
  readonly otherClients: OtherClientStore
  /** Held work that is paused until the trader types a word. */
  readonly heldPauses: HeldPauseStore
  /** Which deployments are killed. */
  readonly kills: KillStore
  /** What was done to the trader's own safety catches. */
  readonly safetyRecords: SafetyRecordStore
  readonly assetNumbers: AssetNumberStore
  /** From where on it is known what happens to each wallet. */
  readonly wallets: WalletStore
  readonly ledger: Pick<LedgerStore, 'state' | 'unbooked' | 'begin' | 'keep' | 'thin' | 'closed'>
  readonly transfers: Pick<TransferStore, 'all'>
  readonly flattens: FlattenStore
  readonly moves: MoveStore
  readonly reversals: ReversalStore
  readonly algos: AlgoStore
  /** The journal could not be written for an action that had left already: the trader must be told. */
  readonly onJournalError: (reason: string) => void
  /** Called after every journalled step, and waited for before the step's effect. */
  readonly onStep?: StepHook | undefined
}

/** All that trading is made of. */
export interface TradingOptions {
  readonly service: TradingService
  readonly keys: TradingKeys
  readonly markets: TradingMarkets
  readonly record: TradingRecord
  /** What the trader has set; asked for at every order. */
  readonly settings: { limits(): Limits; unverifiedActions(): 'confirm' | 'refuse' }
  readonly clock: Clock
  readonly log: Log
}

/** What goes with an intent, by who asks for it. */
interface SubmittedBy {
  /** Why the one who asks may not send it, or null: a refused intent shows like any other. Asked again right before it is signed. */
  readonly refusal?: () => Refusal | null
  /** What the window showed of it: journalled, and asked by nothing. */
  readonly shown?: ShownFigures | undefined
  /** Which try it is, of what is begun again until it goes through. */
  readonly attempt?: ActionRecord['attempt']
  /** Of which close it is the next order. */
  readonly step?: ActionRecord['step']
  /** The work of the terminal's own that it is sent for: it has a budget of its own. Nothing for what a hand sends. */
  readonly held?: HeldWork | undefined
  /** The window that a hand sent it from: only there may it be let go beyond a limit once it was refused for one. Nothing for what main itself sends. */
  readonly window?: string | undefined
}

/** Trading as the rest of main sees it. */
export interface Trading {
  /** Settles what an earlier run left unfinished, and begins to watch the account. Call once. */
  resume(): Promise<void>
  /** Stops reading; nothing that is under way is cut off. */
  stop(): void
  /**
   * Resolves as soon as the intent is journalled or refused. Never throws for what the trader or the service did.
   */
  submit(
    requestId: string,
    intent: Intent,
    by?: SubmittedBy,
  ): Promise<{ readonly actionId: string; readonly repeated: boolean }>
  /** What became of an action so far, however long ago it was; null for one that was never taken. */
  action(id: string): ActionRecord | null
  /** Has a close that widens end with the order that is out. Whether there was one. */
  stopClosing(actionId: string): boolean
  /**
   * Takes a close back as far as nothing of it was sent, and lets no further order follow the one that is out: what it is then, its action tells.
   * @param by what goes in its place, for the words of it.
   */
  withdrawClose(actionId: string, by: string): Promise<void>
  /** Whether the id was ever accepted, in this run or before. */
  isKnown(requestId: string): boolean
  /** The trader's word on an action that could not be verified; false when it does not wait for one. */
  confirmUnverified(actionId: string, accept: boolean): boolean
  /**
   * Why somebody may not give their word on an action, by what they may send, or null: then the same is asked again right before it is
   * signed, besides whoever asked for it. An action that is not known, or waits for nothing, is left to the answer of the word itself.
   */
  permitWord(actionId: string, refusal: (intent: Intent) => Refusal | null): Refusal | null
  /** The trader's word on a prediction's estimate; `changed` when another one has replaced the one named. */
  confirmEstimate(actionId: string, estimateId: string, accept: boolean): 'taken' | 'changed' | 'not_waiting'
  /** The trader's word on a transfer that neither its answer nor the balances tell of; false when it does not wait for one. */
  settleTransfer(word: { readonly actionId: string; readonly made: boolean }): Promise<boolean>
  /**
   * Closes every position, and cancels every order when asked; never repeated for the same id. A record of its own, on disk before each of
   * its effects. @throws CallError, ServiceError
   */
  flatten(request: FlattenRequest): Promise<FlattenReport>
  /** The trader's word on a flatten that an earlier run did not end. @throws CallError, ServiceError */
  goOnFlatten(id: string): Promise<FlattenReport>
  /** The same: what is left is left. @throws CallError */
  leaveFlatten(id: string): void
  /**
   * Moves a resting order: cancels it, and places what is left once its end and its fills were read. A record of its own; resolves as soon as
   * that is journalled. @param bar why whoever asks may not send the new order, or null. @throws CallError, ServiceError: then nothing was done.
   */
  moveOrder(request: Asked, bar: RefusalCheck): Promise<{ readonly id: string }>
  /** The trader's word that what was not replaced is tried again. @throws CallError */
  retryMove(id: string, bar: RefusalCheck): Promise<void>
  /**
   * Reverses a position: closes it, and opens as much on the other side once it is known what closed. The same kind of record. @throws CallError,
   * ServiceError: then nothing was done.
   */
  reversePosition(request: ReversalAsked, bar: RefusalCheck): Promise<{ readonly id: string }>
  /** The same: it is left at that. @throws CallError */
  leaveMove(id: string): void
  /** Parent orders that are sent as several children, by themselves. */
  readonly algos: Pick<
    Algos,
    | 'check'
    | 'begin'
    | 'pause'
    | 'paused'
    | 'goOn'
    | 'stop'
    | 'underWay'
    | 'watchEntries'
    | 'followActing'
    | 'followEnds'
  >
  /** Told what became of one: done, paused, ended. */
  readonly onAlgoNews: Listen<[news: AlgoNews]>
  /**
   * One cancel for every order that a fresh read shows open; what adds exposure and has not left yet is refused first. @throws
   * ServiceError when a family cannot be read, once the orders of the other one are being canceled.
   */
  cancelAll(requestId: string, asset: string | null): Promise<CancelAllReport>
  /**
   * Kills the deployment: from the call on nothing that adds exposure goes out, over restarts. Held work is paused, what has not left is refused, every
   * resting order is canceled, and positions are left or closed. Never throws: what could not be canceled or closed is told, and it holds all the same.
   * @param protection how far closes may go; null leaves positions.
   */
  kill(requestId: string, protection: FlattenProtection | null): Promise<KillReport>
  /** The trader's word that it may trade again; false where what was typed is not its name, or it is not killed. @throws Error in words where it cannot be written. */
  liftKill(typed: string): boolean
  /** How it stands. */
  killView(): KillView
  /** Orders that may go beyond a limit that refused them, by the trader's word. */
  readonly overrides: Pick<Overrides, 'asked' | 'grant'>
  /** Keeps what was done to a safety catch of the trader's. */
  readonly safety: SafetyRecords
  /** The newest flattens of the trader who is signed in, ended or not, newest first. */
  recentFlattens(): readonly StoredFlatten[]
  /** @throws ServiceError, also where a position cannot be read; all reads of windows at the same time share one. */
  readAccount(purpose?: Purpose): Promise<AccountView>
  /** The same by a read that begins after this call. @throws ServiceError */
  freshAccount(purpose?: Purpose): Promise<AccountView>
  /** The same two without the positions that cannot be read, which are named: one that is not listed may be among them. @throws ServiceError */
  readAccountInParts(purpose?: Purpose): Promise<AccountView>
  freshAccountInParts(purpose?: Purpose): Promise<AccountView>
  /** Told once of each row of the account that cannot be read. */
  readonly onUnreadable: Listen<[rows: readonly UnreadableRow[]]>
  /** The row of the last reads with exactly this text; null where there is none, or it has changed. */
  unreadableRow(of: Pick<UnreadableRow, 'list'> & { readonly text: string }): UnreadableRow | null
  /** The trader's word on this very row, for this run: it counts in the limits at its value, and blocks orders in its own market only. */
  acknowledgeUnreadable(row: CountedRow): void
  readOpenOrders(): Promise<OpenOrdersView>
  readOrderHistory(page: Page): Promise<readonly Order[]>
  readFills(page: Page): Promise<readonly Fill[]>
  readFees(): Promise<Fees>
  /** What the wallet holds and has made, by all that is known. */
  readonly ledger: Pick<WalletLedger, 'current' | 'closed' | 'closedBefore' | 'onChange'>
  /** The trader's fills, read once and kept. */
  readonly fills: Pick<FillRecords, 'sync' | 'since' | 'newest' | 'knownSince' | 'onNew' | 'older'>
  /** The trader's order history, read back to its beginning a page at a time. */
  readonly orders: Pick<OrderRecords, 'older' | 'news' | 'onRead'>
  /** Actions of the trader that made one of these orders, by any of its ids, however long ago. */
  actionsOf(ids: readonly string[]): readonly ActionRecord[]
  /** The trader's actions by a whole id, their own or one of their order's. */
  findActions(id: string): readonly FoundAction[]
  /** The status of one outcome order of the trader's. */
  readOutcomeOrderStatus(by: { readonly oid: string } | { readonly cloid: Cloid }): Promise<OutcomeOrderStatus>
  readConversions(): Promise<readonly Conversion[]>
  /** Wired to the feed: a public trade, a change of bucket, a connection that is back. */
  onTrade(trade: PublicTrade): void
  onBucketChange(): void
  onReconnect(): void
  /** The trader's word that another client trades for this wallet too. @throws ServiceError when nobody is signed in. */
  expectOtherClient(isExpected: boolean): void
  /** Told of orders, fills and changes of positions that this terminal did not make, each once, while they are not expected. */
  readonly onExternal: Listen<[found: Found]>
  /** The trader has seen that an order of an action showed up after its end; false when there was nothing to see. */
  markSeen(actionId: string): boolean
  /** Told of every action whose order the service showed after it had ended, once it is open again. */
  readonly onSurfaced: Listen<[action: ActionRecord]>
  /** Forgets a number that was learned of an asset; false when there is no such number. */
  forgetAssetNumber(asset: string, number: number): boolean
  /** Told when a number was learned, or turned out to be wrong. */
  readonly onNumberNews: Listen<[message: NumberMessage]>
  /** Whether an action has been prepared, cannot be checked and waits for the trader. */
  waitsForWord(action: ActionRecord): boolean
  /**
   * Why a close of the asset could not be checked, and what becomes of it then: it waits for the trader, or is refused, as the settings
   * say. Null where it can be checked as far as the actions before it tell, and before there was one.
   */
  unverifiable(asset: string): { readonly why: Unverifiable; readonly answer: 'confirm' | 'refuse' } | null
  /** Number of actions whose last word is not spoken, for whoever wants to quit or update. */
  inFlight(): number
  /**
   * Counts what another part of main holds in the worst case: orders that it may still send, and stops that wait. @param of asked for an account
   * whenever the worst case is.
   */
  addHeldRisk(of: (account: string) => HeldRisk): void
  /** Why a held stop may not stand elsewhere than it does, for the limit of the worst case; null where it may. Null for no stop. */
  stopRefusal(from: RiskStop | null, to: RiskStop | null): Promise<Refusal | null>
  /** The trader's word that paused held work may go on; false when it is another word, or nothing of that id is paused. */
  resumeHeld(id: string, word: string): boolean
  /** Told in words, once a day, that the day's loss nears its limit. */
  readonly onDayLossNear: Listen<[words: string]>
  /** Told of held work that was paused because its orders filled too fast: whoever holds it takes back what of it rests. */
  readonly onHeldPaused: Listen<[pause: HeldPause]>
  /** Topics `kill`, `held_pauses`, `actions`, `flattens`, `moves`, `reversals`, `algos`, `worst_case`, `other_client`, `asset_numbers`, `minimum_values` and `account_version`. */
  readonly topics: TopicSource
}
