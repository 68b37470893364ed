/** Conditional orders in the journal's database. */
import type { DatabaseSync } from 'node:sqlite'
import { type ConditionalRecord, FINAL_CONDITIONAL_STATES } from '../../contract/conditional.ts'
import type { Log } from '../log/index.ts'
import { rowsOf } from './rows.ts'
import { inTransaction } from './transaction.ts'
import { type WorkRow as Row, recordsIn } from './unreadable-rows.ts'

/** A conditional order with what only main needs. */
export interface StoredConditional extends ConditionalRecord {
  /** Name of the deployment profile it belongs to. */
  readonly profile: string
  /** Address of the trader it belongs to. */
  readonly account: string
  /** Its market ended, and whether its position did is not reported yet. */
  readonly isReportDue?: true
}

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
