/**
 * Writes book, trades, marks and results into rows that were created once: only changes, in one pass, without reading the layout. A row keeps its
 * price until the trader scrolls. Figures that change in nearly every frame are one text per column, one line per row.
 */

import { memo, type ReactNode, useState } from 'react'
import type { Money, Price, Size } from '../../../contract/decimal.ts'
import type { BookRow, BookView, Side, Ticker } from '../../../contract/market.ts'
import { counted } from '../../../contract/plural.ts'
import { grouped } from '../../format/index.ts'
import { barsBox, barsPath, LineColumn, type TextTarget } from '../../ladder/index.ts'
import type { PriceView } from '../../markets/family/index.ts'
import { classNames } from '../../ui/index.ts'
import styles from './ladder.module.css'
import { inSteps, type PriceRows, priceAt, rowAt, rowOf } from './price-rows.ts'

interface ElementTarget {
  setAttribute(name: string, value: string): void
  removeAttribute(name: string): void
}

/** The parts of one row. */
interface LineTargets {
  readonly row: ElementTarget
  readonly px: TextTarget
  readonly second: TextTarget
}

/** Columns of figures. Gains and losses overlap: each has its color. */
export const COLUMN_NAMES = ['ahead', 'bids', 'asks', 'traded', 'gains', 'losses'] as const
export type ColumnName = (typeof COLUMN_NAMES)[number]

interface RowsTargets {
  readonly lines: readonly LineTargets[]
  readonly columns: Readonly<Record<ColumnName, TextTarget>>
  readonly bidBars: Pick<ElementTarget, 'setAttribute'>
  readonly askBars: Pick<ElementTarget, 'setAttribute'>
  /** Show how far the market is out of view, and how many own orders are. */
  readonly above: TextTarget
  readonly below: TextTarget
}

/** The price format, and the side from which the market is viewed. */
export type RowsView = Pick<PriceView, 'mirrored' | 'price' | 'second' | 'named' | 'text'>

type Sides = Pick<BookView, 'bids' | 'asks'>
type Marks = Pick<Ticker, 'mark' | 'last'>

/** Maximum number of cached price positions. */
const KEPT = 2000

export class RowsPainter {
  readonly #targets: RowsTargets
  readonly #view: RowsView
  readonly #columns: Readonly<Record<ColumnName, LineColumn>>
  readonly #steps = new Map<Price, number>()
  readonly #attributes = new Map<string, number>()
  #rows: PriceRows | null = null
  #book: Sides | null = null
  #marks: Marks = { mark: null, last: null }
  #own: readonly Price[] = []
  #bars = { bids: '', asks: '' }

  constructor(targets: RowsTargets, view: RowsView) {
    this.#targets = targets
    this.#view = view
    const column = (name: ColumnName): LineColumn =>
      new LineColumn({ target: targets.columns[name], lines: targets.lines.length, upward: false, write: identity })
    this.#columns = Object.fromEntries(COLUMN_NAMES.map((name) => [name, column(name)])) as Record<
      ColumnName,
      LineColumn
    >
  }

  /** Assigns prices to the rows: the trader scrolled, or changed the grouping. Known book data and marks move along. */
  place(rows: PriceRows): void {
    if (rows.step !== this.#rows?.step) this.#steps.clear()
    this.#rows = rows
    this.#targets.lines.forEach(({ row, px, second }, at) => {
      const price = priceAt(rows, at)
      write(px, price === null ? '' : this.#view.price(price))
      write(second, price === null ? '' : this.#view.second(price))
      if (price === null) row.setAttribute('data-empty', '')
      else row.removeAttribute('data-empty')
    })
    if (this.#book !== null) this.book(this.#book)
    this.marks(this.#marks)
  }

  book(book: Sides): void {
    this.#book = book
    if (this.#rows === null) return
    const { mirrored } = this.#view
    this.#side('bids', mirrored ? book.asks : book.bids)
    this.#side('asks', mirrored ? book.bids : book.asks)
  }

  marks(marks: Marks): void {
    this.#marks = marks
    const rows = this.#rows
    if (rows === null) return
    this.#attribute('data-market', marks.mark)
    this.#attribute('data-last', marks.last)
    this.#edges(rows)
  }

  /** Prices of own orders, stops and targets: those out of view are counted at their edge. */
  own(prices: readonly Price[]): void {
    this.#own = prices
    if (this.#rows !== null) this.#edges(this.#rows)
  }

  /** What is out of view, above and below. */
  #edges(rows: PriceRows): void {
    const { mark } = this.#marks
    const at = mark === null ? null : rowOf(rows, mark)
    const own = this.#own.map((price) => rowOf(rows, price))
    const edge = (market: string, count: number): string =>
      [market, count === 0 ? '' : `${count} own`].filter((text) => text !== '').join(', ')
    const up = at !== null && at < 0 ? `market ${counted(-at, 'row', 'rows')} up` : ''
    const down = at !== null && at >= rows.count ? `market ${counted(at - rows.count + 1, 'row', 'rows')} down` : ''
    write(this.#targets.above, edge(up, own.filter((row) => row < 0).length))
    write(this.#targets.below, edge(down, own.filter((row) => row >= rows.count).length))
  }

  /** Traded size per row; rows without trades are omitted. */
  traded(sizes: ReadonlyMap<number, Size>): void {
    this.#write('traded', (row) => {
      const size = sizes.get(row)
      return size === undefined ? '' : grouped(size)
    })
  }

  /** The bound of the queue ahead of own orders per row, as text. */
  ahead(text: ReadonlyMap<number, string>): void {
    this.#write('ahead', (row) => text.get(row) ?? '')
  }

  /** The position's result in each row, as text; null shows nothing. */
  results(
    resultAt: ((price: Price) => { readonly money: Money; readonly text: string; readonly isLoss: boolean }) | null,
  ): void {
    const rows = this.#rows
    const results = this.#targets.lines.map((_, at) => {
      const price = rows === null || resultAt === null ? null : priceAt(rows, at)
      return price === null || resultAt === null ? null : resultAt(price)
    })
    this.#write('gains', (row) => (results[row]?.isLoss === false ? results[row].text : ''))
    this.#write('losses', (row) => (results[row]?.isLoss === true ? results[row].text : ''))
  }

  /** Another market or grouping is being loaded: nothing of the previous one stays under its name. */
  clear(): void {
    this.book({ bids: [], asks: [] })
    this.#book = null
    this.#own = []
    this.marks({ mark: null, last: null })
    this.traded(new Map())
    this.ahead(new Map())
  }

  /** Another painter takes over these elements: clears anything it would not know of. */
  leave(): void {
    this.clear()
    this.results(null)
  }

  /** The description of a row, without own orders; empty where it shows no price. */
  wordsAt(row: number): string {
    const rows = this.#rows
    const price = rows === null ? null : priceAt(rows, row)
    if (price === null) return ''
    const { named, second, text: message } = this.#view
    const part = (name: ColumnName, message: string): readonly string[] => {
      const text = this.#columns[name].at(row)
      return text === '' ? [] : [`${message} ${text}`]
    }
    return [
      ...[named(price), second(price)],
      ...(this.#attributes.get('data-market') === row ? ['the market'] : []),
      ...(this.#attributes.get('data-last') === row ? ['last trade'] : []),
      ...[...part('bids', message.bids), ...part('asks', message.asks)],
      ...[...part('traded', 'traded'), ...part('ahead', 'ahead')],
      ...[...part('gains', 'result'), ...part('losses', 'result')],
    ].join(', ')
  }

  #write(name: ColumnName, text: (row: number) => string): void {
    const column = this.#columns[name]
    for (let row = 0; row < this.#targets.lines.length; row += 1) column.set(row, text(row))
    column.paint()
  }

  #side(name: 'bids' | 'asks', levels: readonly BookRow[]): void {
    const count = this.#targets.lines.length
    const sizes: (Size | undefined)[] = new Array(count)
    let most = 0
    for (const { px, sz } of levels) {
      const row = this.#rowOf(px)
      if (row < 0 || row >= count) continue
      sizes[row] = sz
      most = Math.max(most, Number(sz))
    }
    this.#write(name, (row) => (sizes[row] === undefined ? '' : grouped(sizes[row])))
    const lengths = Array.from({ length: count }, (_, row) =>
      sizes[row] === undefined || most === 0 ? 0 : Math.round((Number(sizes[row]) / most) * 1000),
    )
    const drawn = lengths.join()
    if (drawn === this.#bars[name]) return
    this.#bars[name] = drawn
    const target = name === 'bids' ? this.#targets.bidBars : this.#targets.askBars
    target.setAttribute('d', barsPath(lengths, false))
  }

  /** Levels of a book are on the step: their row is calculated once. */
  #rowOf(price: Price): number {
    const rows = this.#rows
    if (rows === null) return -1
    let steps = this.#steps.get(price)
    if (steps === undefined) {
      if (this.#steps.size >= KEPT) this.#steps.clear()
      steps = inSteps(price, rows.step)
      this.#steps.set(price, steps)
    }
    return rowAt(rows, steps)
  }

  /** Sets an attribute on the row of a price, and removes it from the previous one. */
  #attribute(name: string, price: Price | null): void {
    const { lines } = this.#targets
    const rows = this.#rows
    const at = price === null || rows === null ? -1 : rowOf(rows, price)
    const was = this.#attributes.get(name) ?? -1
    if (was === at) return
    lines[was]?.row.removeAttribute(name)
    lines[at]?.row.setAttribute(name, '')
    this.#attributes.set(name, at)
  }
}

const identity = (text: string): string => text

function write(target: TextTarget, text: string): void {
  if (target.data !== text) target.data = text
}

/** The marks of a ticker, with the last observed trade. */
export const marksOf = (
  { mark, mid, last }: Pick<Ticker, 'mark' | 'mid' | 'last'>,
  traded: Price | undefined,
): Marks => ({
  mark: mark ?? mid ?? last,
  last: traded ?? last,
})

export function tradedRows(
  rows: PriceRows,
  levels: Iterable<{ readonly price: Price; readonly taker: Side; readonly size: Size }>,
  sum: (a: Size, b: Size) => Size,
): Map<number, Size> {
  const found = new Map<number, Size>()
  for (const { price, taker, size } of levels) {
    // A taker who buys trades with asks, so the trade is grouped with them.
    const row = rowOf(rows, price, taker === 'buy' ? 'sell' : 'buy')
    if (row < 0 || row >= rows.count) continue
    const before = found.get(row)
    found.set(row, before === undefined ? size : sum(before, size))
  }
  return found
}

interface RowLinesProps {
  readonly count: number
  readonly label: string
  /** The effect of a click on the left and on the right, for the hover: `Buy`, `Sell`. */
  readonly sides: readonly [left: string, right: string]
}

// Spaces create the text nodes that the painter then writes into.
export const RowLines = memo(function RowLines({ count, label, sides }: RowLinesProps): ReactNode {
  // The number of rows follows the panel's height: the Tab stop continues from where the keyboard moved it.
  const [tabbed] = useState(() => Math.floor(count / 2))
  return (
    <>
      <Bars side="bids" count={count} />
      <Bars side="asks" count={count} />
      <ul className={styles.lines} aria-label={label}>
        {Array.from({ length: count }, (_, row) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows are made once and belong to the painter
            key={row}
            className={styles.line}
            data-row={row}
            data-empty=""
            tabIndex={row === tabbed ? 0 : -1}
          >
            <span className={styles.left} data-zone="left" data-does={sides[0]} />
            <span className={styles.px} data-cell="price">
              {' '}
            </span>
            <span className={styles.second}> </span>
            <span className={styles.right} data-zone="right" data-does={sides[1]} />
          </li>
        ))}
      </ul>
      <div className={styles.figures} aria-hidden="true">
        {COLUMN_NAMES.map((name) => (
          <span key={name} className={classNames(styles.column, styles[name])} data-column={name}>
            {' '}
          </span>
        ))}
      </div>
    </>
  )
})

const Bars = ({ side, count }: { side: 'bids' | 'asks'; count: number }): ReactNode => (
  <div className={styles.barsRoom} aria-hidden="true">
    <svg
      className={side === 'bids' ? styles.bidBars : styles.askBars}
      viewBox={barsBox(count)}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path data-bars={side} />
    </svg>
  </div>
)

function textOf(element: Element | null | undefined): Text {
  const node = element?.firstChild
  if (!(node instanceof Text)) throw new Error('the ladder has lost a text')
  return node
}

function elementOf(root: HTMLElement, selector: string): Element {
  const found = root.querySelector(selector)
  if (found === null) throw new Error(`the ladder has lost ${selector}`)
  return found
}

/** The elements inside `root` that the painter writes into. */
export function targetsIn(root: HTMLElement): RowsTargets {
  const lines = [...root.querySelectorAll<HTMLElement>('[data-row]')].map((row): LineTargets => {
    const [, px, second] = row.children
    return { row, px: textOf(px), second: textOf(second) }
  })
  const column = (name: ColumnName): Text => textOf(elementOf(root, `[data-column="${name}"]`))
  return {
    lines,
    columns: Object.fromEntries(COLUMN_NAMES.map((name) => [name, column(name)])) as Record<ColumnName, Text>,
    bidBars: elementOf(root, '[data-bars="bids"]'),
    askBars: elementOf(root, '[data-bars="asks"]'),
    above: textOf(elementOf(root, '[data-off="above"]')),
    below: textOf(elementOf(root, '[data-off="below"]')),
  }
}
