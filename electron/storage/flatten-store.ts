/** Flattens in the journal's database: each with its state, and the ids of the actions that it is made of. */
import type { DatabaseSync } from 'node:sqlite'
import {
  FINAL_FLATTEN_STATES,
  type FlattenProtection,
  type FlattenReport,
  type FlattenState,
} from '../../contract/flatten.ts'
import type { Millis } from '../../contract/time.ts'
import type { Log } from '../log/index.ts'
import { createRecordStore, type RecordStore, type StoredRecord } from './record-store.ts'

/** A flatten as it is on disk. */
export interface StoredFlatten extends StoredRecord {
  readonly state: FlattenState
  /** When it was asked for, by the service's clock. */
  readonly at: Millis
  readonly cancelOrders: boolean
  /** Of the closes of scalar positions, and of those that are priced as probabilities. */
  readonly protection: FlattenProtection
  /** Rounds of cancels and closes that were begun: the actions of each have ids of their own. */
  readonly rounds: number
  /** The actions that it handed over, oldest first. */
  readonly children: readonly FlattenChild[]
  /** What became of it, once it is done. */
  readonly report: FlattenReport | null
}

/** An action that a flatten handed over. */
export interface FlattenChild {
  readonly id: string
  readonly kind: 'cancel' | 'close'
  readonly asset: string
}

export type FlattenStore = RecordStore<StoredFlatten>

export const createFlattenStore = (database: DatabaseSync, log?: Pick<Log, 'error'>): FlattenStore =>
  createRecordStore<StoredFlatten>(database, 'flattens', FINAL_FLATTEN_STATES, log)
