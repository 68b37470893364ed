/**
 * Writes a book into rows that were made once: only texts, marks and bars that changed, in one pass, no reads of layout. Rows stand for
 * positions in the book, never for prices, so that a moving market moves no elements.
 */
import type { Price, Size } from '../../contract/decimal.ts'
import type { BookRow, BookView } from '../../contract/market.ts'
import { grouped } from '../format/index.ts'
import type { PriceView } from '../markets/axis/index.ts'
import { barsPath } from './depth-bars.ts'

/** What the painter touches of a text node. */
export interface TextTarget {
  data: string
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
  readonly sz: TextTarget
  readonly total: TextTarget
  readonly own: TextTarget
}

interface LadderTargets {
  readonly root: ElementTarget
  /** Best first. */
  readonly asks: readonly RowTargets[]
  /** Best first. */
  readonly bids: readonly RowTargets[]
  readonly askBars: BarsTarget
  readonly bidBars: BarsTarget
}

interface Painted {
  /** As the market says it. */
  px: string
  sz: string
  total: string
  own: boolean
}

interface End {
  readonly level: number
  readonly words: string
}

const NO_MORE = 'No more levels known'
/** So many levels that no row is left to say that they end. */
const UNKNOWN = Number.POSITIVE_INFINITY

const EMPTY: Painted = { px: '', sz: '', total: '', own: false }

/** How the ladder's prices are written, and from which side the book is seen. */
export type LadderView = Pick<PriceView, 'mirrored' | 'price' | 'words'>

export class BookPainter {
  readonly #targets: LadderTargets
  readonly #view: LadderView
  readonly #asks: Painted[]
  readonly #bids: Painted[]
  #askDepths = ''
  #bidDepths = ''
  /** The row after the last level of each side, which says so; null where every row has a level. */
  #askEnd: End | null = null
  #bidEnd: End | null = null

  constructor(targets: LadderTargets, view: LadderView) {
    this.#targets = targets
    this.#view = view
    this.#asks = targets.asks.map(() => ({ ...EMPTY }))
    this.#bids = targets.bids.map(() => ({ ...EMPTY }))
  }

  paint(book: Pick<BookView, 'asks' | 'bids' | 'time'>): void {
    const { mirrored, words } = this.#view
    const asks = mirrored ? book.bids : book.asks
    const bids = mirrored ? book.asks : book.bids
    this.#side(this.#targets.asks, this.#asks, asks)
    this.#side(this.#targets.bids, this.#bids, bids)
    this.#askEnd = this.#end(this.#targets.asks, this.#askEnd, asks.length, words.noAsks)
    this.#bidEnd = this.#end(this.#targets.bids, this.#bidEnd, bids.length, words.noBids)
    this.#bars(asks, bids)
    this.#targets.root.setAttribute('data-book-time', String(book.time))
  }

  /** Empties all rows: another asset or grouping is on its way. */
  clear(): void {
    this.#side(this.#targets.asks, this.#asks, [])
    this.#side(this.#targets.bids, this.#bids, [])
    this.#askEnd = this.#end(this.#targets.asks, this.#askEnd, UNKNOWN, NO_MORE)
    this.#bidEnd = this.#end(this.#targets.bids, this.#bidEnd, UNKNOWN, NO_MORE)
    this.#bars([], [])
    this.#targets.root.removeAttribute('data-book-time')
  }

  /** The market's price of what a row shows, empty when it shows nothing. `level` counts from the best. */
  priceAt(side: 'ask' | 'bid', level: number): string {
    return (side === 'ask' ? this.#asks : this.#bids)[level]?.px ?? ''
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
    const end = count < targets.length ? { level: count, words: count === 0 ? none : NO_MORE } : null
    if (end?.level === was?.level && end?.words === was?.words) return was
    if (was !== null) targets[was.level]?.row.removeAttribute('data-end')
    if (end !== null) targets[end.level]?.row.setAttribute('data-end', end.words)
    return end
  }

  #side(targets: readonly RowTargets[], painted: readonly Painted[], rows: readonly BookRow[]): void {
    for (let level = 0; level < targets.length; level += 1) {
      const target = targets[level]
      const was = painted[level]
      if (target === undefined || was === undefined) continue
      const row = rows[level]
      const px = row === undefined ? '' : row.px
      const sz = row === undefined ? '' : row.sz
      const total = row === undefined ? '' : row.total
      const own = row?.own === true
      if (px !== was.px) {
        if (px === '') target.row.setAttribute('data-empty', '')
        else if (was.px === '') target.row.removeAttribute('data-empty')
        was.px = px
        target.px.data = px === '' ? '' : this.#view.price(px as Price)
      }
      if (sz !== was.sz) {
        was.sz = sz
        target.sz.data = sz === '' ? '' : grouped(sz as Size)
      }
      if (total !== was.total) {
        was.total = total
        target.total.data = total === '' ? '' : grouped(total as Size)
      }
      if (own !== was.own) {
        was.own = own
        if (own) target.row.setAttribute('data-own', '')
        else target.row.removeAttribute('data-own')
        target.own.data = own ? ', your order' : ''
      }
    }
  }
}

/** Bar lengths in thousandths, best level first, so that nothing is written for less than can be seen. */
const depthsOf = (rows: readonly BookRow[], levels: number): number[] =>
  Array.from({ length: levels }, (_, level) => Math.round((rows[level]?.depth ?? 0) * 1000))
