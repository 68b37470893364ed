/** Conditional orders in the journal's database. */
import type { DatabaseSync } from 'node:sqlite'
import { type ConditionalRecord, FINAL_CONDITIONAL_STATES } from '../../contract/conditional.ts'
import type { Log } from '../log/index.ts'
import { rowsOf } from './rows.ts'
import { inTransaction } from './transaction.ts'

/** A conditional order with what only main needs. */
export interface StoredConditional extends ConditionalRecord {
  /** Name of the deployment profile it belongs to. */
  readonly profile: string
  /** Address of the trader it belongs to. */
  readonly account: string
}

export interface ConditionalStore {
  /** Inserts or replaces all of them, or none; durable on return. */
  write(records: readonly StoredConditional[]): void
  read(id: string): StoredConditional | null
  /** Those of the profile in no final state, oldest first. */
  unfinished(profile: string): readonly StoredConditional[]
  /** The newest of the profile, ended or not, newest first. */
  newest(profile: string, limit: number): readonly StoredConditional[]
}

/** Rows that cannot be read are logged and left where they are. */
export function createConditionalStore(database: DatabaseSync, log?: Pick<Log, 'error'>): ConditionalStore {
  const save = database.prepare(
    `INSERT INTO conditionals (id, profile, state, created_at, body) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET state = excluded.state, body = excluded.body`,
  )
  const readOne = database.prepare('SELECT body FROM conditionals WHERE id = ?')
  const open = database.prepare(
    `SELECT id, body FROM conditionals WHERE profile = ?
     AND state NOT IN (${FINAL_CONDITIONAL_STATES.map(() => '?').join(', ')}) ORDER BY created_at, rowid`,
  )
  const newest = database.prepare(
    'SELECT id, body FROM conditionals WHERE profile = ? ORDER BY created_at DESC, rowid DESC LIMIT ?',
  )
  const read = (rows: readonly { readonly id: string; readonly body: string }[]): readonly StoredConditional[] =>
    rows.flatMap(({ id, body }) => {
      try {
        return [JSON.parse(body) as StoredConditional]
      } catch (error) {
        log?.error({ err: error, conditional: id }, 'a conditional order cannot be read')
        return []
      }
    })
  return {
    write(records) {
      inTransaction(database, () => {
        for (const record of records) {
          save.run(record.id, record.profile, record.state, record.createdAt, JSON.stringify(record))
        }
      })
    },
    read(id) {
      const row = readOne.get(id) as { body: string } | undefined
      return row === undefined ? null : (JSON.parse(row.body) as StoredConditional)
    },
    unfinished: (profile) => read(rowsOf<{ id: string; body: string }>(open, profile, ...FINAL_CONDITIONAL_STATES)),
    newest: (profile, limit) => read(rowsOf<{ id: string; body: string }>(newest, profile, limit)),
  }
}
