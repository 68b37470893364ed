import { describe, expect, it } from 'vitest'
import { type Money, type Price, price, type Size, size } from '../../../contract/decimal.ts'
import type { BookRow } from '../../../contract/market.ts'
import type { PriceView } from '../../markets/family/index.ts'
import { type PriceRows, rowsAround, scrolled } from './price-rows.ts'
import { COLUMN_NAMES, type ColumnName, marksOf, RowsPainter } from './rows-painter.tsx'

/** An element that counts its writes. */
function element() {
  const attributes = new Map<string, string>()
  let writes = 0
  return {
    attributes,
    get writes() {
      return writes
    },
    setAttribute(name: string, value: string) {
      writes += 1
      attributes.set(name, value)
    },
    removeAttribute(name: string) {
      writes += 1
      attributes.delete(name)
    },
  }
}
function text() {
  let data = ''
  let writes = 0
  return {
    get data() {
      return data
    },
    set data(next: string) {
      writes += 1
      data = next
    },
    get writes() {
      return writes
    },
  }
}

const VIEW = {
  mirrored: false,
  price: (px: Price) => px,
  second: (px: Price) => `${px.slice(1)} °F`,
  named: (px: Price) => px,
  text: { bids: 'Bids', asks: 'Asks' } as PriceView['text'],
}

function painted(
  view: Pick<PriceView, 'mirrored' | 'price' | 'second' | 'named' | 'text'> = VIEW,
  rows: PriceRows = ROWS,
) {
  const lines = Array.from({ length: 5 }, () => ({ row: element(), px: text(), second: text() }))
  const columns = Object.fromEntries(COLUMN_NAMES.map((name) => [name, text()])) as Record<
    ColumnName,
    ReturnType<typeof text>
  >
  const targets = { lines, columns, bidBars: element(), askBars: element(), above: text(), below: text() }
  const painter = new RowsPainter(targets, view)
  painter.place(rows)
  const column = (name: ColumnName): string[] => columns[name].data.split('\n')
  return { ...targets, painter, column }
}
const ROWS = rowsAround(price('571.80'), {
  tick: price('0.01'),
  step: price('0.01'),
  count: 5,
  isTurned: false,
  most: null,
})
const level = (px: string, sz: string): BookRow => ({
  px: price(px),
  sz: size(sz),
  total: size(sz),
  depth: 1,
  own: false,
})
const BOOK = {
  bids: [level('571.79', '53.4'), level('571.78', '106.8'), level('571.70', '9')],
  asks: [level('571.81', '59.2'), level('571.82', '67.6')],
}

describe('the rows of the ladder', () => {
  it('show prices in both units', () => {
    const { lines } = painted()
    expect(lines.map(({ px }) => px.data)).toEqual(['571.82', '571.81', '571.80', '571.79', '571.78'])
    expect(lines[0]?.second.data).toBe('71.82 °F')
  })
  it('have sizes at their prices, and none for levels out of view', () => {
    const { painter, column } = painted()
    painter.book(BOOK)
    expect(column('bids')).toEqual(['', '', '', '53.4', '106.8'])
    expect(column('asks')).toEqual(['67.6', '59.2', '', '', ''])
  })
  it('keep their prices however the market moves: only sizes change', () => {
    const { painter, lines, column } = painted()
    painter.book(BOOK)
    const before = lines.map(({ px }) => px.data)
    const writes = lines.map(({ px, second }) => px.writes + second.writes)
    painter.book({ bids: [level('599.00', '1')], asks: [level('599.01', '1')] })
    painter.marks({ mark: price('599.00'), last: price('599.01') })
    expect(lines.map(({ px }) => px.data)).toEqual(before)
    expect(lines.map(({ px, second }) => px.writes + second.writes)).toEqual(writes)
    expect([column('bids').join(''), column('asks').join('')]).toEqual(['', ''])
  })
  it('write nothing for an unchanged book', () => {
    const { painter, columns, bidBars, askBars, lines } = painted()
    painter.book(BOOK)
    painter.marks({ mark: price('571.80'), last: price('571.81') })
    const count = (): number =>
      [...Object.values(columns), bidBars, askBars, ...lines.map(({ row }) => row)].reduce(
        (sum, one) => sum + one.writes,
        0,
      )
    const before = count()
    painter.book({ ...BOOK })
    painter.marks({ mark: price('571.80'), last: price('571.81') })
    expect(count()).toBe(before)
  })
  it('mark the market and the last trade, and show how far the market is out of view', () => {
    const { painter, lines, above, below } = painted()
    const marked = (name: string): number[] => lines.flatMap(({ row }, at) => (row.attributes.has(name) ? [at] : []))
    painter.marks({ mark: price('571.80'), last: price('571.82') })
    expect([marked('data-market'), marked('data-last'), above.data, below.data]).toEqual([[2], [0], '', ''])
    painter.marks({ mark: price('571.90'), last: price('571.82') })
    expect([marked('data-market'), above.data, below.data]).toEqual([[], 'market 8 rows up', ''])
    painter.marks({ mark: price('571.70'), last: null })
    expect([marked('data-last'), above.data, below.data]).toEqual([[], '', 'market 8 rows down'])
  })
  it('count own orders that are out of view, at the edge behind which they are', () => {
    const { painter, above, below } = painted()
    painter.own([price('571.81'), price('571.95'), price('571.50'), price('571.40')])
    expect([above.data, below.data]).toEqual(['1 own', '2 own'])
    painter.marks({ mark: price('571.90'), last: null })
    expect([above.data, below.data]).toEqual(['market 8 rows up, 1 own', '2 own'])
    painter.own([])
    expect([above.data, below.data]).toEqual(['market 8 rows up', ''])
  })
  it('keep their content with the prices when scrolled', () => {
    const { painter, lines, column } = painted()
    painter.book(BOOK)
    painter.marks({ mark: price('571.80'), last: null })
    painter.place(scrolled(ROWS, -1))
    expect(lines.map(({ px }) => px.data)).toEqual(['571.83', '571.82', '571.81', '571.80', '571.79'])
    expect(column('asks')).toEqual(['', '67.6', '59.2', '', ''])
    expect(lines.map(({ row }) => row.attributes.has('data-market'))).toEqual([false, false, false, true, false])
  })
  it('have gains and losses in separate columns, one text at each price', () => {
    const { painter, column } = painted()
    painter.results((px) => ({ money: px as string as Money, text: `r ${px}`, isLoss: px < '571.80' }))
    expect(column('gains')).toEqual(['r 571.82', 'r 571.81', 'r 571.80', '', ''])
    expect(column('losses')).toEqual(['', '', '', 'r 571.79', 'r 571.78'])
    painter.results(null)
    expect([...column('gains'), ...column('losses')].join('')).toBe('')
  })
  it('viewed from DOWN have the market’s asks as bids, and prices that rise downward', () => {
    const rows = rowsAround(price('0.500'), {
      tick: price('0.001'),
      step: price('0.001'),
      count: 5,
      isTurned: true,
      most: price('1'),
    })
    const { painter, lines, column } = painted({ ...VIEW, mirrored: true }, rows)
    painter.book({ bids: [level('0.499', '7')], asks: [level('0.501', '3')] })
    expect(lines.map(({ px }) => px.data)).toEqual(['0.498', '0.499', '0.500', '0.501', '0.502'])
    expect([column('bids'), column('asks')]).toEqual([
      ['', '', '', '3', ''],
      ['', '7', '', '', ''],
    ])
  })
  it('are described with their whole content', () => {
    const { painter } = painted()
    painter.book(BOOK)
    painter.marks({ mark: price('571.79'), last: price('571.79') })
    painter.traded(new Map([[3, size('12')]]) as ReadonlyMap<number, Size>)
    painter.ahead(new Map([[3, '≤ 40']]))
    painter.results(() => ({ money: '1' as Money, text: '+ 9.00', isLoss: false }))
    expect(painter.wordsAt(3)).toBe(
      '571.79, 71.79 °F, the market, last trade, Bids 53.4, traded 12, ahead ≤ 40, result + 9.00',
    )
    expect(painter.wordsAt(2)).toBe('571.80, 71.80 °F, result + 9.00')
  })
  it('of another height are repainted from known data, without remains of the previous painter', () => {
    const before = painted()
    before.painter.book(BOOK)
    before.painter.marks({ mark: price('571.80'), last: price('571.79') })
    before.painter.results(() => ({ money: '1' as Money, text: '+ 9.00', isLoss: false }))
    before.painter.leave()
    expect(before.column('bids').join('') + before.column('gains').join('')).toBe('')

    // The first three of the same rows, further up.
    const fewer = { ...before, lines: before.lines.slice(0, 3) }
    const after = new RowsPainter(fewer, VIEW)
    after.place(scrolled({ ...ROWS, count: 3 }, 1))
    after.book(BOOK)
    after.marks(marksOf({ mark: null, mid: price('571.80'), last: price('571.70') }, price('571.81')))
    expect(before.column('bids')).toHaveLength(3)
    expect(before.column('bids').join('')).not.toBe('')
    const withMark = before.lines.flatMap(({ row }, at) => (row.attributes.has('data-market') ? [at] : []))
    const withLast = before.lines.flatMap(({ row }, at) => (row.attributes.has('data-last') ? [at] : []))
    expect([withMark, withLast]).toEqual([[1], [0]])
  })
  it('show nothing of a market that was left', () => {
    const { painter, column, lines } = painted()
    painter.book(BOOK)
    painter.marks({ mark: price('571.80'), last: price('571.80') })
    painter.traded(new Map([[1, size('12')]]))
    painter.clear()
    expect([...column('bids'), ...column('asks'), ...column('traded')].join('')).toBe('')
    expect(lines.every(({ row }) => !row.attributes.has('data-market') && !row.attributes.has('data-last'))).toBe(true)
  })
})
