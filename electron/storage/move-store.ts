/** Moves of orders in the journal's database. */
import type { DatabaseSync } from 'node:sqlite'
import { FINAL_MOVE_STATES, type MoveView } from '../../contract/move.ts'
import type { Log } from '../log/index.ts'
import { createRecordStore, type RecordStore, type StoredRecord } from './record-store.ts'

/** A move as it is on disk. */
export interface StoredMove extends MoveView, Pick<StoredRecord, 'profile' | 'account'> {}

export type MoveStore = RecordStore<StoredMove>

export const createMoveStore = (database: DatabaseSync, log?: Pick<Log, 'error'>): MoveStore =>
  createRecordStore<StoredMove>(database, 'moves', FINAL_MOVE_STATES, log)
