/** Alerts in the journal's database, each with its memory, so that a crossing is reported once across restarts. */
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { AlertRecord, AlertSettings } from '../../contract/alert.ts'
import type { Log } from '../log/index.ts'
import { inTransaction, rowsOf } from './database.ts'
import { type WorkRow as Row, recordsIn } from './unreadable-rows.ts'

/** An alert's memory of its last look. */
export interface AlertMemory {
  /** On which side of its level the price was last seen: −1 below, 1 above, 0 never off the level. */
  readonly side: -1 | 0 | 1
  /** The bucket, phase or token handled last; null before the first. */
  readonly seen: string | null
  /** Time of the latest handled fill, ms, and the fills at that very time. */
  readonly fillsUntil: number
  readonly fillsAt: readonly string[]
  /** Orders that were seen open and not over yet, or ends that were seen; absent before the first look, and for alerts of other kinds. */
  readonly known?: readonly string[]
}

/** An alert with main's internal fields. */
export interface StoredAlert extends AlertRecord {
  readonly profile: string
  readonly memory: AlertMemory
}

export type AlertStore = ReturnType<typeof createAlertStore>

const DEFAULTS: AlertSettings = { notifications: true }
const SETTINGS = z.object({ notifications: z.boolean().default(DEFAULTS.notifications) })

/** Unreadable ones were set aside when the storage was opened. */
export function createAlertStore(database: DatabaseSync, log?: Pick<Log, 'error'>) {
  const save = database.prepare(
    `INSERT INTO alerts (id, profile, created_at, body) VALUES (?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET body = excluded.body`,
  )
  const drop = database.prepare('DELETE FROM alerts WHERE id = ?')
  const list = database.prepare('SELECT id, profile, body FROM alerts WHERE profile = ? ORDER BY created_at, rowid')
  const settings = database.prepare('SELECT body FROM alert_settings WHERE id = 1')
  const saveSettings = database.prepare(
    'INSERT INTO alert_settings (id, body) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body',
  )
  return {
    /** Default on; also where they cannot be read. */
    readSettings(): AlertSettings {
      const row = settings.get() as { body: string } | undefined
      if (row === undefined) return DEFAULTS
      try {
        return SETTINGS.parse(JSON.parse(row.body))
      } catch (error) {
        log?.error({ err: error }, 'the settings of alerts cannot be read: notifications are on')
        return DEFAULTS
      }
    },
    saveSettings: (value: AlertSettings): void => void saveSettings.run(JSON.stringify(value)),
    /** Durable on return. */
    write: (alert: StoredAlert): void => void save.run(alert.id, alert.profile, alert.createdAt, JSON.stringify(alert)),
    remove: (id: string): void => void drop.run(id),
    /** Oldest first. */
    all: (profile: string): readonly StoredAlert[] => recordsIn<StoredAlert>('alerts', rowsOf<Row>(list, profile), log),
  }
}

export type AlertDefaults = ReturnType<typeof createAlertDefaults>

/** A deployment's default alerts: created only once, so that a deleted one never comes back. */
export function createAlertDefaults(database: DatabaseSync, alerts: Pick<AlertStore, 'write'>) {
  const given = database.prepare('INSERT OR IGNORE INTO alert_defaults (profile) VALUES (?)')
  return {
    /** Writes the alert where its deployment never had one by default; returns whether it did. */
    give: (alert: StoredAlert): boolean =>
      inTransaction(database, () => {
        if (Number(given.run(alert.profile).changes) === 0) return false
        alerts.write(alert)
        return true
      }),
  }
}
