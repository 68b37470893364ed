/** Multi-action work with its own records, in the journal's database: conditional orders, flattens, moves, reversals and algo orders. */
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

/** Fields of every such record. */
export interface StoredRecord {
  /** The `requestId` of the click. */
  readonly id: string
  /** Name of its deployment. */
  readonly profile: string
  /** Address of its owner. */
  readonly account: string
  readonly state: string
  /** When it was requested, by the service's clock. */
  readonly at: number
}

/** Multi-action work in the journal's database: each record with its state, and the ids of its actions. */
export type RecordStore<One extends StoredRecord> = ReturnType<typeof createRecordStore<One>>

/** The tables of such records, by the column of their time. */
const TIMES = { moves: 'at', reversals: 'at', algos: 'at', flattens: 'at', conditionals: 'created_at' } as const
type RecordTable = keyof typeof TIMES

/** Unreadable ones at work were set aside when the storage was opened; any other is logged and left in place. */
function recordReads<One>(
  database: DatabaseSync,
  table: RecordTable,
  finalStates: readonly string[],
  log?: Pick<Log, 'error'>,
) {
  const select = `SELECT id, profile, state, body FROM ${table} WHERE`
  const readOne = database.prepare(`${select} id = ?`)
  const open = database.prepare(
    `${select} profile = ? AND state NOT IN (${finalStates.map(() => '?').join(', ')}) ORDER BY ${TIMES[table]}, rowid`,
  )
  const newest = database.prepare(`${select} profile = ? ORDER BY ${TIMES[table]} DESC, rowid DESC LIMIT ?`)
  const readable = (rows: readonly Row[]) => recordsIn<One>(table, rows, log)
  return {
    readable,
    /** Null also for an unreadable one. */
    read: (id: string): One | null => readable(rowsOf<Row>(readOne, id))[0] ?? null,
    /** Those of the deployment in no final state, oldest first. */
    unfinished: (profile: string): readonly One[] => readable(rowsOf<Row>(open, profile, ...finalStates)),
    /** The latest of the deployment, newest first. */
    recent: (profile: string, limit: number): readonly One[] => readable(rowsOf<Row>(newest, profile, limit)),
  }
}

export function createRecordStore<One extends StoredRecord>(
  database: DatabaseSync,
  table: Exclude<RecordTable, 'conditionals'>,
  finalStates: readonly One['state'][],
  log?: Pick<Log, 'error'>,
) {
  const save = database.prepare(
    `INSERT INTO ${table} (id, profile, state, at, body) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET state = excluded.state, body = excluded.body`,
  )
  const { read, unfinished, recent } = recordReads<One>(database, table, finalStates, log)
  return {
    /** Inserts or replaces it; durable on return. */
    write: (record: One): void =>
      void save.run(record.id, record.profile, record.state, record.at, JSON.stringify(record)),
    read,
    unfinished,
    recent,
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
  /** When it was requested, by the service's clock. */
  readonly at: Millis
  readonly cancelOrders: boolean
  /** For closes of scalar positions, and of those that are priced as probabilities. */
  readonly protection: FlattenProtection
  /** Number of started rounds of cancels and closes: the actions of each have ids of their own. */
  readonly rounds: number
  /** The actions that it submitted, oldest first. */
  readonly children: readonly FlattenChild[]
  /** Its result, once it is done. */
  readonly report: FlattenReport | null
}

/** An action that a flatten submitted. */
export interface FlattenChild {
  readonly id: string
  readonly kind: 'cancel' | 'close'
  readonly asset: string
}

export type FlattenStore = RecordStore<StoredFlatten>

/** A conditional order with main's internal fields. */
export interface StoredConditional extends ConditionalRecord {
  /** Name of its deployment. */
  readonly profile: string
  /** Address of its owner. */
  readonly account: string
  /** Its market ended, and it is not reported yet whether its position did. */
  readonly isReportDue?: true
}

/** Conditional orders in the journal's database. */
export type ConditionalStore = ReturnType<typeof createConditionalStore>

export function createConditionalStore(database: DatabaseSync, log?: Pick<Log, 'error'>) {
  const save = database.prepare(
    `INSERT INTO conditionals (id, profile, state, created_at, report_due, body) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET state = excluded.state, report_due = excluded.report_due, body = excluded.body`,
  )
  const due = database.prepare(
    `SELECT id, profile, state, body FROM conditionals WHERE profile = ? AND report_due = 1 ORDER BY created_at, rowid`,
  )
  const reads = recordReads<StoredConditional>(database, 'conditionals', FINAL_CONDITIONAL_STATES, log)
  return {
    /** Inserts or replaces all of them, or none; durable on return. */
    write(records: readonly StoredConditional[]): void {
      inTransaction(database, () => {
        for (const record of records) {
          const { id, profile, state, createdAt, isReportDue = false } = record
          save.run(id, profile, state, createdAt, Number(isReportDue), JSON.stringify(record))
        }
      })
    },
    read: reads.read,
    unfinished: reads.unfinished,
    /** Those of the deployment whose end is not reported yet, oldest first. */
    reportDue: (profile: string): readonly StoredConditional[] => reads.readable(rowsOf<Row>(due, profile)),
    /** The latest of the deployment, ended or not, newest first. */
    newest: reads.recent,
  }
}
