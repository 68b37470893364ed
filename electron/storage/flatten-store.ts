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
import { rowsOf } from './rows.ts'
import { type WorkRow as Row, recordsIn } from './unreadable-rows.ts'

/** A flatten as it is on disk. */
export interface StoredFlatten {
  /** The `requestId` of the press. */
  readonly id: string
  /** Name of the deployment profile it belongs to. */
  readonly profile: string
  /** Address of the trader it belongs to. */
  readonly account: string
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

export interface FlattenStore {
  /** Inserts or replaces it; durable on return. */
  write(record: StoredFlatten): void
  /** Null also for one that cannot be read. */
  read(id: string): StoredFlatten | null
  /** Those of the profile in no final state, oldest first. */
  unfinished(profile: string): readonly StoredFlatten[]
}

/** Those at work that cannot be read were set aside when the storage was opened; any other is logged and left where it is. */
export function createFlattenStore(database: DatabaseSync, log?: Pick<Log, 'error'>): FlattenStore {
  const save = database.prepare(
    `INSERT INTO flattens (id, profile, state, at, body) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET state = excluded.state, body = excluded.body`,
  )
  const readOne = database.prepare('SELECT id, profile, state, body FROM flattens WHERE id = ?')
  const open = database.prepare(
    `SELECT id, profile, state, body FROM flattens WHERE profile = ?
     AND state NOT IN (${FINAL_FLATTEN_STATES.map(() => '?').join(', ')}) ORDER BY at, rowid`,
  )
  const readable = (rows: readonly Row[]) => recordsIn<StoredFlatten>('flattens', rows, log)
  return {
    write: (record) => void save.run(record.id, record.profile, record.state, record.at, JSON.stringify(record)),
    read: (id) => readable(rowsOf<Row>(readOne, id))[0] ?? null,
    unfinished: (profile) => readable(rowsOf<Row>(open, profile, ...FINAL_FLATTEN_STATES)),
  }
}
