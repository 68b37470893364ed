/**
 * Panels of an exported workspace by their ids. A window that was copied by hand has the ids of the one it was copied from: its panels get ids
 * of their own, or one that is moved to the other window would be taken for the one that is there. Within a window an id that stands twice
 * says of no panel which it is. Pure.
 */
import { firstTwice, isRecord } from '../../contract/record.ts'
import type { WindowLayout } from '../../contract/workspace.ts'

type Rename = (id: string) => string

/** The id of a window that stands for two panels, or in two places of it; null where there is none. */
export function repeatedIn(layout: WindowLayout | null): string | null {
  const ids = idsIn(layout)
  return firstTwice(ids) ?? (ids.length === 0 ? null : firstTwice(viewsIn(gridOf(layout))))
}

/** The layouts with an id for each panel that no other window has, and the ids that were in several. */
export function withOwnIds(layouts: readonly (WindowLayout | null)[]): {
  readonly layouts: readonly (WindowLayout | null)[]
  readonly repeated: readonly string[]
} {
  const all = new Set(layouts.flatMap(idsIn))
  const taken = new Set<string>()
  const repeated = new Set<string>()
  const own = layouts.map((layout) => {
    const names = new Map<string, string>()
    for (const id of idsIn(layout)) {
      if (taken.has(id)) {
        const free = freeId(id, all)
        all.add(free)
        names.set(id, free)
        repeated.add(id)
      }
      taken.add(id)
    }
    return names.size === 0 || layout === null ? layout : renamed(layout, (id) => names.get(id) ?? id)
  })
  return { layouts: own, repeated: [...repeated] }
}

function freeId(id: string, all: ReadonlySet<string>): string {
  for (let number = 2; ; number += 1) {
    const tried = `${id}-${number}`
    if (!all.has(tried)) return tried
  }
}

/** Of its panels in their order. */
const idsIn = (layout: WindowLayout | null): readonly string[] =>
  Array.isArray(layout?.panels)
    ? layout.panels.flatMap((panel: unknown) => (isRecord(panel) && typeof panel.id === 'string' ? [panel.id] : []))
    : []

function gridOf(layout: WindowLayout | null): unknown {
  const docked = layout?.layout
  return isRecord(docked) && isRecord(docked.grid) ? docked.grid.root : undefined
}

/** Where panels stand in rows, columns and tabs. */
function viewsIn(node: unknown): readonly string[] {
  if (!isRecord(node)) return []
  const { data } = node
  if (Array.isArray(data)) return data.flatMap(viewsIn)
  return isRecord(data) && Array.isArray(data.views) ? data.views.filter((view) => typeof view === 'string') : []
}

function renamed(layout: WindowLayout, rename: Rename): WindowLayout {
  const panels = (layout.panels as readonly unknown[]).map((panel) => withId(panel, 'id', rename))
  const docked = layout.layout
  if (!isRecord(docked)) return { ...layout, panels }
  const { grid } = docked
  return {
    ...layout,
    panels,
    layout: {
      ...docked,
      ...(isRecord(docked.panels) ? { panels: renamedPanels(docked.panels, rename) } : {}),
      ...(isRecord(grid) ? { grid: { ...grid, root: renamedNode(grid.root, rename) } } : {}),
    },
  }
}

const renamedPanels = (panels: Readonly<Record<string, unknown>>, rename: Rename): Record<string, unknown> =>
  Object.fromEntries(Object.entries(panels).map(([id, panel]) => [rename(id), withId(panel, 'id', rename)]))

function renamedNode(node: unknown, rename: Rename): unknown {
  if (!isRecord(node)) return node
  const { data } = node
  if (Array.isArray(data)) return { ...node, data: data.map((child) => renamedNode(child, rename)) }
  if (!isRecord(data) || !Array.isArray(data.views)) return node
  const views = data.views.map((view: unknown) => (typeof view === 'string' ? rename(view) : view))
  return { ...node, data: withId({ ...data, views }, 'activeView', rename) }
}

function withId(value: unknown, field: string, rename: Rename): unknown {
  if (!isRecord(value)) return value
  const id = value[field]
  return typeof id === 'string' ? { ...value, [field]: rename(id) } : value
}
