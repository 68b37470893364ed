/** Rows that stay on the page although they are scrolled out of view: something is typed there. */
import { createContext, useContext, useEffect } from 'react'

/** By id, how many things keep a row. */
export type KeptRows = Map<string, number>

const KeptRowsContext = createContext<KeptRows | null>(null)
export const KeptRowsProvider = KeptRowsContext.Provider

const RowContext = createContext<string | null>(null)
/** Around what belongs to a row. */
export const KeptRow = RowContext.Provider

/** Keeps the row around on the page as long as `keeps`. */
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
