/**
 * The kill switch of a deployment. Once set, nothing that adds exposure is sent, whoever asks for it, until the trader lifts it. It is on disk before
 * it is reported as set; an unreadable state counts as killed. Closes, cancels and reduce-only orders are always allowed.
 */

import type { SafetyKind, SafetyRecord } from '../../../contract/activity.ts'
import { type KillView, killedText } from '../../../contract/flatten.ts'
import type { Intent } from '../../../contract/intent.ts'
import { Listeners } from '../../../contract/listeners.ts'
import { addsExposure } from '../../../contract/requested-order.ts'
import type { Clock, Millis } from '../../../contract/time.ts'
import type { KillStore, SafetyRecordStore, StoredKill } from '../../storage/index.ts'
import { topicOf } from '../../topics/index.ts'
import type { Refusal } from '../actions/index.ts'

export type KillSwitch = ReturnType<typeof createKillSwitch>

export function createKillSwitch({
  store,
  records,
  profile,
  clock,
  onStoreError,
}: {
  readonly store: KillStore
  readonly records: SafetyRecords
  readonly profile: string
  readonly clock: Pick<Clock, 'now'>
  readonly onStoreError: (error: unknown) => void
}) {
  const listeners = new Listeners()
  let kept: StoredKill = store.read(profile)

  const view = (): KillView =>
    kept.isKilled
      ? { profile, isKilled: true, at: kept.at, trouble: kept.trouble }
      : { profile, isKilled: false, at: null, trouble: null }

  return {
    view,
    /** Why an intent may not be sent, or null. */
    refusal: (intent: Intent): Refusal | null =>
      kept.isKilled && addsExposure(intent) ? { code: 'killed', message: killedText(view()), field: null } : null,
    /**
     * Takes effect at once. Where it cannot be written it holds until the terminal quits, and its view shows that. @param positions what becomes of
     * positions, for the record
     */
    set(positions: string): void {
      const at = kept.isKilled && kept.at !== null ? kept.at : clock.now()
      const wasKilled = kept.isKilled
      // Memory first: nothing more is sent even if the disk write fails.
      kept = { isKilled: true, at, trouble: null }
      try {
        store.keep(profile, at)
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error)
        kept = {
          isKilled: true,
          at,
          trouble: `The kill could not be saved and lasts only until Isotherm quits: ${why}`,
        }
        onStoreError(error)
      }
      listeners.notify()
      records.add(
        'killed',
        wasKilled
          ? `Trading on ${profile} stopped again, ${positions}.`
          : `Trading on ${profile} stopped, ${positions}.`,
      )
    },
    /**
     * Lifts the kill; false when the wrong name was typed. It is lifted only once that is on disk.
     * @throws Error with the reason when it cannot be written: the kill then holds.
     */
    lift(typed: string): boolean {
      if (!kept.isKilled || typed !== profile) return false
      store.keep(profile, null)
      kept = { isKilled: false }
      listeners.notify()
      records.add('kill_lifted', `Trading on ${profile} resumed.`)
      return true
    },
    topic: topicOf('kill', view, listeners.on),
  }
}

/** Changes to the trader's own safety controls on one deployment: stored and published. */
export type SafetyRecords = ReturnType<typeof createSafetyRecords>

/** Number of records listed. */
const SHOWN = 100

export function createSafetyRecords({
  store,
  profile,
  serverTime,
  onStoreError,
}: {
  readonly store: SafetyRecordStore
  readonly profile: string
  readonly serverTime: () => Millis
  readonly onStoreError: (error: unknown) => void
}) {
  const listeners = new Listeners()
  let shown: readonly SafetyRecord[] | null = null
  return {
    /** Never throws: a record that cannot be written is marked as such. */
    add(kind: SafetyKind, message: string): void {
      try {
        store.add(profile, { at: serverTime(), kind, text: message })
      } catch (error) {
        onStoreError(error)
      }
      shown = null
      listeners.notify()
    },
    /** Newest first, at most 100. */
    recent(): readonly SafetyRecord[] {
      shown ??= store.newest(profile, SHOWN)
      return shown
    },
    onChange: listeners.on,
  }
}
