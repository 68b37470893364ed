/** The topic `activity`: what this terminal did, put together after the fact, and told by what changed. */
import type { ActivityChanges, ActivityRow } from '../../contract/activity.ts'
import type { Address } from '../../contract/address.ts'
import { type Listen, Listeners } from '../../contract/listeners.ts'
import type { Cancel, Clock } from '../../contract/time.ts'
import { type TopicSource, topicOf, VersionedRows } from '../topics/index.ts'
import { type ActivityFacts, activityOf } from './activity-of.ts'

export interface Activity {
  /** The rows that changed after a version of the topic; all of them where that is not known. */
  since(version: number): ActivityChanges
  stop(): void
  /** Topic `activity`. */
  readonly topics: TopicSource
}

interface ActivityOptions {
  readonly facts: () => ActivityFacts
  /** Of the wallet that is signed in: the facts are its, and stay those of the last one after it signed out. */
  readonly address: () => Address | null
  /** Called whenever facts may be others; often. */
  readonly onChange: Listen
  readonly clock: Pick<Clock, 'now' | 'after'>
}

/** An order takes several steps within this, ms: the list is put together once for them, and never while one of them is taken. */
const GATHER = 40

export function createActivity({ facts, address, onChange, clock }: ActivityOptions): Activity {
  const listeners = new Listeners()
  const rows = new VersionedRows<ActivityRow>(clock.now())
  let watching = 0
  /** Whether facts may have changed since the list was put together. */
  let isOld = true
  let timer: Cancel | null = null
  let account: Address | null = null

  /** Whether that brought something new. */
  function look(): boolean {
    if (!isOld) return false
    isOld = false
    const before = account
    account = address() ?? account
    const now = activityOf(facts())
    for (const row of now) {
      const known = rows.get(row.id)
      if (known === undefined || !isSame(known, row)) rows.set(row.id, row)
    }
    rows.keepOnly(now.map(({ id }) => id))
    return rows.bump(account !== before)
  }

  function lookSoon(): void {
    timer ??= clock.after(GATHER, () => {
      timer = null
      if (look()) listeners.notify()
    })
  }

  const stopListening = onChange(() => {
    isOld = true
    if (watching > 0) lookSoon()
  })
  const version = (): number => {
    look()
    return rows.version
  }

  return {
    since(known) {
      look()
      return { ...rows.since(known), account }
    },
    stop() {
      stopListening()
      timer?.()
    },
    topics: {
      ...topicOf('activity', version, listeners.on),
      watched() {
        watching += 1
      },
      unwatched() {
        watching -= 1
      },
    },
  }
}

/** Whether both say the same. Records are replaced and never changed: what is the same object needs no look. */
function isSame(a: ActivityRow, b: ActivityRow): boolean {
  const before = new Map(Object.entries(a))
  return Object.entries(b).every(([key, now]) => {
    const known: unknown = before.get(key)
    return Object.is(known, now) || JSON.stringify(known) === JSON.stringify(now)
  })
}
