/** Layouts as they are kept: versioned, and taken back only when they hold exactly the panels there are. */
import type { SerializedDockview } from 'dockview-react'
import { PANEL_IDS } from './panel-ids.ts'

const VERSION = 1

/** What `saveLayout` gets. */
export const toSaved = (layout: SerializedDockview): Record<string, unknown> => ({ version: VERSION, layout })

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The layout in what `readLayout` gave, or null when it is none that this version can show whole. */
export function fromSaved(saved: unknown): SerializedDockview | null {
  if (!isRecord(saved) || saved.version !== VERSION || !isRecord(saved.layout)) return null
  const { grid, panels } = saved.layout
  if (!isRecord(grid) || !isRecord(grid.root) || !isRecord(panels)) return null
  const ids = Object.keys(panels)
  if (ids.length !== PANEL_IDS.length || !PANEL_IDS.every((id) => ids.includes(id))) return null
  for (const id of ids) {
    const panel = panels[id]
    if (!isRecord(panel) || panel.id !== id || panel.contentComponent !== id) return null
  }
  return saved.layout as unknown as SerializedDockview
}
