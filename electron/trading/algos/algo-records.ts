/** The records of parent orders: on disk before anything follows from them, and in memory for as long as somebody may look at them. */
import { type AlgoRecord, isAlgoFinal } from '../../../contract/algo.ts'
import { Listeners } from '../../../contract/listeners.ts'
import type { Millis } from '../../../contract/time.ts'
import type { Log } from '../../log/index.ts'
import type { AlgoStore, StoredAlgo } from '../../storage/index.ts'

interface AlgoRecordsOptions {
  readonly store: AlgoStore
  readonly profile: string
  readonly serverTime: () => Millis
  readonly log: Pick<Log, 'error'>
  /** How many windows are shown. */
  readonly shown: number
  /** Whether something of one is still under way: such a record stays. */
  readonly isBusy: (id: string) => boolean
}

export interface AlgoRecords {
  /** Oldest first. */
  readonly all: ReadonlyMap<string, StoredAlgo>
  readonly listeners: Listeners
  /** @throws Error where there is none */
  of(id: string): StoredAlgo
  /** Memory alone. */
  keep(record: StoredAlgo): void
  /** Disk, then memory. @throws Error: then nothing has changed */
  write(id: string, change: Partial<AlgoRecord>): void
  /** Memory in any case: what holds it back must hold it also where the disk takes nothing. */
  writeAnyway(id: string, change: Partial<AlgoRecord>): void
}

export function createAlgoRecords({ store, profile, serverTime, log, shown, isBusy }: AlgoRecordsOptions): AlgoRecords {
  const all = new Map<string, StoredAlgo>()
  const listeners = new Listeners()

  for (const record of store.recent(profile, shown).toReversed()) all.set(record.id, record)

  function of(id: string): StoredAlgo {
    const record = all.get(id)
    if (record === undefined) throw new Error(`no algo order ${id}`)
    return record
  }

  function keep(record: StoredAlgo): void {
    all.set(record.id, record)
    for (const { id, state } of all.values()) {
      if (all.size <= 2 * shown) break
      if (isAlgoFinal(state) && !isBusy(id)) all.delete(id)
    }
    listeners.notify()
  }

  const changed = (id: string, change: Partial<AlgoRecord>): StoredAlgo => ({
    ...of(id),
    ...change,
    changedAt: serverTime(),
  })

  return {
    all,
    listeners,
    of,
    keep,
    write(id, change) {
      const record = changed(id, change)
      store.write(record)
      keep(record)
    },
    writeAnyway(id, change) {
      const record = changed(id, change)
      try {
        store.write(record)
      } catch (error) {
        log.error({ err: error, algo: id }, 'the state of an algo order could not be journalled')
      }
      keep(record)
    },
  }
}
