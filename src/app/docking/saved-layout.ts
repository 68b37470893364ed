/** Layouts as they are kept: versioned, with the choices made inside the panels, and taken back only when every panel in them is one there is. */
import type { SerializedDockview } from 'dockview-react'
import { choicesFrom, type PanelChoices } from '../../workspace/index.ts'
import { isPanelId } from './panel-table.tsx'

const VERSION = 1

/** What `saveLayout` gets. */
export const toSaved = (
  layout: SerializedDockview,
  choices: PanelChoices,
  drafts: Readonly<Record<string, unknown>>,
): Record<string, unknown> => ({
  version: VERSION,
  layout,
  choices: { ...choices },
  drafts,
})

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The layout in what `readLayout` gave, or null when it is none that this version can show whole. Panels may have been closed. */
export function fromSaved(saved: unknown): SerializedDockview | null {
  if (!isRecord(saved) || saved.version !== VERSION || !isRecord(saved.layout)) return null
  const { grid, panels } = saved.layout
  if (!isRecord(grid) || !isRecord(grid.root) || !isRecord(panels)) return null
  for (const [id, panel] of Object.entries(panels)) {
    if (!isPanelId(id) || !isRecord(panel) || panel.id !== id || panel.contentComponent !== id) return null
  }
  return saved.layout as unknown as SerializedDockview
}

/** The choices in what `readLayout` gave; defaults for what is not there. */
export const choicesOf = (saved: unknown): PanelChoices => choicesFrom(isRecord(saved) ? saved.choices : undefined)

/** What was typed, in what `readLayout` gave; whatever it is. */
export const savedDrafts = (saved: unknown): unknown => (isRecord(saved) ? saved.drafts : undefined)
