/** Flattens in memory that are kept as a disk would: copies, and only what was written. */
import type { FlattenStore, StoredFlatten } from '../../storage/index.ts'

export interface MemoryFlattens extends FlattenStore {
  /** Every write, in order. */
  readonly writes: StoredFlatten[]
  /** Makes the next writes fail while it is set. */
  failing: Error | null
}

export function memoryFlattens(): MemoryFlattens {
  const records = new Map<string, StoredFlatten>()
  const flattens: MemoryFlattens = {
    writes: [],
    failing: null,
    write(record) {
      if (flattens.failing !== null) throw flattens.failing
      records.set(record.id, structuredClone(record))
      flattens.writes.push(structuredClone(record))
    },
    read: (id) => structuredClone(records.get(id) ?? null),
    unfinished: (profile) =>
      structuredClone(
        [...records.values()].filter(
          ({ profile: of, state }) => of === profile && state !== 'done' && state !== 'left',
        ),
      ),
  }
  return flattens
}
