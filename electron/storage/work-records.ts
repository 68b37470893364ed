/** What takes several actions and is a record of its own, in the journal's database: conditional orders, flattens, moves, reversals and algo orders. */
import type { DatabaseSync } from 'node:sqlite'
import type { AlgoRecord } from '../../contract/algo.ts'
import { type ConditionalRecord, FINAL_CONDITIONAL_STATES } from '../../contract/conditional.ts'
import type { FlattenProtection, FlattenReport, FlattenState } from '../../contract/flatten.ts'
import type { MoveView } from '../../contract/move.ts'
import type { ReversalView } from '../../contract/reversal.ts'
import type { Millis } from '../../contract/time.ts'
import type { Log } from '../log/index.ts'
import { inTransaction, rowsOf } from './database.ts'
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

/** What takes several actions and is a record of its own, in the journal's database: each with its state, and the ids of its actions. */
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
type RecordTable = 'moves' | 'reversals' | 'algos' | 'flattens'

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

/** An algo order as it is on disk. */
export interface StoredAlgo extends AlgoRecord, Pick<StoredRecord, 'profile' | 'account'> {}

export type AlgoStore = RecordStore<StoredAlgo>

/** A move as it is on disk. */
export interface StoredMove extends MoveView, Pick<StoredRecord, 'profile' | 'account'> {}

export type MoveStore = RecordStore<StoredMove>

/** A reversal as it is on disk. */
export interface StoredReversal extends ReversalView, Pick<StoredRecord, 'profile' | 'account'> {}

export type ReversalStore = RecordStore<StoredReversal>

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

/** A conditional order with what only main needs. */
export interface StoredConditional extends ConditionalRecord {
  /** Name of the deployment profile it belongs to. */
  readonly profile: string
  /** Address of the trader it belongs to. */
  readonly account: string
  /** Its market ended, and whether its position did is not reported yet. */
  readonly isReportDue?: true
}

/** Conditional orders in the journal's database. */
export interface ConditionalStore {
  /** Inserts or replaces all of them, or none; durable on return. */
  write(records: readonly StoredConditional[]): void
  /** Null also for one that cannot be read. */
  read(id: string): StoredConditional | null
  /** Those of the profile in no final state, oldest first. */
  unfinished(profile: string): readonly StoredConditional[]
  /** Those of the profile whose end is still to be reported, oldest first. */
  reportDue(profile: string): readonly StoredConditional[]
  /** The newest of the profile, ended or not, newest first. */
  newest(profile: string, limit: number): readonly StoredConditional[]
}

/** Those at work that cannot be read were set aside when the storage was opened; any other is logged and left where it is. */
export function createConditionalStore(database: DatabaseSync, log?: Pick<Log, 'error'>): ConditionalStore {
  const save = database.prepare(
    `INSERT INTO conditionals (id, profile, state, created_at, report_due, body) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET state = excluded.state, report_due = excluded.report_due, body = excluded.body`,
  )
  const readOne = database.prepare('SELECT id, profile, state, body FROM conditionals WHERE id = ?')
  const open = database.prepare(
    `SELECT id, profile, state, body FROM conditionals WHERE profile = ?
     AND state NOT IN (${FINAL_CONDITIONAL_STATES.map(() => '?').join(', ')}) ORDER BY created_at, rowid`,
  )
  const due = database.prepare(
    `SELECT id, profile, state, body FROM conditionals WHERE profile = ? AND report_due = 1 ORDER BY created_at, rowid`,
  )
  const newest = database.prepare(
    'SELECT id, profile, state, body FROM conditionals WHERE profile = ? ORDER BY created_at DESC, rowid DESC LIMIT ?',
  )
  const read = (rows: readonly Row[]) => recordsIn<StoredConditional>('conditionals', rows, log)
  return {
    write(records) {
      inTransaction(database, () => {
        for (const record of records) {
          const { id, profile, state, createdAt, isReportDue = false } = record
          save.run(id, profile, state, createdAt, Number(isReportDue), JSON.stringify(record))
        }
      })
    },
    read: (id) => read(rowsOf<Row>(readOne, id))[0] ?? null,
    unfinished: (profile) => read(rowsOf<Row>(open, profile, ...FINAL_CONDITIONAL_STATES)),
    reportDue: (profile) => read(rowsOf<Row>(due, profile)),
    newest: (profile, limit) => read(rowsOf<Row>(newest, profile, limit)),
  }
}
