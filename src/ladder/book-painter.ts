/**
 * Writes a book into rows that were created once: only changed texts, marks and bars, in one pass, without reading the layout. Rows represent
 * positions in the book, never prices, so that a moving market moves no elements. Sizes and totals, which change in nearly every frame, are one text
 * per side, a line per level: the browser then lays out and paints four texts instead of one per cell.
 */
import type { Price, Size } from '../../contract/decimal.ts'
import type { BookRow, BookView } from '../../contract/market.ts'
import { grouped } from '../format/index.ts'
import type { PriceView } from '../markets/axis/index.ts'
import { MESSAGES } from './messages.ts'
import type { TextTarget } from './middle-painter.ts'

// The cumulative bars of one side as a single shape: one write per frame instead of one per level, one thing to draw, and no layers.

/** Height of a level in the shape's own units, and the gap between its bar and neighboring levels. */
const LEVEL = 50
const GAP = 1.5
/** Width of the shape in its own units, which determines the resolution of the bars. */
const BARS_WIDTH = 1000

/** `viewBox` of the bars of this many levels. */
export const barsBox = (levels: number): string => `0 0 ${BARS_WIDTH} ${levels * LEVEL}`

/** Invisible specks that keep the bounds of the shape constant: changing bounds would make the browser recomposite all layers. */
const corners = (levels: number): string => `M0 0h.01v.01zM0 ${levels * LEVEL}h.01v-.01z`

/** The outline of bars that grow from the right, for lengths in thousandths, best level first; `upward` puts the best level at the bottom (asks). */
export function barsPath(depths: readonly number[], upward: boolean): string {
  let path = corners(depths.length)
  for (let level = 0; level < depths.length; level += 1) {
    const depth = depths[level] ?? 0
    if (depth === 0) continue
    const row = upward ? depths.length - 1 - level : level
    path += `M${BARS_WIDTH} ${row * LEVEL + GAP}h-${depth}v${LEVEL - 2 * GAP}h${depth}z`
  }
  return path
}

interface LineColumnOptions {
  readonly target: TextTarget
  readonly lines: number
  /** Whether the first level is at the bottom. */
  readonly upward: boolean
  /** Formats a value. */
  readonly write: (value: string) => string
}

/** A column of figures as one text with a line per level, written when any of them changed. */
export class LineColumn {
  readonly #options: LineColumnOptions
  /** As in the market's data, and as displayed; best level first. */
  readonly #values: string[]
  readonly #texts: string[]
  #isChanged = false

  constructor(options: LineColumnOptions) {
    this.#options = options
    this.#values = Array.from({ length: options.lines }, () => '')
    this.#texts = [...this.#values]
  }

  /** Undefined for a missing level. */
  set(level: number, value = ''): void {
    if (this.#values[level] === value) return
    this.#values[level] = value
    this.#texts[level] = value === '' ? '' : this.#options.write(value)
    this.#isChanged = true
  }

  /** The text of a level. */
  at(level: number): string {
    return this.#texts[level] ?? ''
  }

  /** Writes the pending values. */
  paint(): void {
    if (!this.#isChanged) return
    this.#isChanged = false
    const { target, upward } = this.#options
    target.data = (upward ? this.#texts.toReversed() : this.#texts).join('\n')
  }
}

/** The painter's interface to an element. */
interface ElementTarget {
  setAttribute(name: string, value: string): void
  removeAttribute(name: string): void
}

/** The bars of one side, drawn as one shape. */
type BarsTarget = Pick<ElementTarget, 'setAttribute'>

/** The parts of one row. */
export interface RowTargets {
  readonly row: ElementTarget
  readonly px: TextTarget
  readonly own: TextTarget
}

/** The texts of one side that have a line per level. */
export interface ColumnTargets {
  readonly sz: TextTarget
  readonly total: TextTarget
}

interface LadderTargets {
  readonly root: ElementTarget
  /** Best first. */
  readonly asks: readonly RowTargets[]
  /** Best first. */
  readonly bids: readonly RowTargets[]
  readonly askColumns: ColumnTargets
  readonly bidColumns: ColumnTargets
  readonly askBars: BarsTarget
  readonly bidBars: BarsTarget
}

interface Painted {
  /** As in the market's data. */
  px: string
  own: boolean
}

/** One side, as painted. */
interface Side {
  readonly rows: readonly RowTargets[]
  readonly painted: readonly Painted[]
  readonly sizes: LineColumn
  readonly totals: LineColumn
}

interface End {
  readonly level: number
  readonly text: string
}

/** A level count that leaves no row for the end mark. */
const UNKNOWN = Number.POSITIVE_INFINITY

const EMPTY: Painted = { px: '', own: false }

/** The price format, and the side from which the book is viewed. */
type LadderView = Pick<PriceView, 'mirrored' | 'price' | 'text'>

export class BookPainter {
  readonly #targets: LadderTargets
  readonly #view: LadderView
  readonly #asks: Side
  readonly #bids: Side
  #askDepths = ''
  #bidDepths = ''
  /** The row after the last level of each side, with the end mark; null where every row has a level. */
  #askEnd: End | null = null
  #bidEnd: End | null = null

  constructor(targets: LadderTargets, view: LadderView) {
    this.#targets = targets
    this.#view = view
    this.#asks = sideOf(targets.asks, targets.askColumns, true)
    this.#bids = sideOf(targets.bids, targets.bidColumns, false)
  }

  paint(book: Pick<BookView, 'asks' | 'bids' | 'time'>): void {
    const { mirrored, text: message } = this.#view
    const asks = mirrored ? book.bids : book.asks
    const bids = mirrored ? book.asks : book.bids
    this.#side(this.#asks, asks)
    this.#side(this.#bids, bids)
    this.#askEnd = this.#end(this.#targets.asks, this.#askEnd, asks.length, message.noAsks)
    this.#bidEnd = this.#end(this.#targets.bids, this.#bidEnd, bids.length, message.noBids)
    this.#bars(asks, bids)
    this.#targets.root.setAttribute('data-book-time', String(book.time))
  }

  /** Clears all rows: another asset or grouping is being loaded. */
  clear(): void {
    this.#side(this.#asks, [])
    this.#side(this.#bids, [])
    this.#askEnd = this.#end(this.#targets.asks, this.#askEnd, UNKNOWN, MESSAGES.noMore)
    this.#bidEnd = this.#end(this.#targets.bids, this.#bidEnd, UNKNOWN, MESSAGES.noMore)
    this.#bars([], [])
    this.#targets.root.removeAttribute('data-book-time')
  }

  /** The market's own price of a row, empty for an empty row. `level` counts from the best. */
  priceAt(side: 'ask' | 'bid', level: number): string {
    return this.#of(side).painted[level]?.px ?? ''
  }

  /** The description of a row; empty for an empty row. */
  wordsAt(side: 'ask' | 'bid', level: number): string {
    const { rows, painted, sizes, totals } = this.#of(side)
    const own = painted[level]?.own === true ? ', your order' : ''
    const { text: message } = this.#view
    const px = this.priceAt(side, level)
    return px === ''
      ? ''
      : `${rows[level]?.px.data}, ${message.size} ${sizes.at(level)}, total ${totals.at(level)}${own}`
  }

  #of(side: 'ask' | 'bid'): Side {
    return side === 'ask' ? this.#asks : this.#bids
  }

  #bars(asks: readonly BookRow[], bids: readonly BookRow[]): void {
    const askDepths = depthsOf(asks, this.#targets.asks.length)
    const bidDepths = depthsOf(bids, this.#targets.bids.length)
    const ask = askDepths.join()
    const bid = bidDepths.join()
    if (ask !== this.#askDepths) {
      this.#askDepths = ask
      this.#targets.askBars.setAttribute('d', barsPath(askDepths, true))
    }
    if (bid !== this.#bidDepths) {
      this.#bidDepths = bid
      this.#targets.bidBars.setAttribute('d', barsPath(bidDepths, false))
    }
  }

  /** Shows on the first row without a level that there are no more; returns its position. */
  #end(targets: readonly RowTargets[], was: End | null, count: number, none: string): End | null {
    const end = count < targets.length ? { level: count, text: count === 0 ? none : MESSAGES.noMore } : null
    if (end?.level === was?.level && end?.text === was?.text) return was
    if (was !== null) targets[was.level]?.row.removeAttribute('data-end')
    if (end !== null) targets[end.level]?.row.setAttribute('data-end', end.text)
    return end
  }

  #side({ rows, painted, sizes, totals }: Side, book: readonly BookRow[]): void {
    for (let level = 0; level < rows.length; level += 1) {
      const target = rows[level]
      const was = painted[level]
      if (target === undefined || was === undefined) continue
      const row = book[level]
      const px = row === undefined ? '' : row.px
      const own = row?.own === true
      if (px !== was.px) {
        if (px === '') target.row.setAttribute('data-empty', '')
        else if (was.px === '') target.row.removeAttribute('data-empty')
        was.px = px
        target.px.data = px === '' ? '' : this.#view.price(px as Price)
      }
      sizes.set(level, row?.sz)
      totals.set(level, row?.total)
      if (own !== was.own) {
        was.own = own
        if (own) target.row.setAttribute('data-own', '')
        else target.row.removeAttribute('data-own')
        target.own.data = own ? ', your order' : ''
      }
    }
    sizes.paint()
    totals.paint()
  }
}

function sideOf(rows: readonly RowTargets[], { sz, total }: ColumnTargets, upward: boolean): Side {
  const column = (target: TextTarget): LineColumn =>
    new LineColumn({ target, lines: rows.length, upward, write: (size) => grouped(size as Size) })
  return { rows, painted: rows.map(() => ({ ...EMPTY })), sizes: column(sz), totals: column(total) }
}

/** Bar lengths in thousandths, best level first, so that invisible changes cause no write. */
const depthsOf = (rows: readonly BookRow[], levels: number): number[] =>
  Array.from({ length: levels }, (_, level) => Math.round((rows[level]?.depth ?? 0) * 1000))
