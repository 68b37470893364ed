/** An arrangement for text of another size: columns of figures follow it, charts give or take the room. Pure. */
import type { Arrangement } from './kept-places.ts'

type Node = Arrangement['grid']['root']

/** What panels that follow the text may take of a row at most; the charts keep the rest. */
const MOST = 0.72

const childrenOf = (node: Node): readonly Node[] => (Array.isArray(node.data) ? node.data : [])
const sizeOf = (node: Node): number => node.size ?? 0
const sum = (nodes: readonly Node[]): number => nodes.reduce((total, node) => total + sizeOf(node), 0)

const holds = (node: Node, isWanted: (id: string) => boolean): boolean =>
  Array.isArray(node.data)
    ? node.data.some((child) => holds(child, isWanted))
    : node.data.views.some((view: string) => isWanted(view))

/**
 * The arrangement for text that is `factor` times as large as before: what stands beside a chart becomes as much wider, as far as the
 * chart leaves room. Heights stay: lists and books show fewer rows. A ticket cannot: what stands in its column gives way to it, and comes
 * back with the text.
 */
export function textSized(
  arrangement: Arrangement,
  factor: number,
  stretches: (id: string) => boolean,
  isTicket: (id: string) => boolean,
): Arrangement {
  /** `width` and `height` are what the node has now. */
  const resized = (node: Node, isRow: boolean, width: number, height: number): Node => {
    const children = childrenOf(node)
    if (children.length === 0) return { ...node, size: isRow ? height : width }
    const sizes = isRow ? widths(children, width) : heights(children)
    return {
      ...node,
      size: isRow ? height : width,
      data: children.map((child, at) =>
        isRow ? resized(child, false, sizes[at] ?? 0, height) : resized(child, true, width, sizes[at] ?? 0),
      ),
    } as Node
  }

  const widths = (children: readonly Node[], width: number): readonly number[] => {
    const isFree = children.map((child) => holds(child, stretches))
    const fixed = children.filter((_, at) => isFree[at] !== true)
    const free = children.filter((_, at) => isFree[at] === true)
    const all = sum(children)
    if (fixed.length === 0 || free.length === 0) return children.map((child) => (sizeOf(child) / all) * width)
    const taken = Math.min(sum(fixed) * factor, Math.max(width * MOST, (sum(fixed) / all) * width))
    return children.map((child, at) =>
      isFree[at] === true
        ? (sizeOf(child) / sum(free)) * (width - taken)
        : Math.round((sizeOf(child) / sum(fixed)) * taken),
    )
  }

  const heights = (children: readonly Node[]): readonly number[] => {
    const isFixed = children.map((child) => holds(child, isTicket))
    const tickets = children.filter((_, at) => isFixed[at] === true)
    if (tickets.length !== 1) return children.map(sizeOf)
    const others = children.map((child, at) => (isFixed[at] === true ? 0 : Math.round(sizeOf(child) / factor)))
    const left = sum(children) - others.reduce((total, size) => total + size, 0)
    return others.map((size, at) => (isFixed[at] === true ? left : size))
  }

  const { grid } = arrangement
  const isRow = grid.orientation === ('HORIZONTAL' as typeof grid.orientation)
  // Drawn sizes leave out the gaps between parts: they add up to less than the whole.
  const along = sum(childrenOf(grid.root))
  const root = isRow
    ? resized(grid.root, true, along, sizeOf(grid.root))
    : resized(grid.root, false, sizeOf(grid.root), along)
  return { ...arrangement, grid: { ...grid, root } }
}
