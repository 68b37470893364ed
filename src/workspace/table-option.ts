/** What was chosen of a table in the panel that the component is in: columns, order, sort, filter. */
import { type TableState, tableStateFrom, UNTOUCHED } from '../ui/index.ts'
import { usePanelOption } from './panel.tsx'

interface ChosenTable {
  readonly state: TableState
  readonly onState: (state: TableState) => void
}

const read = new WeakMap<object, TableState>()

/** The same state for the same thing that was kept. */
function stateOf(kept: unknown): TableState {
  if (typeof kept !== 'object' || kept === null) return UNTOUCHED
  const known = read.get(kept) ?? tableStateFrom(kept)
  read.set(kept, known)
  return known
}

/** @param name of the table among those of the panel. */
export function useTableState(name: string): ChosenTable {
  const [state, onState] = usePanelOption(`table ${name}`, stateOf)
  return { state, onState }
}
