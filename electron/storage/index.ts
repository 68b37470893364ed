/** What main keeps on disk: the order journal and nonces in SQLite, settings and layouts in JSON, safe against crashes and damage. */

export type { AgentRecords } from './agent-store.ts'
export type { AlertDefaults } from './alert-defaults.ts'
export type { AlertMemory, AlertStore, StoredAlert } from './alert-store.ts'
export type { AlgoStore, StoredAlgo } from './algo-store.ts'
export type { AmountForm, AmountFormStore } from './amount-form-store.ts'
export type { AssetNumberStore, KeptNumber, NumbersOf, NumberWord, WordOutcome } from './asset-number-store.ts'
export type { BookStore } from './book-store.ts'
export type { ComputedSettlement } from './computed-settlement-store.ts'
export type { ConditionalStore, StoredConditional } from './conditional-store.ts'
export type { EndingStore, HeldBy, HeldPosition } from './ending-store.ts'
export { FIGURE_PLACES } from './figure-tables.ts'
export type { FlattenChild, FlattenStore, StoredFlatten } from './flatten-store.ts'
export type { HeldPauseStore } from './held-pause-store.ts'
export type { HistoryMarkStore, MarkKind } from './history-mark-store.ts'
export type {
  Durability,
  FillStore,
  Journal,
  LayoutStore,
  MarketStood,
  NonceStore,
  OrderStore,
  PastOf,
  SetAside,
  SettingsStore,
  StoredAction,
  StoredWorkspace,
  Stretch,
  WorkspaceStore,
} from './interface.ts'
export { JsonFile } from './json-file.ts'
export type { KeptKill, KillStore } from './kill-store.ts'
export type { LedgerStore } from './ledger-store.ts'
export type { MarketChoices, MarketChoicesStore } from './market-choices-store.ts'
export type { MoveStore, StoredMove } from './move-store.ts'
export type { NoteStore } from './note-store.ts'
export { openStorage, type Storage } from './open-storage.ts'
export type { OrdersOf, OtherClientStore } from './other-client-store.ts'
export type { PastNames } from './past-names.ts'
export type { RecordStore, StoredRecord } from './record-store.ts'
export type { ReversalStore, StoredReversal } from './reversal-store.ts'
export { bodiesOf, bodyOf, rowsOf } from './rows.ts'
export type { SafetyRecordStore } from './safety-record-store.ts'
export { setAsideWords, unreadablePastWords, unreadableWords } from './set-aside-words.ts'
export type { SettlementStore } from './settlement-store.ts'
export type { FillSlippage, SlippageStore } from './slippage-store.ts'
export { createStepRetention, type StepRetention } from './step-retention.ts'
export { knownOf } from './stretches.ts'
export type { TradeStore } from './trade-store.ts'
export type { KeptTransfer, TransferStore } from './transfer-store.ts'
export type { WalletAt, WalletStore } from './wallet-store.ts'
