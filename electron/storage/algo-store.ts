/** Algo orders in the journal's database. */
import type { DatabaseSync } from 'node:sqlite'
import { type AlgoRecord, FINAL_ALGO_STATES } from '../../contract/algo.ts'
import type { Log } from '../log/index.ts'
import { createRecordStore, type RecordStore, type StoredRecord } from './record-store.ts'

/** An algo order as it is on disk. */
export interface StoredAlgo extends AlgoRecord, Pick<StoredRecord, 'profile' | 'account'> {}

export type AlgoStore = RecordStore<StoredAlgo>

export const createAlgoStore = (database: DatabaseSync, log?: Pick<Log, 'error'>): AlgoStore =>
  createRecordStore<StoredAlgo>(database, 'algos', FINAL_ALGO_STATES, log)
