/** Workspaces as text, to be stored elsewhere or given away: written whole, parsed with care. */

import type { z } from 'zod'
import { parseInTurns } from '../../contract/json-in-turns.ts'
import { firstTwice, isRecord } from '../../contract/record.ts'
import { exportedWorkspace, LARGEST_LAYOUT, type WindowLayout } from '../../contract/workspace.ts'
import { CallError } from '../errors.ts'
import type { StoredWorkspace } from '../storage/index.ts'

// Panels of an exported workspace by their ids. A hand-copied window has the ids of its original: its panels get new ids, or a panel moved to the
// other window would be mistaken for the existing one. Within a window a repeated id does not identify a panel. Pure.

type Rename = (id: string) => string

/** An id that a window uses for two panels, or in two places; null where there is none. */
export function repeatedIn(layout: WindowLayout | null): string | null {
  const ids = idsIn(layout)
  return firstTwice(ids) ?? (ids.length === 0 ? null : firstTwice(viewsIn(gridOf(layout))))
}

/** The layouts with a unique id for each panel, and the ids that were in several windows. */
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

/** Ids of its panels, in order. */
const idsIn = (layout: WindowLayout | null): readonly string[] =>
  Array.isArray(layout?.panels)
    ? layout.panels.flatMap((panel: unknown) => (isRecord(panel) && typeof panel.id === 'string' ? [panel.id] : []))
    : []

function gridOf(layout: WindowLayout | null): unknown {
  const docked = layout?.layout
  return isRecord(docked) && isRecord(docked.grid) ? docked.grid.root : undefined
}

/** The places of panels in rows, columns and tabs. */
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

const FORMAT = 'isotherm-workspace'
const VERSION = 1

/** Maximum nesting of rows and columns with everything around them; neither the IPC to a window nor a file handles thousands. */
const DEEPEST = 200

type Exported = z.output<typeof exportedWorkspace>

/** A parsed one: each panel has a unique id. */
export interface ReadWorkspace extends Exported {
  /** Ids that panels of several windows had. */
  readonly repeated: readonly string[]
}

export function exportText({ name, windows }: StoredWorkspace): string {
  const exported: z.input<typeof exportedWorkspace> = {
    format: FORMAT,
    version: VERSION,
    name,
    windows: windows.map(({ place, layout }) => ({ place, layout })),
  }
  return `${JSON.stringify(exported, null, 2)}\n`
}

/**
 * Drafts are dropped, should somebody have written them in. A text of megabytes is parsed in slices, each of its windows in one: at `LARGEST_LAYOUT`
 * that takes less than 20 ms.
 * @throws CallError that names the fault.
 */
export async function readExported(text: string): Promise<ReadWorkspace> {
  const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
  const json = await parseInTurns(text, { number: Number, deepest: DEEPEST, pause }).catch((error: unknown) => {
    throw wrong(
      error instanceof RangeError
        ? `it is nested more than ${DEEPEST} levels deep.`
        : 'it is not JSON. Choose an exported file.',
    )
  })
  const { format, version } = isRecord(json) ? json : {}
  if (format !== FORMAT) throw wrong(`"format" is not “${FORMAT}”. Choose an exported file.`)
  if (version !== VERSION) {
    throw wrong(`it has version ${JSON.stringify(version)}; this Isotherm reads version ${VERSION}. Update Isotherm.`)
  }
  const parsed = exportedWorkspace.safeParse(json)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw wrong(`"${issue?.path.join('.')}": ${issue?.message}`)
  }
  for (const [index, { layout }] of parsed.data.windows.entries()) {
    await pause()
    if (JSON.stringify(layout).length > LARGEST_LAYOUT) {
      throw wrong(`"windows.${index}.layout" is larger than ${LARGEST_LAYOUT / 1024} KB.`)
    }
    const id = repeatedIn(layout)
    if (id !== null) {
      throw wrong(
        `"windows.${index}.layout": the panel id “${id.slice(0, 60)}” appears twice in this window. Rename one of the two in "panels", "layout.panels" and "views", or remove it.`,
      )
    }
  }
  const { layouts, repeated } = withOwnIds(parsed.data.windows.map(({ layout }) => undrafted(layout)))
  const windows = parsed.data.windows.map(({ place }, index) => ({ place, layout: layouts[index] ?? null }))
  return { ...parsed.data, windows, repeated }
}

const wrong = (why: string): CallError => new CallError('bad_workspace', `Not a valid workspace: ${why}`, 'text')

/** Without drafts: those belong to a deployment, and to nobody else. */
export function undrafted(layout: WindowLayout | null): WindowLayout | null {
  if (layout === null) return null
  const { drafts: _drafts, ...withoutDrafts } = layout
  return withoutDrafts
}
