/** How large the panels of the default arrangement are. Pure. */
import { heightOfBook } from '../../panels/order-book/order-book-panel.tsx'
import { type Arrangement, GAP } from './kept-places.ts'
import { BUCKET_HEIGHT } from './panel-table.tsx'

/** What the sizes follow. */
export interface Room {
  /** The workspace, px. */
  readonly width: number
  readonly height: number
  /** How much larger than usual the text is. */
  readonly scale: number
  /** Height of a table's row, px. */
  readonly row: number
}

/** In px. */
export interface Sizes {
  /** Height of the bucket's strip. */
  readonly strip: number
  /** Widths of the two columns at the right. */
  readonly ticket: number
  readonly book: number
  /** Width of a ladder in the place of the book: with all of its columns where there is room. */
  readonly ladder: number
  /** Heights of what stands at the bottom of each column: positions, trades, activity. */
  readonly bottom: number
  /** Height of a list below a chart, where both share what there is. */
  readonly low: number
  readonly trades: number
  readonly activity: number
  /** Height of what a binary market is about, and width of a list of markets. */
  readonly phase: number
  readonly list: number
  /** Height of a question below its list, and width of the markets beside what is held. */
  readonly question: number
  readonly markets: number
  /** Width of a column of tickets behind each other: their names stand side by side. */
  readonly tickets: number
  /** Width of a column of books behind each other: their names too. */
  readonly books: number
  /** Whether the panels of several families stand beside one another rather than behind each other. */
  readonly spreads: boolean
  /** Whether there is so little room that what belongs together stands behind one another. */
  readonly tight: boolean
  /** Whether open orders stand beside the positions rather than behind them. */
  readonly ordersBeside: boolean
}

/** The workspace of a window of 1600 px, in text of the usual size: it keeps a gap at each side. */
const ROOMY = 1600 - 2 * GAP
/** A ticket with all its figures and an answer below them, in text of the usual size, px. */
const WHOLE_TICKET = 760
/** The price to beat with its distance, time and prices, in text of the usual size, px. */
const PHASE = 236
/** Below it the activity shows its newest rows only, in text of the usual size, px. */
const LOW = 640
const LEAST_ACTIVITY = 96
/** A question of three outcomes, in text of the usual size, px. */
const QUESTION = 160
/** Below these the columns are the narrowest and only what is needed most stands beside the chart, in text of the usual size, px. */
const TIGHT = { width: 940, height: 500 } as const
/** Of a ladder and of the bucket's strip, the least widths, px. */
const LEAST_LADDER = 320
const LEAST_STRIP = 440
/** From here on positions and open orders have room beside each other, in text of the usual size, px. */
const WIDE = 3000

/**
 * At the bottom of each column stands a quarter of the height at first. In a tall window the book keeps what all its levels need, and the
 * ticket what it shows; the rest goes to trades and activity, whose lists use any height. The chart has the rest.
 */
export function defaultSizes({ width, height, scale, row }: Room): Sizes {
  const roomy = width >= ROOMY * scale
  const tight = width < TIGHT.width * scale || height < TIGHT.height * scale
  const quarter = Math.round(Math.min(264 * scale, Math.max(150 * scale, height * 0.25)))
  const rest = (used: number): number => Math.max(quarter, Math.round(height - GAP - used))
  const ticket = Math.round((roomy ? 318 : tight ? 288 : 304) * scale)
  return {
    strip: Math.round(BUCKET_HEIGHT * scale),
    ticket,
    book: Math.round((roomy ? 292 : tight ? 222 : 240) * scale),
    // What stands at its left keeps what it needs.
    ladder: Math.max(
      LEAST_LADDER,
      Math.min(Math.round((roomy ? 536 : 420) * scale), width - ticket - LEAST_STRIP - 2 * GAP),
    ),
    bottom: Math.max(quarter, Math.round(height * 0.2)),
    low: Math.round(height * 0.42),
    trades: rest(heightOfBook(row, scale)),
    // In a low window the ticket above needs the room more.
    activity: height < LOW * scale ? Math.round(LEAST_ACTIVITY * scale) : rest(WHOLE_TICKET * scale),
    phase: Math.round(PHASE * scale),
    list: Math.round((roomy ? 420 : 340) * scale),
    question: Math.round(QUESTION * scale),
    markets: Math.round(520 * scale),
    tickets: Math.round((roomy ? 344 : tight ? 288 : 330) * scale),
    books: Math.round((roomy ? 292 : tight ? 222 : 280) * scale),
    spreads: roomy,
    tight,
    ordersBeside: width >= WIDE * scale,
  }
}

// An arrangement for text of another size: columns of figures follow it, charts give or take the room.

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
