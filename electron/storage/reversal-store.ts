/** Reversals of positions in the journal's database. */
import type { DatabaseSync } from 'node:sqlite'
import { FINAL_REVERSAL_STATES, type ReversalView } from '../../contract/reversal.ts'
import type { Log } from '../log/index.ts'
import { createRecordStore, type RecordStore, type StoredRecord } from './record-store.ts'

/** A reversal as it is on disk. */
export interface StoredReversal extends ReversalView, Pick<StoredRecord, 'profile' | 'account'> {}

export type ReversalStore = RecordStore<StoredReversal>

export const createReversalStore = (database: DatabaseSync, log?: Pick<Log, 'error'>): ReversalStore =>
  createRecordStore<StoredReversal>(database, 'reversals', FINAL_REVERSAL_STATES, log)
