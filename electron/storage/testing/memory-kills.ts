/** Kills and safety records that outlive a terminal which may be restarted, without a disk. */
import type { SafetyRecord } from '../../../contract/activity.ts'
import type { KillStore, SafetyRecordStore, StoredKill } from '../safety-stores.ts'

export type MemoryKills = KillStore & {
  /** Why the next writes fail; null while they succeed. */
  failure: string | null
  /** Nothing can be read any more. */
  damaged: boolean
}

export function memoryKills(): MemoryKills {
  const kept = new Map<string, StoredKill>()
  const store: MemoryKills = {
    failure: null,
    damaged: false,
    read: (profile) =>
      store.damaged
        ? { isKilled: true, at: null, trouble: 'It is damaged.' }
        : (kept.get(profile) ?? { isKilled: false }),
    keep(profile, at) {
      if (store.failure !== null) throw new Error(store.failure)
      store.damaged = false
      kept.set(profile, at === null ? { isKilled: false } : { isKilled: true, at, trouble: null })
    },
  }
  return store
}

export function memorySafetyRecords(): SafetyRecordStore {
  const kept: (SafetyRecord & { readonly profile: string })[] = []
  return {
    add: (profile, record) => void kept.unshift({ ...record, id: kept.length + 1, profile }),
    newest: (profile, most) =>
      kept
        .filter((one) => one.profile === profile)
        .slice(0, most)
        .map(({ profile: _profile, ...record }) => record),
  }
}
