/** The alerts in memory and in the store, and which of them are the trader's who is signed in. */
import type { Address } from '../../contract/address.ts'
import { isLevelRule } from '../../contract/alert-level.ts'
import type { Log } from '../log/index.ts'
import type { AlertStore, StoredAlert } from '../storage/index.ts'

interface SavedAlerts {
  /** Of every trader of this terminal. */
  readonly size: number
  /** Alerts of another wallet are neither shown nor watched. */
  mine(): readonly StoredAlert[]
  /** The assets whose probability is watched. */
  probabilities(): readonly string[]
  /** Every asset of which a price is watched, by its name: whichever is live comes by itself. */
  priced(): readonly string[]
  /** @throws what the store says; then nothing changed. */
  put(alert: StoredAlert): void
  /** Like `put`, but says false and logs it instead. */
  write(alert: StoredAlert): boolean
  remove(id: string): void
}

export function createSavedAlerts(options: {
  readonly store: AlertStore
  readonly profile: string
  readonly address: () => Address | null
  readonly log: Log
}): SavedAlerts {
  const { store, address, log } = options
  const alerts = new Map<string, StoredAlert>()
  for (const alert of store.all(options.profile)) alerts.set(alert.id, alert)
  const saved: SavedAlerts = {
    get size() {
      return alerts.size
    },
    mine: () => [...alerts.values()].filter(({ account }) => account === null || account === address()),
    probabilities: () =>
      saved.mine().flatMap(({ rule, state }) => (rule.kind === 'probability' && state === 'on' ? [rule.asset] : [])),
    priced: () =>
      saved
        .mine()
        .flatMap(({ rule, state }) => (isLevelRule(rule) && rule.asset !== null && state === 'on' ? [rule.asset] : [])),
    put(alert) {
      store.write(alert)
      alerts.set(alert.id, alert)
    },
    write(alert) {
      try {
        saved.put(alert)
        return true
      } catch (error) {
        log.error({ err: error, alert: alert.id }, 'an alert could not be written')
        return false
      }
    },
    remove(id) {
      store.remove(id)
      alerts.delete(id)
    },
  }
  return saved
}
