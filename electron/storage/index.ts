/**
 * Main's data on disk: the order journal and nonces in SQLite, settings and layouts in JSON, safe against crashes and damage. All writes are durable
 * when they return, unless they ask for less.
 */

export type { AlertDefaults, AlertMemory, AlertStore, StoredAlert } from './alert-store.ts'
export type { BookStore } from './book-store.ts'
export type { ComputedSettlement } from './books-due.ts'
export type { AgentRecords } from './credential-files.ts'
export { bodiesOf, bodyOf, type Durability, type PastOf, recordsOf, rowsOf } from './database.ts'
export { FIGURE_PLACES } from './figure-tables.ts'
export {
  type FillStore,
  type HistoryMarkStore,
  knownOf,
  type MarkKind,
  type OrderStore,
  type PastNames,
  type Stretch,
} from './fills-and-orders.ts'
export { createActionWriter, type Journal, type MarketSnapshot, type NonceStore, type StoredAction } from './journal.ts'
export { JsonFile } from './json-file.ts'
export type { LedgerStore } from './ledger-store.ts'
export { openStorage, type Storage } from './open-storage.ts'
export type { HeldPosition, PositionCloseStore } from './position-close-store.ts'
export type { AutomationPauseStore, KillStore, SafetyRecordStore, StoredKill } from './safety-stores.ts'
export type {
  AmountForm,
  AmountFormStore,
  AssetNumberStore,
  ConfirmationOutcome,
  NumberConfirmation,
  NumbersOf,
  StoredNumber,
} from './service-facts.ts'
export { setAsideText, unreadablePastText, unreadableText } from './set-aside-text.ts'
export type { SettingsStore } from './settings-store.ts'
export type { SettlementStore } from './settlement-store.ts'
export type { FillSlippage, SlippageStore } from './slippage-store.ts'
export { createStepRetention, type StepRetention } from './step-retention.ts'
export type { TradeStore } from './trade-store.ts'
export type {
  NoteStore,
  OtherClientStore,
  StoredTransfer,
  TransferStore,
  WalletAt,
  WalletStore,
} from './wallet-stores.ts'
export { readingsReader, type StationsByAsset, type WeatherService, type WeatherStore } from './weather-store.ts'
export type { SetAside } from './whole-file.ts'
export type { LayoutStore, MarketChoices, MarketChoicesStore, StoredWorkspace, WorkspaceStore } from './window-files.ts'
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
