/** From rows, columns and tabs with their sizes to a layout that the docking loads. Pure. */
import type { SerializedDockview } from 'dockview-react'
import type { PanelInstance, PanelMarket } from '../../workspace/index.ts'
import { type KindId, panelKind } from './panel-table.tsx'
import { GAP } from './saved-positions.ts'

/** A window's layout with its panels: the form that is saved, that templates produce and the docking loads. */
export interface SavedLayout {
  readonly layout: SerializedDockview
  /** Panels in the layout, and closed ones that reopen as they were. */
  readonly panels: readonly PanelInstance[]
}

/** The docking's record of a panel. */
export function dockedAs(id: string, kindId: string): SerializedDockview['panels'][string] {
  const { title, least } = panelKind(kindId)
  return {
    id,
    contentComponent: kindId,
    tabComponent: 'props.defaultTabComponent',
    title,
    minimumWidth: least.width,
    minimumHeight: least.height,
  }
}

export interface PlannedPanel {
  readonly kind: KindId
  readonly market?: PanelMarket
  readonly options?: Readonly<Record<string, unknown>>
}

/** One part of a row or a column: its own size, px, or the remaining space. */
type Part = Plan & { readonly size?: number }

export type Plan =
  | { readonly row: readonly Part[] }
  | { readonly column: readonly Part[] }
  /** Panels in tabs; `front` is the index of the visible one, default the first. */
  | { readonly tabs: readonly PlannedPanel[]; readonly front?: number }

type Node = SerializedDockview['grid']['root']

/** The layout of a plan, whose outermost part is a row, in a workspace of this size, px. */
export function layOut(
  plan: Extract<Plan, { row: unknown }>,
  room: { readonly width: number; readonly height: number },
  newId: (kind: string) => string,
): SavedLayout {
  const panels: SavedLayout['panels'][number][] = []
  let groups = 0

  /** `along` is the node's own size in its parent, `across` its size in the other direction, px. */
  const build = (node: Plan, along: number, across: number): Node => {
    if ('tabs' in node) return leaf(node, along)
    const parts = 'row' in node ? node.row : node.column
    const same = 'row' in node ? 'row' : 'column'
    // The docking alternates rows and columns regardless of what is stored.
    if (parts.some((part) => same in part))
      throw new Error(`a ${same} stands in a ${same}: put its parts in the outer one`)
    const [only] = parts
    if (parts.length === 1 && only !== undefined && 'tabs' in only) return leaf(only, along)
    const sizes = sizesOf(parts, across)
    return { type: 'branch', size: along, data: parts.map((part, at) => build(part, sizes[at] ?? 0, along)) } as Node
  }

  const leaf = ({ tabs, front = 0 }: Extract<Plan, { tabs: unknown }>, size: number): Node => {
    const made = tabs.map(({ kind, market = null, options = {} }) => ({ id: newId(kind), kind, market, options }))
    panels.push(...made)
    groups += 1
    const strip = tabs.some(({ kind }) => panelKind(kind).strip !== undefined)
    const data = {
      views: made.map(({ id }) => id),
      activeView: made[front]?.id,
      id: String(groups),
      ...(strip ? { locked: 'no-drop-target', hideHeader: true } : {}),
    }
    return { type: 'leaf', size, data } as unknown as Node
  }

  const built = build(plan, room.height, room.width)
  // The docking expects a branch at the root, however few its parts.
  const root =
    built.type === 'branch'
      ? built
      : ({ type: 'branch', size: room.height, data: [{ ...built, size: room.width }] } as Node)
  return {
    layout: {
      grid: { root, width: room.width, height: room.height, orientation: 'HORIZONTAL' as never },
      panels: Object.fromEntries(panels.map(({ id, kind }) => [id, dockedAs(id, kind)])),
    },
    panels,
  }
}

/** The size of each part of a length, minus the gaps; parts without a size share the rest. */
function sizesOf(parts: readonly Part[], length: number): readonly number[] {
  const free = parts.reduce((left, { size = 0 }) => left - size, length - GAP * (parts.length - 1))
  const sharing = parts.filter(({ size }) => size === undefined).length
  return parts.map(({ size }) => size ?? free / Math.max(1, sharing))
}
