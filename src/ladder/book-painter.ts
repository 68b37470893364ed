/**
 * Writes a book into rows that were made once: only texts, marks and bars that changed, in one pass, no reads of layout. Rows stand for
 * positions in the book, never for prices, so that a moving market moves no elements.
 */
import type { Size } from '../../contract/decimal.ts'
import type { BookRow, BookView } from '../../contract/market.ts'
import { grouped } from '../format/index.ts'
import { barsPath } from './depth-bars.ts'

/** What the painter touches of a text node. */
export interface TextTarget {
  data: string
}
/** What the painter touches of an element. */
export interface ElementTarget {
  setAttribute(name: string, value: string): void
  removeAttribute(name: string): void
}

/** The bars of one side, drawn as one shape. */
export type BarsTarget = Pick<ElementTarget, 'setAttribute'>

/** The parts of one row. */
export interface RowTargets {
  readonly row: ElementTarget
  readonly px: TextTarget
  readonly sz: TextTarget
  readonly total: TextTarget
  readonly own: TextTarget
}

export interface LadderTargets {
  readonly root: ElementTarget
  /** Best first. */
  readonly asks: readonly RowTargets[]
  /** Best first. */
  readonly bids: readonly RowTargets[]
  readonly askBars: BarsTarget
  readonly bidBars: BarsTarget
  readonly spread: TextTarget
}

interface Painted {
  px: string
  sz: string
  total: string
  own: boolean
}

const EMPTY: Painted = { px: '', sz: '', total: '', own: false }

export class BookPainter {
  readonly #targets: LadderTargets
  readonly #asks: Painted[]
  readonly #bids: Painted[]
  #askDepths = ''
  #bidDepths = ''
  #spread = ''

  constructor(targets: LadderTargets) {
    this.#targets = targets
    this.#asks = targets.asks.map(() => ({ ...EMPTY }))
    this.#bids = targets.bids.map(() => ({ ...EMPTY }))
  }

  paint(view: Pick<BookView, 'asks' | 'bids' | 'spread' | 'time'>): void {
    this.#side(this.#targets.asks, this.#asks, view.asks)
    this.#side(this.#targets.bids, this.#bids, view.bids)
    this.#bars(view)
    const spread = view.spread === null ? '—' : `spread ${view.spread}`
    if (spread !== this.#spread) {
      this.#spread = spread
      this.#targets.spread.data = spread
    }
    this.#targets.root.setAttribute('data-book-time', String(view.time))
  }

  /** Empties all rows: another asset or grouping is on its way. */
  clear(): void {
    this.#side(this.#targets.asks, this.#asks, [])
    this.#side(this.#targets.bids, this.#bids, [])
    this.#bars({ asks: [], bids: [] })
    this.#spread = ''
    this.#targets.spread.data = ''
    this.#targets.root.removeAttribute('data-book-time')
  }

  /** The price a row shows, empty when it shows none. `level` counts from the best. */
  priceAt(side: 'ask' | 'bid', level: number): string {
    return (side === 'ask' ? this.#asks : this.#bids)[level]?.px ?? ''
  }

  #bars(view: Pick<BookView, 'asks' | 'bids'>): void {
    const askDepths = depthsOf(view.asks, this.#targets.asks.length)
    const bidDepths = depthsOf(view.bids, this.#targets.bids.length)
    const asks = askDepths.join()
    const bids = bidDepths.join()
    if (asks !== this.#askDepths) {
      this.#askDepths = asks
      this.#targets.askBars.setAttribute('d', barsPath(askDepths, true))
    }
    if (bids !== this.#bidDepths) {
      this.#bidDepths = bids
      this.#targets.bidBars.setAttribute('d', barsPath(bidDepths, false))
    }
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
        target.px.data = px
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
