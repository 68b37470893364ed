/**
 * The alerts of a deployment in memory and in the store, and which of them are watched: memory is updated first, and failed writes are repeated
 * later.
 */
import type { Address } from '../../contract/address.ts'
import { alertScope } from '../../contract/alert.ts'
import type { Log } from '../log/index.ts'
import type { AlertStore, StoredAlert } from '../storage/index.ts'

interface SavedAlertsOptions {
  readonly store: AlertStore
  readonly profile: string
  readonly address: () => Address | null
  /** Called once when alerts cannot be stored, with the error, and once with null when they can again. */
  readonly onSaving: (failure: Error | null) => void
  readonly log: Pick<Log, 'error'>
}

export function createSavedAlerts({ store, profile, address, onSaving, log }: SavedAlertsOptions) {
  const alerts = new Map<string, StoredAlert>()
  for (const alert of store.all(profile)) alerts.set(alert.id, ofItsKind(alert))
  /** Ids of alerts whose latest state is only in memory. */
  const unsaved = new Set<string>()
  let isFailing = false

  /** Repeats failed writes. */
  function saveRest(): void {
    if (unsaved.size === 0 && !isFailing) return
    try {
      for (const id of unsaved) {
        const alert = alerts.get(id)
        if (alert !== undefined) store.write(alert)
        unsaved.delete(id)
      }
    } catch (error) {
      if (!isFailing) {
        log.error({ err: error }, 'alerts cannot be stored')
        isFailing = true
        onSaving(error as Error)
      }
      return
    }
    if (!isFailing) return
    isFailing = false
    onSaving(null)
  }

  /** Takes effect at once, and is stored with the next `saveRest`. */
  function keepSoon(alert: StoredAlert): void {
    alerts.set(alert.id, alert)
    unsaved.add(alert.id)
  }

  const isOfNow = ({ rule, account }: StoredAlert): boolean => {
    const who = address()
    return alertScope(rule.kind) === 'deployment' || (who !== null && (account === null || account === who))
  }
  /** Of every wallet. */
  const all = (): readonly StoredAlert[] => [...alerts.values()]

  return {
    get size(): number {
      return alerts.size
    },
    all,
    /** Enabled alerts whose owner allows watching: the deployment's, and those of the signed-in wallet. */
    watched: (): readonly StoredAlert[] => all().filter((alert) => alert.state === 'on' && isOfNow(alert)),
    /** Every asset that a market alert names: its price is watched. The live asset's is watched anyway. */
    priced: (): readonly string[] =>
      all().flatMap(({ rule, state }) =>
        state === 'on' && alertScope(rule.kind) === 'deployment' && 'asset' in rule && rule.asset !== null
          ? [rule.asset]
          : [],
      ),
    /** @throws the store's error; nothing changed then. */
    put(alert: StoredAlert): void {
      store.write(alert)
      alerts.set(alert.id, alert)
      unsaved.delete(alert.id)
    },
    /** Takes effect at once, whether or not it can be stored. */
    keep(alert: StoredAlert): void {
      keepSoon(alert)
      saveRest()
    },
    keepSoon,
    saveRest,
    remove(id: string): void {
      store.remove(id)
      alerts.delete(id)
      unsaved.delete(id)
    },
  }
}

/** A market alert belongs to the deployment, regardless of the wallet that was signed in when it was stored. */
const ofItsKind = (alert: StoredAlert): StoredAlert =>
  alertScope(alert.rule.kind) === 'deployment' ? { ...alert, account: null } : alert
