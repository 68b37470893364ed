/** Sizes of the panels in the default layout. Pure. */
import { heightOfBook } from '../../panels/order-book/order-book-panel.tsx'
import { BUCKET_HEIGHT } from './panel-table.tsx'
import { childrenOf, type DockLayout, GAP, holds, type Node, sizeOf } from './saved-positions.ts'

/** The inputs of the sizes. */
export interface LayoutSpace {
  /** Size of the workspace, px. */
  readonly width: number
  readonly height: number
  /** Text size relative to the default. */
  readonly scale: number
  /** Height of a table's row, px. */
  readonly row: number
}

/** In px. */
export interface Sizes {
  /** Height of the bucket strip. */
  readonly strip: number
  /** Widths of the two right-hand columns. */
  readonly ticket: number
  readonly book: number
  /** Width of a ladder in place of the book: with all of its columns where space allows. */
  readonly ladder: number
  /** Heights at the bottom of each column: positions, trades, activity. */
  readonly bottom: number
  /** Height of a list below a chart that shares the space with it. */
  readonly low: number
  readonly trades: number
  readonly activity: number
  /** Height of the binary phase panel, and width of a list of markets. */
  readonly phase: number
  readonly list: number
  /** Height of a question below its list, and width of the markets beside the positions. */
  readonly question: number
  readonly markets: number
  /** Width of a column of tabbed tickets: wide enough for their tab titles. */
  readonly tickets: number
  /** Width of a column of tabbed books: wide enough for their tab titles. */
  readonly books: number
  /** Whether the panels of several families are side by side rather than in tabs. */
  readonly spreads: boolean
  /** Whether space is so short that related panels share tabs. */
  readonly tight: boolean
  /** Whether the columns left of the trading ones are too narrow for two panels side by side. */
  readonly narrow: boolean
  /** Whether the window is too low for three panels above one another. */
  readonly shallow: boolean
  /** Whether open orders are beside the positions rather than in a tab behind them. */
  readonly ordersBeside: boolean
}

/** Width of the workspace of a 1600 px window at the default text size, minus a gap on each side. */
const ROOMY = 1600 - 2 * GAP
/** Height of a ticket with all its figures and an answer below them at the default text size, px. */
const WHOLE_TICKET = 760
/** Height of the price to beat with its distance, time and prices at the default text size, px. */
const PHASE = 236
/** Below this height at the default text size the activity shows its newest rows only, px. */
const LOW = 640
const MIN_ACTIVITY = 96
/** Height of a question of three outcomes at the default text size, px. */
const QUESTION = 160
/** Below these sizes at the default text size the columns are at their narrowest, and only the most needed panels are beside the chart, px. */
const TIGHT = { width: 940, height: 500 } as const
/** Minimum widths of a ladder and of the bucket strip, px. */
const MIN_LADDER = 320
const MIN_STRIP = 440
/** Minimum width for two panels side by side at the default text size, px. */
const TWO_PANELS = 600
/** From this width at the default text size, positions and open orders fit side by side, px. */
const WIDE = 2400

/**
 * The bottom of each column starts at a quarter of the height. In a tall window the book keeps the height of all its levels, and the ticket that of
 * its content; the rest goes to trades and activity, whose lists use any height. The chart has the rest.
 */
export function defaultSizes({ width, height, scale, row }: LayoutSpace): Sizes {
  const roomy = width >= ROOMY * scale
  const tight = width < TIGHT.width * scale || height < TIGHT.height * scale
  const quarter = Math.round(Math.min(264 * scale, Math.max(150 * scale, height * 0.25)))
  const rest = (used: number): number => Math.max(quarter, Math.round(height - GAP - used))
  const ticket = Math.round((roomy ? 318 : tight ? 288 : 304) * scale)
  const book = Math.round((roomy ? 292 : tight ? 222 : 240) * scale)
  return {
    strip: Math.round(BUCKET_HEIGHT * scale),
    ticket,
    book,
    // The left column keeps its required width.
    ladder: Math.max(
      MIN_LADDER,
      Math.min(Math.round((roomy ? 536 : 420) * scale), width - ticket - MIN_STRIP - 2 * GAP),
    ),
    bottom: Math.max(quarter, Math.round(height * 0.2)),
    low: Math.round(height * 0.42),
    trades: rest(heightOfBook(row, scale)),
    // In a low window the ticket above needs the space more.
    activity: height < LOW * scale ? Math.round(MIN_ACTIVITY * scale) : rest(WHOLE_TICKET * scale),
    phase: Math.round(PHASE * scale),
    list: Math.round((roomy ? 420 : 340) * scale),
    question: Math.round(QUESTION * scale),
    markets: Math.round(520 * scale),
    tickets: Math.round((roomy ? 344 : tight ? 288 : 330) * scale),
    books: Math.round((roomy ? 292 : tight ? 222 : 280) * scale),
    spreads: roomy,
    tight,
    narrow: width - ticket - book - 2 * GAP < TWO_PANELS * scale,
    shallow: height < LOW * scale,
    ordersBeside: width >= WIDE * scale,
  }
}

// Adapts a layout to another text size: columns of figures follow it, charts give or take the space.

/** Maximum fraction of a row for panels that follow the text; the charts keep the rest. */
const MAX = 0.72

const sum = (nodes: readonly Node[]): number => nodes.reduce((total, node) => total + sizeOf(node), 0)

/** What resizing needs to know of a panel. */
interface Resizable {
  /** Whether it gives or takes the space, as a chart does. */
  readonly stretches: (id: string) => boolean
  readonly isTicket: (id: string) => boolean
  /** Its minimum width in any text size, px. */
  readonly least: (id: string) => number
  /** The width that its figures need in the new text size, px. */
  readonly needs: (id: string) => number
}

/**
 * The layout for text that is `factor` times as large as before: panels beside a chart become wider by that factor, within the space that the chart
 * can give; a ticket first, since its buttons name the whole order. Heights stay, as lists and books show fewer rows. A ticket cannot shrink: the
 * other panels of its column give way, and regain their height with the text size.
 */
export function textSized(
  layout: DockLayout,
  factor: number,
  { stretches, isTicket, least, needs }: Resizable,
): DockLayout {
  /** `width` and `height` are the node's current size. */
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
    const most = Math.min(Math.max(width * MAX, (sum(fixed) / all) * width), Math.max(0, width - widthOf(free, least)))
    const taken = Math.min(sum(fixed) * factor, most)
    const tickets = fixed.filter((child) => holds(child, isTicket))
    const others = fixed.filter((child) => !holds(child, isTicket))
    const needed = Math.min(widthOf(others, needs), taken - widthOf(tickets, least))
    const left = Math.max(taken - sum(tickets) * factor, factor > 1 ? needed : 0)
    return children.map((child, at) => {
      if (isFree[at] === true) return (sizeOf(child) / sum(free)) * (width - taken)
      const [part, share] = tickets.includes(child) ? [tickets, taken - left] : [others, left]
      return Math.round((sizeOf(child) / (sum(part) || 1)) * share)
    })
  }

  /** Width of columns beside one another whose panels have these widths. */
  const widthOf = (nodes: readonly Node[], of: (id: string) => number): number =>
    nodes.reduce((total, node) => total + columnWidth(node, of), 0)

  const columnWidth = (node: Node, of: (id: string) => number): number =>
    Array.isArray(node.data)
      ? Math.max(
          ...node.data.map((part: Node) => (Array.isArray(part.data) ? widthOf(part.data, of) : columnWidth(part, of))),
        )
      : // The docking holds a group to the minimum of its front panel.
        of(node.data.activeView ?? node.data.views[0] ?? '')

  const heights = (children: readonly Node[]): readonly number[] => {
    const isFixed = children.map((child) => holds(child, isTicket))
    const tickets = children.filter((_, at) => isFixed[at] === true)
    if (tickets.length !== 1) return children.map(sizeOf)
    const others = children.map((child, at) => (isFixed[at] === true ? 0 : Math.round(sizeOf(child) / factor)))
    const left = sum(children) - others.reduce((total, size) => total + size, 0)
    return others.map((size, at) => (isFixed[at] === true ? left : size))
  }

  const { grid } = layout
  const isRow = grid.orientation === ('HORIZONTAL' as typeof grid.orientation)
  // Drawn sizes exclude the gaps between parts: they add up to less than the whole.
  const along = sum(childrenOf(grid.root))
  const root = isRow
    ? resized(grid.root, true, along, sizeOf(grid.root))
    : resized(grid.root, false, sizeOf(grid.root), along)
  return { ...layout, grid: { ...grid, root } }
}
