/** What a window shows when it begins: what was saved of it, or what a first start shows. */
import type { DockviewApi } from 'dockview-react'
import { draftsByPanel, usePanelDrafts } from '../../workspace/index.ts'
import { arrangeTemplate, load } from './docking.ts'
import { leftOutText } from './left-out.ts'
import { fromSaved, hasArrangement, savedDrafts } from './saved-layout.ts'
import { tellTrouble } from './trouble.tsx'

/**
 * Shows what was saved, without panels where the last one left; gives the closed panels that come back as they were, null after arranging
 * again. A saved layout that the docking refuses leaves half of itself behind: it is cleared.
 */
export function restore(api: DockviewApi, saved: unknown): readonly string[] | null {
  const arranged = fromSaved(saved)
  if (arranged !== null) {
    usePanelDrafts.setState({ drafts: draftsByPanel(savedDrafts(saved), arranged.panels) })
    try {
      load(api, arranged)
      tell(leftOutText(saved, true))
      return arranged.panels.map(({ id }) => id).filter((id) => !(id in arranged.layout.panels))
    } catch {
      // Falls through to the first start's.
    }
  }
  if (hasArrangement(saved)) tell(leftOutText(saved, false))
  arrangeTemplate(api, 'scalar')
  return null
}

function tell(words: string | null): void {
  if (words !== null) tellTrouble(words)
}
