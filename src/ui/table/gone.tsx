/** What gave way in the table around: whole columns, and parts of cells. */
import { createContext, type ReactNode, useContext } from 'react'

const GoneContext = createContext<ReadonlySet<string>>(new Set())
export const GoneProvider = GoneContext.Provider

/** Whether a column or a part of a cell gave way. */
export const useGone = (name: string): boolean => useContext(GoneContext).has(name)

/** A part of a cell that gives way by itself. */
export function GivesWay({ part, children }: { part: string; children: ReactNode }): ReactNode {
  return useGone(part) ? null : children
}
