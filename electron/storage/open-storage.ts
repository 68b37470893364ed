/** Opens all of main's data on disk, in one directory. */

import { mkdirSync } from 'node:fs'
import { FINAL_ALGO_STATES } from '../../contract/algo.ts'
import { FINAL_FLATTEN_STATES } from '../../contract/flatten.ts'
import { FINAL_MOVE_STATES } from '../../contract/move.ts'
import { FINAL_REVERSAL_STATES } from '../../contract/reversal.ts'
import type { Clock } from '../../contract/time.ts'
import type { Log } from '../log/index.ts'
import { createAlertDefaults, createAlertStore } from './alert-store.ts'
import { createBookStore } from './book-store.ts'
import { openAgents, openRemoteHostStore, openSecretOrigins } from './credential-files.ts'
import { createWriteProbe } from './database.ts'
import { createFillStore, createHistoryMarkStore, createOrderStore, createPastNames } from './fills-and-orders.ts'
import { createJournal, createNonceStore } from './journal.ts'
import { journalPath, openJournalDatabase } from './journal-database.ts'
import { createJournalUpkeep } from './journal-upkeep.ts'
import { createLedgerStore } from './ledger-store.ts'
import { createPositionCloseStore } from './position-close-store.ts'
import { createAutomationPauseStore, createKillStore, createSafetyRecordStore } from './safety-stores.ts'
import { createAmountFormStore, createAssetNumberStore } from './service-facts.ts'
import { openSettings } from './settings-store.ts'
import { createSettlementStore } from './settlement-store.ts'
import { createSlippageStore } from './slippage-store.ts'
import { createStepStore } from './step-retention.ts'
import { createTradeStore } from './trade-store.ts'
import { PAST_TABLES, setPastAside, type UnreadablePast } from './unreadable-past.ts'
import { setUnreadableAside } from './unreadable-rows.ts'
import { createNoteStore, createOtherClientStore, createTransferStore, createWalletStore } from './wallet-stores.ts'
import { createWeatherStore } from './weather-store.ts'
import {
  type LayoutStore,
  type MarketChoicesStore,
  openLayouts,
  openMarketChoices,
  openWorkspaces,
} from './window-files.ts'
import {
  createConditionalStore,
  createRecordStore,
  type StoredAlgo,
  type StoredFlatten,
  type StoredMove,
  type StoredReversal,
} from './work-records.ts'

export type Storage = ReturnType<typeof openStorage>

/**
 * Opens the files in `directory`, creating it if necessary; damaged ones, and a journal of another schema, are set aside.
 * @throws Error when they cannot be used for another reason: no permission, a full disk.
 */
export function openStorage(options: {
  readonly directory: string
  readonly clock: Pick<Clock, 'now' | 'monotonic' | 'after'>
  readonly log?: Pick<Log, 'warn' | 'error'>
}) {
  const { directory, clock, log } = options
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const settings = openSettings(directory, clock)
  const layoutFile = openLayouts(directory, clock, log)
  const workspaces = openWorkspaces(directory, clock)
  const choiceFile = openMarketChoices(directory, clock, log)
  const agents = openAgents(directory, clock)
  const secretOrigins = openSecretOrigins(directory, clock)
  const remoteNotifications = openRemoteHostStore(directory, clock)
  const opened = openJournalDatabase(directory, clock)
  const { database, setAside } = opened
  const aside = [settings, layoutFile, workspaces, choiceFile, agents, secretOrigins, remoteNotifications, { setAside }]
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
  // Only this function closes them.
  const layouts: LayoutStore = layoutFile
  const marketChoices: MarketChoicesStore = choiceFile
  const upkeep = createJournalUpkeep({ directory, opened, clock, log, unreadable: setPast })
  return {
    journal: createJournal(database, log),
    /** The steps of the journal's actions, for dropping old ones. */
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
    /** Path of the journal's database, for readers only. */
    journalPath: journalPath(directory),
    books: createBookStore(database),
    trades: createTradeStore(database),
    notes: createNoteStore(database),
    transfers: createTransferStore(database),
    slippages: createSlippageStore(database),
    ledger: createLedgerStore(database),
    otherClients: createOtherClientStore(database),
    heldPauses: createAutomationPauseStore(database),
    /** Killed deployments. */
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
    /** Markets of link groups, and favorites. */
    marketChoices,
    workspaces,
    /** Stored facts about approved agent wallets. */
    agents,
    /** The origin that the secrets of each deployment were imported for. */
    secretOrigins,
    /** Hosts of the remote notification services. */
    remoteNotifications,
    /** Damaged files, and a journal of another schema; the trader must be notified of each. */
    setAside: aside,
    /** Unreadable records of work under way; the trader must be notified of each. */
    unreadable,
    /** Calls a listener with unreadable records of the past: at once with those found at the start, and as a check finds more. */
    onUnreadablePast(listener: (rows: readonly UnreadablePast[]) => void): void {
      onPast = listener
      if (pastFound.length > 0) listener(pastFound)
      pastFound = []
    },
    /** Settings that could not be used and were reset, as messages; the trader must be notified of them. */
    settingResets: settings.resets,
    writeProbe: createWriteProbe(database, clock),
    /**
     * Checks the journal where its last check is a day old, or the start skipped a part of it. Returns the damage, for which the next start sets the
     * file aside; null where there is none.
     */
    findDamage: upkeep.findDamage,
    /** Backs the journal up when the last backup is a day old and the file is sound. Never rejects: a failure is logged. */
    backupIfDue: upkeep.backupIfDue,
    /**
     * Checks the journal and backs it up whenever that is due, for as long as it is open.
     * @param damaged called once when a check finds damage.
     */
    maintain: upkeep.maintain,
    /** Nothing can be read or written afterwards. A backup under way ends without a result. */
    close(): void {
      layoutFile.close()
      choiceFile.close()
      upkeep.stop()
      opened.close()
    },
  }
}
