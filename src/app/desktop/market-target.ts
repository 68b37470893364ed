/** Which panel of the window shows a market that was asked for from outside. */
import type { Family } from '../../../contract/market-ref.ts'
import { useOpenPanels, usePanelInstances } from '../../workspace/index.ts'
import { panelKind } from '../docking/index.ts'

/** The panel used last that can show markets of the family; null where none can. */
export function marketTarget(family: Family): string | null {
  const { open, used } = useOpenPanels.getState()
  const { panels } = usePanelInstances.getState()
  const fits = (id: string): boolean => {
    const panel = panels[id]
    return panel !== undefined && panelKind(panel.kind).shows?.includes(family) === true
  }
  return [...used, ...open].find(fits) ?? null
}
