import { beforeEach, describe, expect, it } from 'vitest'
import { price, size } from '../../contract/decimal.ts'
import type { BookRow, BookView } from '../../contract/market.ts'
import { BookPainter, barsBox, barsPath, type ColumnTargets, type RowTargets } from './book-painter.ts'

type LadderView = ConstructorParameters<typeof BookPainter>[1]

let writes = 0
const text = () => {
  let data = ''
  return {
    get data() {
      return data
    },
    set data(value: string) {
      writes += 1
      data = value
    },
  }
}
const element = () => {
  const attributes = new Map<string, string>()
  return {
    attributes,
    setAttribute: (name: string, value: string) => {
      writes += 1
      attributes.set(name, value)
    },
    removeAttribute: (name: string) => {
      writes += 1
      attributes.delete(name)
    },
  }
}
const rowTargets = () => ({ row: element(), px: text(), own: text() }) satisfies RowTargets
const columnTargets = () => ({ sz: text(), total: text() }) satisfies ColumnTargets

const TEXTS = {
  size: 'Size',
  amount: (size: string) => `${size} contracts`,
  bids: 'Bids',
  asks: 'Asks',
  noBids: 'No bids',
  noAsks: 'No asks',
  bought: 'bought',
  sold: 'sold',
}
const MARKET: LadderView = { mirrored: false, price: (px) => px, text: TEXTS }

function setUp(levels: number, view = MARKET) {
  const targets = {
    root: element(),
    asks: Array.from({ length: levels }, rowTargets),
    bids: Array.from({ length: levels }, rowTargets),
    askColumns: columnTargets(),
    bidColumns: columnTargets(),
    askBars: element(),
    bidBars: element(),
  }
  return { targets, painter: new BookPainter(targets, view) }
}

const level = (px: string, sz: string, depth = 0.5, own = false): BookRow => ({
  px: price(px),
  sz: size(sz),
  total: size(sz),
  depth,
  own,
})
const book = (asks: BookRow[], bids: BookRow[], time = 1): Pick<BookView, 'asks' | 'bids' | 'time'> => ({
  asks,
  bids,
  time: time as BookView['time'],
})

beforeEach(() => {
  writes = 0
})

describe('painting a book', () => {
  it('groups thousands, and leaves an empty row empty', () => {
    const { targets, painter } = setUp(1)
    painter.paint(book([], [level('571.80', '12345.6789')]))
    expect(targets.bidColumns.sz.data).toBe('12,345.6789')
    expect(targets.bidColumns.total.data).toBe('12,345.6789')
    painter.clear()
    expect(targets.bidColumns.total.data).toBe('')
  })
  it('writes levels by position, best first, and sets the time in the same pass', () => {
    const { targets, painter } = setUp(2)
    painter.paint(book([level('571.86', '20.0000')], [level('571.82', '3.0000', 1, true)], 99))
    expect(targets.asks[0]?.px.data).toBe('571.86')
    expect(targets.asks[1]?.px.data).toBe('')
    expect(targets.bids[0]?.row.attributes.has('data-own')).toBe(true)
    expect(targets.bids[0]?.own.data).toBe(', your order')
    expect(targets.root.attributes.get('data-book-time')).toBe('99')
    expect(painter.priceAt('bid', 0)).toBe('571.82')
    expect(painter.priceAt('bid', 1)).toBe('')
  })

  it('has a line for each level, the best ones beside the spread, and empty ones where levels end', () => {
    const { targets, painter } = setUp(3)
    painter.paint(book([level('1.1', '1000'), level('1.2', '2')], [level('1.0', '3'), level('0.9', '4')]))
    expect([targets.askColumns.sz.data, targets.bidColumns.sz.data]).toEqual(['\n2\n1,000', '3\n4\n'])
    expect(painter.wordsAt('ask', 0)).toBe('1.1, Size 1,000, total 1,000')
    expect(painter.wordsAt('ask', 2)).toBe('')
    painter.paint(book([], [level('1.0', '3', 1, true)]))
    expect(painter.wordsAt('bid', 0)).toBe('1.0, Size 3, total 3, your order')
    expect([targets.askColumns.sz.data, targets.bidColumns.sz.data]).toEqual(['\n\n', '3\n\n'])
  })

  it('writes only the time when the same book is repeated, and only the size when only a size changed', () => {
    const { painter } = setUp(3)
    const bid = level('571.82', '3.0000')
    painter.paint(book([level('571.86', '20.0000')], [bid]))
    writes = 0
    painter.paint(book([level('571.86', '20.0000')], [bid]))
    expect(writes).toBe(1)
    writes = 0
    painter.paint(book([level('571.86', '20.0000')], [{ ...bid, sz: size('4.0000') }]))
    expect(writes).toBe(2)
  })

  it('clears levels that are gone, and their marks', () => {
    const { targets, painter } = setUp(2)
    painter.paint(book([], [level('571.82', '3.0000', 1, true), level('571.80', '1.0000')]))
    painter.paint(book([], [level('571.80', '1.0000')]))
    expect(targets.bids[0]?.row.attributes.has('data-own')).toBe(false)
    expect(targets.bids[1]?.px.data).toBe('')
    expect(targets.bids[1]?.row.attributes.has('data-empty')).toBe(true)
    painter.clear()
    expect(targets.bids[0]?.px.data).toBe('')
    expect(targets.root.attributes.has('data-book-time')).toBe(false)
  })

  it('shows where the levels end, while there is a row for it', () => {
    const { targets, painter } = setUp(3)
    const ends = (side: 'asks' | 'bids') => targets[side].map(({ row }) => row.attributes.get('data-end') ?? '')
    painter.paint(book([], [level('571.80', '1')]))
    expect(ends('asks')).toEqual(['No asks', '', ''])
    expect(ends('bids')).toEqual(['', 'End of book', ''])
    painter.paint(book([level('571.90', '1')], [level('571.80', '1'), level('571.70', '1'), level('571.60', '1')]))
    expect(ends('asks')).toEqual(['', 'End of book', ''])
    expect(ends('bids')).toEqual(['', '', ''])
    painter.clear()
    expect([...ends('asks'), ...ends('bids')].join('')).toBe('')
  })

  it('writes prices in the chosen unit, and still knows the market’s own', () => {
    const { targets, painter } = setUp(1, { ...MARKET, price: (px) => `${Number(px) * 100} %` })
    painter.paint(book([level('0.75', '1')], [level('0.25', '1')]))
    expect([targets.asks[0]?.px.data, targets.bids[0]?.px.data]).toEqual(['75 %', '25 %'])
    expect(painter.priceAt('ask', 0)).toBe('0.75')
  })

  it('mirrors the book: a bid for UP is an ask for DOWN', () => {
    const down: LadderView = {
      mirrored: true,
      price: (px) => (1 - Number(px)).toFixed(2),
      text: { ...TEXTS, noBids: 'No DOWN bids' },
    }
    const { targets, painter } = setUp(2, down)
    painter.paint(book([], [level('0.60', '3', 0.5, true), level('0.55', '4', 1)]))
    expect(targets.asks.map(({ px }) => px.data)).toEqual(['0.40', '0.45'])
    expect(targets.askColumns.sz.data).toBe('4\n3')
    expect(targets.asks[0]?.own.data).toBe(', your order')
    expect(targets.bids[0]?.row.attributes.get('data-end')).toBe('No DOWN bids')
    expect([painter.priceAt('ask', 0), painter.priceAt('bid', 0)]).toEqual(['0.60', ''])
  })

  it('shows no more levels than it has rows', () => {
    const { targets, painter } = setUp(1)
    painter.paint(book([level('1', '1'), level('2', '1')], []))
    expect(targets.asks).toHaveLength(1)
    expect(targets.asks[0]?.px.data).toBe('1')
  })
})

describe('the bars', () => {
  /** The rectangles of an outline, without the corner specks. */
  const rectangles = (path: string) =>
    [...path.matchAll(/M(\S+) (\S+?)h-(\S+?)v(\S+?)h\3z/g)].map(([, right, top, width, height]) => ({
      right: Number(right),
      top: Number(top),
      width: Number(width),
      height: Number(height),
    }))
  it('are beside their levels: the best bid at the top, the best ask at the bottom', () => {
    expect(rectangles(barsPath([250, 1000], false)).map(({ top, width }) => [top, width])).toEqual([
      [1.5, 250],
      [51.5, 1000],
    ])
    expect(rectangles(barsPath([250, 1000], true)).map(({ top, width }) => [top, width])).toEqual([
      [51.5, 250],
      [1.5, 1000],
    ])
  })
  it('grow from the right and leave a gap between them', () => {
    for (const bar of rectangles(barsPath([1, 400, 1000], false))) {
      expect(bar).toMatchObject({ right: 1000, height: 47 })
    }
  })
  it('keep their bounds regardless of content, so that a new length never moves a layer', () => {
    const corners = 'M0 0h.01v.01zM0 100h.01v-.01z'
    expect(barsBox(2)).toBe('0 0 1000 100')
    expect(barsPath([0, 0], true)).toBe(corners)
    expect(barsPath([300, 7], true).startsWith(corners)).toBe(true)
  })
})
