/** Opens all of main's data on disk, in one directory. */

import { mkdirSync } from 'node:fs'
import { FINAL_ALGO_STATES } from '../../contract/algo.ts'
import { FINAL_FLATTEN_STATES } from '../../contract/flatten.ts'
import { FINAL_MOVE_STATES } from '../../contract/move.ts'
import { FINAL_REVERSAL_STATES } from '../../contract/reversal.ts'
import type { Clock } from '../../contract/time.ts'
import type { Log } from '../log/index.ts'
import { type AlertDefaults, type AlertStore, createAlertDefaults, createAlertStore } from './alert-store.ts'
import { type BookStore, createBookStore } from './book-store.ts'
import {
  type AgentRecords,
  openAgents,
  openRemoteHostStore,
  openSecretOrigins,
  type RemoteHostStore,
  type SecretOriginStore,
} from './credential-files.ts'
import { createWriteProbe, type WriteProbe } from './database.ts'
import {
  createFillStore,
  createHistoryMarkStore,
  createOrderStore,
  createPastNames,
  type FillStore,
  type HistoryMarkStore,
  type OrderStore,
  type PastNames,
} from './fills-and-orders.ts'
import { createJournal, createNonceStore, type Journal, type NonceStore } from './journal.ts'
import { journalPath, openJournalDatabase } from './journal-database.ts'
import { createJournalUpkeep } from './journal-upkeep.ts'
import { createLedgerStore, type LedgerStore } from './ledger-store.ts'
import { createPositionCloseStore, type PositionCloseStore } from './position-close-store.ts'
import {
  type AutomationPauseStore,
  createAutomationPauseStore,
  createKillStore,
  createSafetyRecordStore,
  type KillStore,
  type SafetyRecordStore,
} from './safety-stores.ts'
import {
  type AmountFormStore,
  type AssetNumberStore,
  createAmountFormStore,
  createAssetNumberStore,
} from './service-facts.ts'
import { openSettings, type SettingsStore } from './settings-store.ts'
import { createSettlementStore, type SettlementStore } from './settlement-store.ts'
import { createSlippageStore, type SlippageStore } from './slippage-store.ts'
import { createStepStore, type StepStore } from './step-retention.ts'
import { createTradeStore, type TradeStore } from './trade-store.ts'
import { PAST_TABLES, setPastAside, type UnreadablePast } from './unreadable-past.ts'
import { setUnreadableAside, type UnreadableRow } from './unreadable-rows.ts'
import {
  createNoteStore,
  createOtherClientStore,
  createTransferStore,
  createWalletStore,
  type NoteStore,
  type OtherClientStore,
  type TransferStore,
  type WalletStore,
} from './wallet-stores.ts'
import { createWeatherStore, type WeatherStore } from './weather-store.ts'
import type { SetAside } from './whole-file.ts'
import {
  type LayoutStore,
  type MarketChoicesStore,
  openLayouts,
  openMarketChoices,
  openWorkspaces,
  type WorkspaceStore,
} from './window-files.ts'
import {
  type AlgoStore,
  type ConditionalStore,
  createConditionalStore,
  createRecordStore,
  type FlattenStore,
  type MoveStore,
  type ReversalStore,
  type StoredAlgo,
  type StoredFlatten,
  type StoredMove,
  type StoredReversal,
} from './work-records.ts'

export interface Storage {
  readonly journal: Journal
  /** The steps of the journal's actions, for dropping old ones. */
  readonly steps: StepStore
  readonly nonces: NonceStore
  readonly conditionals: ConditionalStore
  readonly flattens: FlattenStore
  readonly moves: MoveStore
  readonly algos: AlgoStore
  readonly reversals: ReversalStore
  readonly alerts: AlertStore
  readonly alertDefaults: AlertDefaults
  readonly fills: FillStore
  readonly orders: OrderStore
  readonly historyMarks: HistoryMarkStore
  readonly pastNames: PastNames
  /** Path of the journal's database, for readers only. */
  readonly journalPath: string
  readonly books: BookStore
  readonly trades: TradeStore
  readonly notes: NoteStore
  readonly transfers: TransferStore
  readonly slippages: SlippageStore
  readonly ledger: LedgerStore
  readonly otherClients: OtherClientStore
  readonly heldPauses: AutomationPauseStore
  /** Killed deployments. */
  readonly kills: KillStore
  readonly safetyRecords: SafetyRecordStore
  readonly amountForms: AmountFormStore
  readonly assetNumbers: AssetNumberStore
  readonly wallets: WalletStore
  readonly endings: PositionCloseStore
  readonly settlements: SettlementStore
  readonly weather: WeatherStore
  readonly settings: SettingsStore
  readonly layouts: LayoutStore
  /** Markets of link groups, and favorites. */
  readonly marketChoices: MarketChoicesStore
  readonly workspaces: WorkspaceStore
  /** Stored facts about approved agent wallets. */
  readonly agents: AgentRecords
  /** The origin that the secrets of each deployment were imported for. */
  readonly secretOrigins: SecretOriginStore
  /** Hosts of the remote notification services. */
  readonly remoteNotifications: RemoteHostStore
  /** Damaged files, and a journal of another schema; the trader must be notified of each. */
  readonly setAside: readonly SetAside[]
  /** Unreadable records of work under way; the trader must be notified of each. */
  readonly unreadable: readonly UnreadableRow[]
  /** Calls a listener with unreadable records of the past: at once with those found at the start, and as a check finds more. */
  onUnreadablePast(listener: (rows: readonly UnreadablePast[]) => void): void
  /** Settings that could not be used and were reset, as messages; the trader must be notified of them. */
  readonly settingResets: readonly string[]
  readonly writeProbe: WriteProbe
  /**
   * Checks the journal where its last check is a day old, or the start skipped a part of it. Returns the damage, for which the next start sets the
   * file aside; null where there is none.
   */
  findDamage(): Promise<string | null>
  /** Backs the journal up when the last backup is a day old and the file is sound. Never rejects: a failure is logged. */
  backupIfDue(): Promise<boolean>
  /**
   * Checks the journal and backs it up whenever that is due, for as long as it is open.
   * @param damaged called once when a check finds damage.
   */
  maintain(damaged: (reason: string) => void): void
  /** Nothing can be read or written afterwards. A backup under way ends without a result. */
  close(): void
}

/**
 * Opens the files in `directory`, creating it if necessary; damaged ones, and a journal of another schema, are set aside.
 * @throws Error when they cannot be used for another reason: no permission, a full disk.
 */
export function openStorage(options: {
  readonly directory: string
  readonly clock: Pick<Clock, 'now' | 'monotonic' | 'after'>
  readonly log?: Pick<Log, 'warn' | 'error'>
}): Storage {
  const { directory, clock, log } = options
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const settings = openSettings(directory, clock)
  const layouts = openLayouts(directory, clock, log)
  const workspaces = openWorkspaces(directory, clock)
  const marketChoices = openMarketChoices(directory, clock, log)
  const agents = openAgents(directory, clock)
  const secretOrigins = openSecretOrigins(directory, clock)
  const remoteNotifications = openRemoteHostStore(directory, clock)
  const opened = openJournalDatabase(directory, clock)
  const { database, setAside } = opened
  const aside = [settings, layouts, workspaces, marketChoices, agents, secretOrigins, remoteNotifications, { setAside }]
    .map((opened) => opened.setAside)
    .filter((file) => file !== null)
  for (const file of aside) log?.warn({ ...file }, 'a file was set aside')
  if (settings.resets.length > 0) log?.warn({ resets: settings.resets }, 'settings could not be used')

  const unreadable = setUnreadableAside(database, clock.now(), log)
  let pastFound: readonly UnreadablePast[] = []
  let onPast: ((rows: readonly UnreadablePast[]) => void) | null = null
  function setPast(tables: typeof PAST_TABLES): void {
    const found = setPastAside(database, tables, clock.now(), log)
    if (onPast === null) pastFound = [...pastFound, ...found]
    else if (found.length > 0) onPast(found)
  }
  // For a large file the checking thread does this.
  if (opened.isChecked) setPast(PAST_TABLES)
  const alerts = createAlertStore(database, log)
  const upkeep = createJournalUpkeep({ directory, opened, clock, log, unreadable: setPast })
  return {
    journal: createJournal(database, log),
    steps: createStepStore(database),
    nonces: createNonceStore(database),
    conditionals: createConditionalStore(database, log),
    flattens: createRecordStore<StoredFlatten>(database, 'flattens', FINAL_FLATTEN_STATES, log),
    moves: createRecordStore<StoredMove>(database, 'moves', FINAL_MOVE_STATES, log),
    algos: createRecordStore<StoredAlgo>(database, 'algos', FINAL_ALGO_STATES, log),
    reversals: createRecordStore<StoredReversal>(database, 'reversals', FINAL_REVERSAL_STATES, log),
    alerts,
    alertDefaults: createAlertDefaults(database, alerts),
    fills: createFillStore(database),
    orders: createOrderStore(database),
    historyMarks: createHistoryMarkStore(database),
    pastNames: createPastNames(database),
    journalPath: journalPath(directory),
    books: createBookStore(database),
    trades: createTradeStore(database),
    notes: createNoteStore(database),
    transfers: createTransferStore(database),
    slippages: createSlippageStore(database),
    ledger: createLedgerStore(database),
    otherClients: createOtherClientStore(database),
    heldPauses: createAutomationPauseStore(database),
    kills: createKillStore(directory, clock),
    safetyRecords: createSafetyRecordStore(database),
    amountForms: createAmountFormStore(database),
    assetNumbers: createAssetNumberStore(database),
    wallets: createWalletStore(database),
    endings: createPositionCloseStore(database),
    settlements: createSettlementStore(database),
    weather: createWeatherStore(database),
    settings,
    layouts,
    marketChoices,
    workspaces,
    agents,
    secretOrigins,
    remoteNotifications,
    setAside: aside,
    unreadable,
    onUnreadablePast(listener) {
      onPast = listener
      if (pastFound.length > 0) listener(pastFound)
      pastFound = []
    },
    settingResets: settings.resets,
    writeProbe: createWriteProbe(database, clock),
    findDamage: upkeep.findDamage,
    backupIfDue: upkeep.backupIfDue,
    maintain: upkeep.maintain,
    close() {
      layouts.close()
      marketChoices.close()
      upkeep.stop()
      opened.close()
    },
  }
}
