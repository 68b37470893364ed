/**
 * Writes a book into rows that were made once: only texts, marks and bars that changed, in one pass, no reads of layout. Rows stand for
 * positions in the book, never for prices, so that a moving market moves no elements. Sizes and totals, which change in nearly every frame,
 * are one text a side each, a line a level: the browser lays out and paints four texts then instead of one a cell.
 */
import type { Price, Size } from '../../contract/decimal.ts'
import type { BookRow, BookView } from '../../contract/market.ts'
import { grouped } from '../format/index.ts'
import type { PriceView } from '../markets/axis/index.ts'
import { MESSAGES } from './messages.ts'
import type { TextTarget } from './middle-painter.ts'

// The cumulative bars of one side as one shape: a single write a frame instead of one a level, one thing to draw, and no layers.

/** Height of a level in the shape's own units, and how far its bar stays away from the levels beside it. */
const LEVEL = 50
const GAP = 1.5
/** Width of the shape in its own units: the bars are as exact as their lengths. */
const BARS_WIDTH = 1000

/** `viewBox` of the bars of so many levels. */
export const barsBox = (levels: number): string => `0 0 ${BARS_WIDTH} ${levels * LEVEL}`

/** Specks too small to draw, which keep the bounds of the shape the same: other bounds would have the browser put all layers together again. */
const corners = (levels: number): string => `M0 0h.01v.01zM0 ${levels * LEVEL}h.01v-.01z`

/**
 * The outline of bars that grow from the right, for lengths in thousandths, best level first; `upward` puts the best level at the
 * bottom (asks).
 */
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
  /** Whether the first level stands at the bottom. */
  readonly upward: boolean
  /** How a value is written. */
  readonly write: (value: string) => string
}

/** A column of figures as one text with a line for each level, written when any of them changed. */
export class LineColumn {
  readonly #options: LineColumnOptions
  /** As the market says them, and as they are written; best level first. */
  readonly #values: string[]
  readonly #texts: string[]
  #isChanged = false

  constructor(options: LineColumnOptions) {
    this.#options = options
    this.#values = Array.from({ length: options.lines }, () => '')
    this.#texts = [...this.#values]
  }

  /** Undefined for a level that is not there. */
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

  /** Writes what has been set. */
  paint(): void {
    if (!this.#isChanged) return
    this.#isChanged = false
    const { target, upward } = this.#options
    target.data = (upward ? this.#texts.toReversed() : this.#texts).join('\n')
  }
}

/** What the painter touches of an element. */
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

/** The texts of one side that have a line for each level. */
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
  /** As the market says it. */
  px: string
  own: boolean
}

/** One side, as it is painted. */
interface Side {
  readonly rows: readonly RowTargets[]
  readonly painted: readonly Painted[]
  readonly sizes: LineColumn
  readonly totals: LineColumn
}

interface End {
  readonly level: number
  readonly words: string
}

/** So many levels that no row is left to say that they end. */
const UNKNOWN = Number.POSITIVE_INFINITY

const EMPTY: Painted = { px: '', own: false }

/** How the ladder's prices are written, and from which side the book is seen. */
type LadderView = Pick<PriceView, 'mirrored' | 'price' | 'words'>

export class BookPainter {
  readonly #targets: LadderTargets
  readonly #view: LadderView
  readonly #asks: Side
  readonly #bids: Side
  #askDepths = ''
  #bidDepths = ''
  /** The row after the last level of each side, which says so; null where every row has a level. */
  #askEnd: End | null = null
  #bidEnd: End | null = null

  constructor(targets: LadderTargets, view: LadderView) {
    this.#targets = targets
    this.#view = view
    this.#asks = sideOf(targets.asks, targets.askColumns, true)
    this.#bids = sideOf(targets.bids, targets.bidColumns, false)
  }

  paint(book: Pick<BookView, 'asks' | 'bids' | 'time'>): void {
    const { mirrored, words } = this.#view
    const asks = mirrored ? book.bids : book.asks
    const bids = mirrored ? book.asks : book.bids
    this.#side(this.#asks, asks)
    this.#side(this.#bids, bids)
    this.#askEnd = this.#end(this.#targets.asks, this.#askEnd, asks.length, words.noAsks)
    this.#bidEnd = this.#end(this.#targets.bids, this.#bidEnd, bids.length, words.noBids)
    this.#bars(asks, bids)
    this.#targets.root.setAttribute('data-book-time', String(book.time))
  }

  /** Empties all rows: another asset or grouping is on its way. */
  clear(): void {
    this.#side(this.#asks, [])
    this.#side(this.#bids, [])
    this.#askEnd = this.#end(this.#targets.asks, this.#askEnd, UNKNOWN, MESSAGES.noMore)
    this.#bidEnd = this.#end(this.#targets.bids, this.#bidEnd, UNKNOWN, MESSAGES.noMore)
    this.#bars([], [])
    this.#targets.root.removeAttribute('data-book-time')
  }

  /** The market's price of what a row shows, empty when it shows nothing. `level` counts from the best. */
  priceAt(side: 'ask' | 'bid', level: number): string {
    return this.#of(side).painted[level]?.px ?? ''
  }

  /** What a row shows, as it is said; empty when it shows nothing. */
  wordsAt(side: 'ask' | 'bid', level: number): string {
    const { rows, painted, sizes, totals } = this.#of(side)
    const own = painted[level]?.own === true ? ', your order' : ''
    const { words } = this.#view
    const px = this.priceAt(side, level)
    return px === '' ? '' : `${rows[level]?.px.data}, ${words.size} ${sizes.at(level)}, total ${totals.at(level)}${own}`
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

  /** Says on the first row without a level that there are no more; gives where that stands now. */
  #end(targets: readonly RowTargets[], was: End | null, count: number, none: string): End | null {
    const end = count < targets.length ? { level: count, words: count === 0 ? none : MESSAGES.noMore } : null
    if (end?.level === was?.level && end?.words === was?.words) return was
    if (was !== null) targets[was.level]?.row.removeAttribute('data-end')
    if (end !== null) targets[end.level]?.row.setAttribute('data-end', end.words)
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

/** Bar lengths in thousandths, best level first, so that nothing is written for less than can be seen. */
const depthsOf = (rows: readonly BookRow[], levels: number): number[] =>
  Array.from({ length: levels }, (_, level) => Math.round((rows[level]?.depth ?? 0) * 1000))
