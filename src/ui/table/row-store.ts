/** Row values that change faster than the set of rows: a cell subscribes to its own row, and nothing else renders. */
import { createContext, useCallback, useContext, useEffect, useSyncExternalStore } from 'react'

export interface RowStore<Value> {
  readonly read: (id: string) => Value | undefined
  /** Stores new values, then notifies the rows whose value changed. */
  readonly set: (values: Iterable<readonly [id: string, value: Value]>) => void
  /** Returns the unsubscribe function. */
  readonly subscribe: (id: string, changed: () => void) => () => void
}

export function createRowStore<Value>(): RowStore<Value> {
  const values = new Map<string, Value>()
  const listeners = new Map<string, Set<() => void>>()
  return {
    read: (id) => values.get(id),
    set(changes) {
      const affected: Set<() => void>[] = []
      for (const [id, value] of changes) {
        if (Object.is(values.get(id), value)) continue
        values.set(id, value)
        const own = listeners.get(id)
        if (own !== undefined) affected.push(own)
      }
      for (const own of affected) for (const changed of own) changed()
    },
    subscribe(id, changed) {
      const own = listeners.get(id) ?? new Set()
      listeners.set(id, own)
      own.add(changed)
      return () => {
        own.delete(changed)
        if (own.size === 0 && listeners.get(id) === own) listeners.delete(id)
      }
    },
  }
}

/** A selection of a row's value; rerenders only when it changes (by `Object.is`). */
export function useRowValue<Value, Picked>(
  store: RowStore<Value>,
  id: string,
  pick: (value: Value | undefined) => Picked,
): Picked {
  const subscribe = useCallback((changed: () => void) => store.subscribe(id, changed), [store, id])
  const read = (): Picked => pick(store.read(id))
  return useSyncExternalStore(subscribe, read, read)
}

/** By id, the number of users that keep a row rendered. */
export type PinnedRows = Map<string, number>

const KeptRowsContext = createContext<PinnedRows | null>(null)
/** Rows that stay rendered although they are scrolled out of view, because text is being typed there. */
export const PinnedRowsProvider = KeptRowsContext.Provider

const RowContext = createContext<string | null>(null)
/** Wraps the content of a row. */
export const PinnedRow = RowContext.Provider

/** Keeps the surrounding row rendered as long as `keeps`. */
export function useKeepsRow(keeps: boolean): void {
  const kept = useContext(KeptRowsContext)
  const id = useContext(RowContext)
  useEffect(() => {
    if (!keeps || kept === null || id === null) return
    kept.set(id, (kept.get(id) ?? 0) + 1)
    return () => {
      const left = (kept.get(id) ?? 1) - 1
      if (left === 0) kept.delete(id)
      else kept.set(id, left)
    }
  }, [kept, id, keeps])
}
