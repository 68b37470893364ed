/**
 * Layouts as they are kept: versioned, with the panels that are in them, their markets and options. What this version cannot read of a
 * panel is left out of it; an arrangement that is damaged, or of another version, is none. Pure.
 */

import type { SerializedDockview } from 'dockview-react'
import { LIVE, refText } from '../../../contract/market-ref.ts'
import { isRecord } from '../../../contract/record.ts'
import type { Cancel } from '../../../contract/time.ts'
import { readKeptMarket } from '../../../contract/workspace.ts'
import type { PanelInstance, PanelMarket } from '../../workspace/index.ts'
import { type Arranged, dockedAs } from './arrange.ts'
import { without } from './kept-places.ts'
import { isKindId, panelKind } from './panel-table.tsx'

const VERSION = 2

type Fields = Readonly<Record<string, unknown>>

/** What `saveLayout` gets. */
export const toSaved = ({ layout, panels }: Arranged, drafts: Fields): Record<string, unknown> => ({
  version: VERSION,
  // A tab is called by its market too, which goes on by itself: that is no change of the arrangement.
  layout: asInTable(layout, new Map(panels.map(({ id, kind }) => [id, kind]))),
  panels: panels.map(keptPanel),
  drafts,
})

/** A panel as it is kept, and as it goes to another window. */
export const keptPanel = ({ market, ...panel }: PanelInstance): Record<string, unknown> => ({
  ...panel,
  market: market === null ? null : keptMarket(market),
})

const keptMarket = (market: PanelMarket): Fields =>
  market.by === 'pin'
    ? { by: 'pin', market: refText(market.market) }
    : { ...market, shown: market.shown === null ? null : refText(market.shown) }

/** What a panel shows whose market cannot be read: a bucket strip the live bucket, any other what its kind's rule chooses. */
const marketInstead = (kind: string): PanelMarket | null => (kind === 'bucket' ? { by: 'pin', market: LIVE } : null)

/** A panel as it was kept; null when this version has no such kind. */
export function panelFrom(kept: unknown): PanelInstance | null {
  if (!isRecord(kept) || typeof kept.id !== 'string' || typeof kept.kind !== 'string' || !isKindId(kept.kind))
    return null
  const market = panelKind(kept.kind).shows === null ? null : (readKeptMarket(kept.market) ?? marketInstead(kept.kind))
  return { id: kept.id, kind: kept.kind, market, options: isRecord(kept.options) ? kept.options : {} }
}

/**
 * The arrangement in what `readLayout` gave, or null when there is none that can be shown. A panel of a kind that this version does not
 * have is left out, its room goes to the others.
 */
export function fromSaved(saved: unknown): Arranged | null {
  if (!isRecord(saved) || !isRecord(saved.layout)) return null
  const { grid, panels, activeGroup } = saved.layout
  if (!isRecord(grid) || !isRecord(panels) || !isTree(grid.root, DEEPEST)) return null
  // Nothing else of the docking's is in use here: windows of its own making, groups that float.
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

/** Rows and columns in one another. */
const DEEPEST = 100

/** Whether the docking could read a node and what is in it. */
function isTree(node: unknown, deepest: number): boolean {
  if (!isRecord(node) || deepest === 0) return false
  const { data, size } = node
  if (size !== undefined && typeof size !== 'number') return false
  if (Array.isArray(data)) return data.every((child) => isTree(child, deepest - 1))
  return isRecord(data) && Array.isArray(data.views) && data.views.every((view) => typeof view === 'string')
}

/** Titles and least sizes are the table's, whichever version kept the layout. */
function asInTable(layout: SerializedDockview, kinds: ReadonlyMap<string, string>): SerializedDockview {
  // How high a strip is follows the text (`strips.ts`).
  const panels = Object.entries(layout.panels).map(([id, { maximumHeight: _before, ...panel }]) => [
    id,
    { ...panel, ...dockedAs(id, kinds.get(id) ?? '') },
  ])
  return { ...layout, panels: Object.fromEntries(panels) }
}

/** What was typed, in what `readLayout` gave; whatever it is. */
export const savedDrafts = (saved: unknown): unknown => (isRecord(saved) ? saved.drafts : undefined)

/** Whether something was kept of how a window was arranged, be it such that it cannot be read. */
export const hasArrangement = (saved: unknown): boolean => isRecord(saved) && Object.hasOwn(saved, 'layout')

// Saves the layout as it changes: at once, then at most once in a while, and what is left when the window goes.

/** Between two saves while it keeps changing, ms. */
const SAVE_EVERY_MS = 500

interface LayoutKeeper {
  /** The layout changed. */
  changed(): void
  /** Saves now if something waits to be saved; resolves once that, and what was being saved already, is done. */
  flush(): Promise<void>
}

/** The first change is not held back: a window that is reloaded right after it may no longer be heard as it goes. */
export function createLayoutKeeper(
  save: () => Promise<void>,
  after: (ms: number, run: () => void) => Cancel,
): LayoutKeeper {
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
