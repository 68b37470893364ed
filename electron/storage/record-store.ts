/** What takes several actions and is a record of its own, in the journal's database: each with its state, and the ids of its actions. */
import type { DatabaseSync } from 'node:sqlite'
import type { Log } from '../log/index.ts'
import { rowsOf } from './rows.ts'
import { type WorkRow as Row, recordsIn } from './unreadable-rows.ts'

/** What every such record has. */
export interface StoredRecord {
  /** The `requestId` of the press. */
  readonly id: string
  /** Name of the deployment profile it belongs to. */
  readonly profile: string
  /** Address of the trader it belongs to. */
  readonly account: string
  readonly state: string
  /** When it was asked for, by the service's clock. */
  readonly at: number
}

export interface RecordStore<One extends StoredRecord> {
  /** Inserts or replaces it; durable on return. */
  write(record: One): void
  /** Null also for one that cannot be read. */
  read(id: string): One | null
  /** Those of the profile in no final state, oldest first. */
  unfinished(profile: string): readonly One[]
  /** The newest of the profile, newest first. */
  recent(profile: string, limit: number): readonly One[]
}

/** The tables of such records. */
export type RecordTable = 'moves' | 'reversals' | 'algos' | 'flattens'

/** Those at work that cannot be read were set aside when the storage was opened; any other is logged and left where it is. */
export function createRecordStore<One extends StoredRecord>(
  database: DatabaseSync,
  table: RecordTable,
  finalStates: readonly One['state'][],
  log?: Pick<Log, 'error'>,
): RecordStore<One> {
  const save = database.prepare(
    `INSERT INTO ${table} (id, profile, state, at, body) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET state = excluded.state, body = excluded.body`,
  )
  const readOne = database.prepare(`SELECT id, profile, state, body FROM ${table} WHERE id = ?`)
  const open = database.prepare(
    `SELECT id, profile, state, body FROM ${table} WHERE profile = ?
     AND state NOT IN (${finalStates.map(() => '?').join(', ')}) ORDER BY at, rowid`,
  )
  const newest = database.prepare(
    `SELECT id, profile, state, body FROM ${table} WHERE profile = ? ORDER BY at DESC, rowid DESC LIMIT ?`,
  )
  const readable = (rows: readonly Row[]) => recordsIn<One>(table, rows, log)
  return {
    write: (record) => void save.run(record.id, record.profile, record.state, record.at, JSON.stringify(record)),
    read: (id) => readable(rowsOf<Row>(readOne, id))[0] ?? null,
    unfinished: (profile) => readable(rowsOf<Row>(open, profile, ...finalStates)),
    recent: (profile, limit) => readable(rowsOf<Row>(newest, profile, limit)),
  }
}
