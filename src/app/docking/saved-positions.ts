/** The places of closed panels: the layout with all of them open, minus those still closed. It is valid until the trader moves something. Pure. */
import type { SerializedDockview } from 'dockview-react'

export type DockLayout = SerializedDockview
/** A row or column of a layout, or a group of tabs. */
export type Node = DockLayout['grid']['root']
interface Leaf {
  readonly views: readonly string[]
  readonly activeView?: string
}

/** Between two panels, px. */
export const GAP = 4

/** Sizes that differ by no more than this count as equal, px, as the docking rounds. */
const ROUNDING = 2

const isLeaf = (node: Node): node is Node & { data: Leaf } => !Array.isArray(node.data)
/** The parts of a row or column; none of a group of tabs. */
export const childrenOf = (node: Node): readonly Node[] => (Array.isArray(node.data) ? node.data : [])
export const sizeOf = (node: Node): number => node.size ?? 0

/** Whether a wanted panel is in the part. */
export const holds = (node: Node, isWanted: (id: string) => boolean): boolean =>
  isLeaf(node) ? node.data.views.some(isWanted) : childrenOf(node).some((child) => holds(child, isWanted))

/**
 * A layout in the form that the docking loads. It reports sizes as drawn, minus the gaps; loaded as they are, they would be stretched to fill the
 * gaps, and narrow parts would shrink each time in favor of wide ones.
 */
export function withGaps(arrangement: DockLayout, gap = GAP): DockLayout {
  const spread = (node: Node): Node => {
    if (isLeaf(node)) return node
    const children = childrenOf(node)
    const share = (gap * (children.length - 1)) / Math.max(1, children.length)
    return { ...node, data: children.map((child) => spread({ ...child, size: sizeOf(child) + share })) }
  }
  return { ...arrangement, grid: { ...arrangement.grid, root: spread(arrangement.grid.root) } }
}

/** The layout without some of its panels; their space goes to a part with a stretching panel, else to a neighbor. */
export function without(
  arrangement: DockLayout,
  closed: ReadonlySet<string>,
  stretches: (id: string) => boolean,
): DockLayout {
  const { grid, panels } = arrangement
  const root = prune(grid.root, closed, stretches)
  return {
    ...arrangement,
    grid: { ...grid, root: root === null || isLeaf(root) ? { ...grid.root, data: root === null ? [] : [root] } : root },
    panels: Object.fromEntries(Object.entries(panels).filter(([id]) => !closed.has(id))),
  }
}

function prune(node: Node, closed: ReadonlySet<string>, stretches: (id: string) => boolean): Node | null {
  if (isLeaf(node)) {
    const views = node.data.views.filter((view) => !closed.has(view))
    if (views.length === 0) return null
    const { activeView } = node.data
    const front = activeView !== undefined && views.includes(activeView) ? activeView : views[0]
    return { ...node, data: { ...node.data, views, activeView: front } } as Node
  }
  const before = childrenOf(node)
  const kept = before.flatMap((child, index) => {
    const left = prune(child, closed, stretches)
    return left === null ? [] : [{ node: left, index }]
  })
  const first = kept[0]
  if (first === undefined) return null
  const free =
    before.reduce((sum, child) => sum + sizeOf(child), 0) - kept.reduce((sum, one) => sum + sizeOf(one.node), 0)
  const gone = before.findIndex((_, index) => kept.every((one) => one.index !== index))
  const heir =
    kept.find((one) => holds(one.node, stretches)) ?? kept.find((one) => one.index > gone) ?? kept[kept.length - 1]
  const children = kept.flatMap((one) => {
    const grown = one === heir ? { ...one.node, size: sizeOf(one.node) + free } : one.node
    return spliced(grown)
  })
  const [only] = children
  // A branch of one part is replaced by that part, at the branch's size.
  return children.length === 1 && only !== undefined
    ? isLeaf(only)
      ? { ...only, size: sizeOf(node) }
      : { ...node, data: [only] }
    : { ...node, data: children }
}

/** A branch whose only part is a branch has its parent's axis again: its parts replace it. */
function spliced(node: Node): readonly Node[] {
  const [only, ...others] = childrenOf(node)
  if (only === undefined || others.length > 0 || isLeaf(only)) return [node]
  const parts = childrenOf(only)
  const total = parts.reduce((sum, part) => sum + sizeOf(part), 0)
  return parts.map((part) => ({ ...part, size: total === 0 ? 0 : (sizeOf(part) * sizeOf(node)) / total }))
}

/** Whether two layouts have the same panels in the same places at the same sizes; the front tabs may differ. */
export function isSameLayout(a: DockLayout, b: DockLayout): boolean {
  const near = (one: number, other: number): boolean => Math.abs(one - other) <= ROUNDING
  const same = (one: Node, other: Node): boolean => {
    if (!near(sizeOf(one), sizeOf(other))) return false
    if (isLeaf(one) || isLeaf(other)) {
      return isLeaf(one) && isLeaf(other) && one.data.views.join() === other.data.views.join()
    }
    const [ones, others] = [childrenOf(one), childrenOf(other)]
    return ones.length === others.length && ones.every((child, index) => same(child, others[index] as Node))
  }
  return a.grid.orientation === b.grid.orientation && same(a.grid.root, b.grid.root)
}

interface Places {
  /** Before a panel closes: the current layout of the docking. */
  closing(id: string, now: DockLayout): void
  /** After a close or an `opening`: the resulting layout. */
  settled(now: DockLayout): void
  /** The layout to load, with a closed panel back in its place; null when its place is unknown or something was moved since. */
  opening(id: string, now: DockLayout): DockLayout | null
}

/** Remembers the places of closed panels of one window. Panels for which `stretches` is true take the freed space. */
export function keepPlaces(stretches: (id: string) => boolean, gap = GAP): Places {
  let whole: DockLayout | null = null
  let expected: DockLayout | null = null
  let closed: ReadonlySet<string> = new Set()
  const untouched = (now: DockLayout): boolean => expected !== null && isSameLayout(expected, now)
  return {
    closing(id, now) {
      if (whole === null || closed.size === 0 || !untouched(now)) {
        whole = withGaps(now, gap)
        closed = new Set()
      }
      closed = new Set([...closed, id])
    },
    settled(now) {
      expected = now
    },
    opening(id, now) {
      if (whole === null || !closed.has(id) || !untouched(now)) {
        whole = null
        closed = new Set()
        return null
      }
      closed = new Set([...closed].filter((one) => one !== id))
      return without(whole, closed, stretches)
    },
  }
}
