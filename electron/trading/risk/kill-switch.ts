/**
 * The kill of a deployment: from the moment it is set nothing that adds exposure goes out, whoever asks for it, until the trader lifts it. It is on
 * disk before it is told as set; what cannot be read counts as killed. What closes, cancels or only reduces always goes.
 */

import type { SafetyKind, SafetyRecord } from '../../../contract/activity.ts'
import { type KillView, killedText } from '../../../contract/flatten.ts'
import type { Intent } from '../../../contract/intent.ts'
import { Listeners } from '../../../contract/listeners.ts'
import { addsExposure } from '../../../contract/order-asked-for.ts'
import type { Clock, Millis } from '../../../contract/time.ts'
import type { KeptKill, KillStore, SafetyRecordStore } from '../../storage/index.ts'
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
  let kept: KeptKill = store.read(profile)

  const view = (): KillView =>
    kept.isKilled
      ? { profile, isKilled: true, at: kept.at, trouble: kept.trouble }
      : { profile, isKilled: false, at: null, trouble: null }

  return {
    view,
    /** Why an intent may not go out, or null. */
    refusal: (intent: Intent): Refusal | null =>
      kept.isKilled && addsExposure(intent) ? { code: 'killed', message: killedText(view()), field: null } : null,
    /** Holds at once. Where it cannot be written it holds until the terminal ends, and its view says so. @param what becomes of positions, for the record */
    set(positions: string): void {
      const at = kept.isKilled && kept.at !== null ? kept.at : clock.now()
      const wasKilled = kept.isKilled
      // First in memory: whatever the disk does, nothing more goes out.
      kept = { isKilled: true, at, trouble: null }
      try {
        store.keep(profile, at)
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error)
        kept = {
          isKilled: true,
          at,
          trouble: `It could not be written, and holds only until the terminal ends: ${why}`,
        }
        onStoreError(error)
      }
      listeners.notify()
      records.add(
        'killed',
        wasKilled ? `${profile} was killed once more, ${positions}.` : `${profile} was killed, ${positions}.`,
      )
    },
    /**
     * The trader's word that the deployment may trade again; false where another name was typed. Lifted only once that is on disk.
     * @throws Error in words where it cannot be written: it holds then.
     */
    lift(typed: string): boolean {
      if (!kept.isKilled || typed !== profile) return false
      store.keep(profile, null)
      kept = { isKilled: false }
      listeners.notify()
      records.add('kill_lifted', `The kill of ${profile} was lifted by its name, typed by hand.`)
      return true
    },
    /** The topic `kill`. */
    topic: topicOf('kill', view, listeners.on),
  }
}

/** What was done to the trader's own safety catches on one deployment, kept and told. */
export type SafetyRecords = ReturnType<typeof createSafetyRecords>

/** How many are listed. */
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
    /** Never throws: one that cannot be written is told as that. */
    add(kind: SafetyKind, words: string): void {
      try {
        store.add(profile, { at: serverTime(), kind, words })
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
