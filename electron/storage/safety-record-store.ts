/** What was done to the trader's own safety catches, in the journal's database: kills, their lifting, loosened limits, orders that went all the same. */
import type { DatabaseSync } from 'node:sqlite'
import type { SafetyRecord } from '../../contract/safety-record.ts'
import { rowsOf } from './rows.ts'

export interface SafetyRecordStore {
  /** Durable on return. */
  add(profile: string, record: Omit<SafetyRecord, 'id'>): void
  /** Newest first, at most so many. */
  newest(profile: string, most: number): readonly SafetyRecord[]
}

export function createSafetyRecordStore(database: DatabaseSync): SafetyRecordStore {
  const add = database.prepare('INSERT INTO safety_records (profile, at, kind, words) VALUES (?, ?, ?, ?)')
  const newest = database.prepare(
    'SELECT id, at, kind, words FROM safety_records WHERE profile = ? ORDER BY id DESC LIMIT ?',
  )
  return {
    add: (profile, { at, kind, words }) => void add.run(profile, at, kind, words),
    newest: (profile, most) => rowsOf<SafetyRecord>(newest, profile, most).map((row) => ({ ...row })),
  }
}
