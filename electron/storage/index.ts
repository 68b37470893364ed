/** What main keeps on disk: the order journal and nonces in SQLite, settings and layouts in JSON, safe against crashes and damage. */

export type { AlertDefaults, AlertMemory, AlertStore, StoredAlert } from './alert-store.ts'
export type { BookStore } from './book-store.ts'
export type { ComputedSettlement } from './books-due.ts'
export type { AgentRecords } from './credential-files.ts'
export { bodiesOf, bodyOf, rowsOf } from './database.ts'
export type { EndingStore, HeldBy, HeldPosition } from './ending-store.ts'
export { FIGURE_PLACES } from './figure-tables.ts'
export { type HistoryMarkStore, knownOf, type MarkKind, type PastNames } from './fills-and-orders.ts'
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
export type { LedgerStore } from './ledger-store.ts'
export { openStorage, type Storage } from './open-storage.ts'
export type { HeldPauseStore, KeptKill, KillStore, SafetyRecordStore } from './safety-stores.ts'
export type {
  AmountForm,
  AmountFormStore,
  AssetNumberStore,
  KeptNumber,
  NumbersOf,
  NumberWord,
  WordOutcome,
} from './service-facts.ts'
export { setAsideWords, unreadablePastWords, unreadableWords } from './set-aside-words.ts'
export type { SettlementStore } from './settlement-store.ts'
export type { FillSlippage, SlippageStore } from './slippage-store.ts'
export { createStepRetention, type StepRetention } from './step-retention.ts'
export type { TradeStore } from './trade-store.ts'
export type {
  KeptTransfer,
  NoteStore,
  OrdersOf,
  OtherClientStore,
  TransferStore,
  WalletAt,
  WalletStore,
} from './wallet-stores.ts'
export type { MarketChoices, MarketChoicesStore } from './window-files.ts'
export type {
  AlgoStore,
  ConditionalStore,
  FlattenChild,
  FlattenStore,
  MoveStore,
  RecordStore,
  ReversalStore,
  StoredAlgo,
  StoredConditional,
  StoredFlatten,
  StoredMove,
  StoredRecord,
  StoredReversal,
} from './work-records.ts'
