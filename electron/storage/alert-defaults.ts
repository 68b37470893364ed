/** The alerts that a deployment begins with: given once for good, so that one which was deleted never comes back. */
import type { DatabaseSync } from 'node:sqlite'
import type { AlertStore, StoredAlert } from './alert-store.ts'
import { inTransaction } from './transaction.ts'

export interface AlertDefaults {
  /** Writes the alert where its profile never had one given; whether it did. */
  give(alert: StoredAlert): boolean
}

export function createAlertDefaults(database: DatabaseSync, alerts: Pick<AlertStore, 'write'>): AlertDefaults {
  const given = database.prepare('INSERT OR IGNORE INTO alert_defaults (profile) VALUES (?)')
  return {
    give: (alert) =>
      inTransaction(database, () => {
        if (Number(given.run(alert.profile).changes) === 0) return false
        alerts.write(alert)
        return true
      }),
  }
}
