/**
 * Saved layouts: versioned, with their panels, and the panels' markets and options. Unreadable parts of a panel are omitted; a layout that is
 * damaged, or of another version, is discarded. Pure.
 */

import type { SerializedDockview } from 'dockview-react'
import { LIVE, refText } from '../../../contract/market-ref.ts'
import { isRecord } from '../../../contract/record.ts'
import type { Cancel } from '../../../contract/time.ts'
import { readStoredMarket } from '../../../contract/workspace.ts'
import type { PanelInstance, PanelMarket } from '../../workspace/index.ts'
import { dockedAs, type SavedLayout } from './layout-plan.ts'
import { isKindId, panelKind } from './panel-table.tsx'
import { without } from './saved-positions.ts'

const VERSION = 2

type Fields = Readonly<Record<string, unknown>>

/** The argument of `saveLayout`. */
export const toSaved = ({ layout, panels }: SavedLayout, drafts: Fields): Record<string, unknown> => ({
  version: VERSION,
  // A tab is also named by its market, which rolls over: that is not a change of the layout.
  layout: asInTable(layout, new Map(panels.map(({ id, kind }) => [id, kind]))),
  panels: panels.map(panelToSave),
  drafts,
})

/** A panel as it is saved, and as it is sent to another window. */
export const panelToSave = ({ market, ...panel }: PanelInstance): Record<string, unknown> => ({
  ...panel,
  market: market === null ? null : keptMarket(market),
})

const keptMarket = (market: PanelMarket): Fields =>
  market.by === 'pin'
    ? { by: 'pin', market: refText(market.market) }
    : { ...market, shown: market.shown === null ? null : refText(market.shown) }

/** The replacement for a market that cannot be read: a bucket strip shows the live bucket, any other panel the default of its kind. */
const marketInstead = (kind: string): PanelMarket | null => (kind === 'bucket' ? { by: 'pin', market: LIVE } : null)

/** Restores a saved panel; null when this version has no such kind. */
export function panelFrom(kept: unknown): PanelInstance | null {
  if (!isRecord(kept) || typeof kept.id !== 'string' || typeof kept.kind !== 'string' || !isKindId(kept.kind))
    return null
  const market =
    panelKind(kept.kind).shows === null ? null : (readStoredMarket(kept.market) ?? marketInstead(kept.kind))
  return { id: kept.id, kind: kept.kind, market, options: isRecord(kept.options) ? kept.options : {} }
}

/** The layout in the result of `readLayout`, or null when none can be shown. A panel of an unknown kind is omitted, and the others take its space. */
export function fromSaved(saved: unknown): SavedLayout | null {
  if (!isRecord(saved) || !isRecord(saved.layout)) return null
  const { grid, panels, activeGroup } = saved.layout
  if (!isRecord(grid) || !isRecord(panels) || !isTree(grid.root, DEEPEST)) return null
  // No other feature of the docking is in use: neither popout windows nor floating groups.
  const layout = { grid, panels, activeGroup } as unknown as SerializedDockview
  if (saved.version !== VERSION || !Array.isArray(saved.panels)) return null
  const known = saved.panels.flatMap((kept) => panelFrom(kept) ?? [])
  const kinds = new Map(known.map(({ id, kind }) => [id, kind]))
  const entries = Object.entries(panels)
  if (!entries.every(([id, panel]) => isRecord(panel) && panel.id === id)) return null
  const missing = new Set(
    entries.flatMap(([id, panel]) => (kinds.get(id) === (panel as Fields).contentComponent ? [] : [id])),
  )
  if (missing.size === entries.length && entries.length > 0) return null
  const shown = missing.size === 0 ? layout : without(layout, missing, () => false)
  return { layout: asInTable(shown, kinds), panels: known }
}

/** Maximum nesting of rows and columns. */
const DEEPEST = 100

/** Whether the docking could read a node and its content. */
function isTree(node: unknown, deepest: number): boolean {
  if (!isRecord(node) || deepest === 0) return false
  const { data, size } = node
  if (size !== undefined && typeof size !== 'number') return false
  if (Array.isArray(data)) return data.every((child) => isTree(child, deepest - 1))
  return isRecord(data) && Array.isArray(data.views) && data.views.every((view) => typeof view === 'string')
}

/** Titles and minimum sizes come from the table, regardless of the version that saved the layout. */
function asInTable(layout: SerializedDockview, kinds: ReadonlyMap<string, string>): SerializedDockview {
  // The height of a strip follows the text (`strip.tsx`).
  const panels = Object.entries(layout.panels).map(([id, { maximumHeight: _before, ...panel }]) => [
    id,
    { ...panel, ...dockedAs(id, kinds.get(id) ?? '') },
  ])
  return { ...layout, panels: Object.fromEntries(panels) }
}

/** Typed text in the result of `readLayout`, unvalidated. */
export const savedDrafts = (saved: unknown): unknown => (isRecord(saved) ? saved.drafts : undefined)

/** Whether a layout was saved for the window, even an unreadable one. */
export const hasSavedLayout = (saved: unknown): boolean => isRecord(saved) && Object.hasOwn(saved, 'layout')

// Saves the layout as it changes: at once, then at most once per interval, and the rest when the window closes.

/** Interval between two saves while it keeps changing, ms. */
const SAVE_EVERY_MS = 500

interface LayoutSaver {
  /** The layout changed. */
  changed(): void
  /** Saves pending changes now; resolves once that, and any save in progress, is done. */
  flush(): Promise<void>
}

/** The first change is saved at once: a window that is reloaded right after it may not be able to save as it closes. */
export function createLayoutSaver(
  save: () => Promise<void>,
  after: (ms: number, run: () => void) => Cancel,
): LayoutSaver {
  let resting = false
  let waiting = false
  let saving: Promise<void> = Promise.resolve()
  const saveAndRest = (): void => {
    waiting = false
    resting = true
    saving = save()
    after(SAVE_EVERY_MS, () => {
      resting = false
      if (waiting) saveAndRest()
    })
  }
  return {
    changed() {
      if (resting) waiting = true
      else saveAndRest()
    },
    flush() {
      if (waiting) {
        waiting = false
        saving = save()
      }
      return saving
    },
  }
}
