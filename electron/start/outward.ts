/** Notifications to elsewhere: what they need of the rest of the terminal, and what of it they tell. */
import type { ProfileChoice } from '../../contract/session.ts'
import type { Clock } from '../../contract/time.ts'
import type { Log } from '../log/index.ts'
import { createOutward, createOutwardHttp, type Outward } from '../outward/index.ts'
import type { SharedParts } from './shared-parts.ts'

interface OutwardParts {
  readonly shared: Pick<SharedParts, 'storage' | 'settings' | 'secrets' | 'notices'>
  readonly choices: () => readonly Pick<ProfileChoice, 'name' | 'running' | 'holds'>[]
  /** As of `followNetwork`. */
  readonly reach: (baseUrl: string) => Promise<void> | null
  readonly clock: Clock
  readonly log: Log
}

/** Notices are told from now on; which places there are is read when it begins. */
export function openOutward({ shared, choices, reach, clock, log }: OutwardParts): Outward {
  const { storage, settings, secrets, notices } = shared
  const outward = createOutward({
    secrets,
    hosts: storage.outward,
    settings: { current: () => settings.current, onChange: (listener) => settings.source.onChange(listener) },
    held: () =>
      choices().flatMap(({ name, running, holds }) => (running && holds !== null ? [`${holds} on ${name}`] : [])),
    send: createOutwardHttp({ clock, reach }),
    notices: {
      put: (key, level, title, detail) => notices.put(key, level, title, detail),
      clear: (key) => notices.clear(key),
    },
    random: Math.random,
    ...{ clock, log },
  })
  notices.onNew(({ id, level, title, detail: words }, deployment) => {
    // That a place is not reached is no news for the others.
    if (level === 'info' || id.startsWith('outward-')) return
    outward.tell({ level, title, words, deployment, isActing: level === 'error' })
  })
  return outward
}
