/** Records in memory that are kept as a disk would: copies, and only what was written. */
import type { RecordStore, StoredRecord } from '../../storage/index.ts'

export interface MemoryRecords<One extends StoredRecord> extends RecordStore<One> {
  /** Every write, in order. */
  readonly writes: One[]
  /** Makes the next writes fail while it is set. */
  failing: Error | null
}

export function memoryRecords<One extends StoredRecord>(finalStates: readonly One['state'][]): MemoryRecords<One> {
  const rows = new Map<string, One>()
  const store: MemoryRecords<One> = {
    writes: [],
    failing: null,
    write(record) {
      if (store.failing !== null) throw store.failing
      rows.set(record.id, structuredClone(record))
      store.writes.push(structuredClone(record))
    },
    read: (id) => structuredClone(rows.get(id) ?? null),
    unfinished: (profile) =>
      structuredClone([...rows.values()].filter((one) => one.profile === profile && !finalStates.includes(one.state))),
    recent: (profile, limit) =>
      structuredClone(
        [...rows.values()]
          .filter((one) => one.profile === profile)
          .toReversed()
          .slice(0, limit),
      ),
  }
  return store
}
