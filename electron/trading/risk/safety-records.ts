/** What was done to the trader's own safety catches on one deployment, kept and told. */

import type { SafetyKind, SafetyRecord } from '../../../contract/activity.ts'
import { type Listen, Listeners } from '../../../contract/listeners.ts'
import type { Millis } from '../../../contract/time.ts'
import type { SafetyRecordStore } from '../../storage/index.ts'

export interface SafetyRecords {
  /** Never throws: one that cannot be written is told as that. */
  add(kind: SafetyKind, words: string): void
  /** Newest first, at most 100. */
  recent(): readonly SafetyRecord[]
  readonly onChange: Listen
}

interface SafetyRecordsOptions {
  readonly store: SafetyRecordStore
  readonly profile: string
  readonly serverTime: () => Millis
  readonly onStoreError: (error: unknown) => void
}

/** How many are listed. */
const SHOWN = 100

export function createSafetyRecords({ store, profile, serverTime, onStoreError }: SafetyRecordsOptions): SafetyRecords {
  const listeners = new Listeners()
  let shown: readonly SafetyRecord[] | null = null
  return {
    add(kind, words) {
      try {
        store.add(profile, { at: serverTime(), kind, words })
      } catch (error) {
        onStoreError(error)
      }
      shown = null
      listeners.notify()
    },
    recent() {
      shown ??= store.newest(profile, SHOWN)
      return shown
    },
    onChange: listeners.on,
  }
}
