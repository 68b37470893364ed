import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { add, compare, type Decimal, isMultipleOf, type Price, subtract, toUnits } from '../../../contract/decimal.ts'
import { type CompactBook, clearBook, emptyBook, faultOf, readBook, unitsText } from '../decode/index.ts'
import { bookRows } from './book-view.ts'

type Levels = readonly (readonly [px: string, sz: string])[]
const bookOf = (bids: Levels, asks: Levels, pxPlaces = 2, szPlaces = 1): CompactBook => {
  const book = emptyBook()
  clearBook(book, pxPlaces, szPlaces)
  expect(readBook({ time: 1, levels: [bids, asks] }, book) ?? faultOf(book)).toBeNull()
  return book
}
const show = (rows: readonly { px: string; sz: string; total: string }[]) =>
  rows.map((r) => `${r.px} ${r.sz} ${r.total}`)
const sample = () =>
  bookOf(
    [
      ['569.99', '1'],
      ['569.95', '2.5'],
      ['569.90', '3'],
    ],
    [
      ['570.01', '4'],
      ['570.10', '5'],
      ['570.11', '6'],
    ],
  )
const view = (
  book: CompactBook,
  step: string | null,
  levels = 15,
  own: { side: 'buy' | 'sell'; price: string; least?: string }[] = [],
  edge: string | null = null,
) =>
  bookRows(book, {
    step: step as Price | null,
    levels,
    own: own.map((order) => ({ least: null, ...order })) as never,
    edge: edge as Price | null,
  })

describe('a book in a window’s view', () => {
  it('is ungrouped with running totals, spread and mid', () => {
    const rows = view(sample(), null)
    expect(show(rows?.bids ?? [])).toEqual(['569.99 1.0 1.0', '569.95 2.5 3.5', '569.90 3.0 6.5'])
    expect(show(rows?.asks ?? [])).toEqual(['570.01 4.0 4.0', '570.10 5.0 9.0', '570.11 6.0 15.0'])
    expect(rows).toMatchObject({ spread: '0.02', mid: '570.00' })
    expect(rows?.asks.at(-1)?.depth).toBe(1)
    expect(rows?.bids.at(-1)?.depth).toBeCloseTo(6.5 / 15)
  })

  it('grouped, rounds bids down and asks up', () => {
    const rows = view(sample(), '0.10')
    expect(show(rows?.bids ?? [])).toEqual(['569.90 6.5 6.5'])
    expect(show(rows?.asks ?? [])).toEqual(['570.10 9.0 9.0', '570.20 6.0 15.0'])
    expect(rows?.spread).toBe('0.02')
    expect(show(view(sample(), '5')?.asks ?? [])).toEqual(['575.00 15.0 15.0'])
  })

  it('cut, shows totals of the visible part', () => {
    expect(show(view(sample(), null, 2)?.asks ?? [])).toEqual(['570.01 4.0 4.0', '570.10 5.0 9.0'])
  })

  it('has half a tick in the mid as one more digit', () => {
    expect(view(bookOf([['1.00', '1']], [['1.01', '1']]), null)).toMatchObject({ spread: '0.01', mid: '1.005' })
    expect(view(bookOf([['1', '1']], [['2', '1']], 0, 0), null)?.mid).toBe('1.5')
  })

  it('has neither spread nor mid when a side is empty', () => {
    expect(view(bookOf([], [['1', '1']]), null)).toEqual({ bids: [], asks: expect.any(Array), spread: null, mid: null })
  })

  it('shows prices and sizes at the market’s precision, or at the service’s when that is finer', () => {
    expect(show(view(bookOf([['1.5', '2']], [], 2, 4), null)?.bids ?? [])).toEqual(['1.50 2.0000 2.0000'])
    expect(show(view(bookOf([['1.505', '2']], [], 2, 0), null)?.bids ?? [])).toEqual(['1.505 2 2'])
  })

  it('marks the trader’s own levels, grouped too, on their side only', () => {
    const own = [
      { side: 'buy' as const, price: '569.95' },
      { side: 'sell' as const, price: '570.1' },
      { side: 'buy' as const, price: '570.01' },
    ]
    const rows = view(sample(), null, 15, own)
    expect(rows?.bids.map((row) => row.own)).toEqual([false, true, false])
    expect(rows?.asks.map((row) => row.own)).toEqual([false, true, false])
    expect(view(sample(), '0.10', 15, own)?.asks.map((row) => row.own)).toEqual([true, false])
  })

  it('marks an order of the other side’s coin only where the book shows as much', () => {
    const own = [
      { side: 'buy' as const, price: '569.95', least: '2.5' },
      { side: 'buy' as const, price: '569.9', least: '3.1' },
      { side: 'sell' as const, price: '570.02', least: '1' },
      { side: 'sell' as const, price: '570.1', least: '5' },
    ]
    const rows = view(sample(), null, 15, own)
    expect(rows?.bids.map((row) => row.own)).toEqual([false, true, false])
    expect(rows?.asks.map((row) => row.own)).toEqual([false, true, false])
    expect(view(sample(), '0.10', 15, own)?.bids.map((row) => row.own)).toEqual([true])
  })

  it('grouped, puts no probability at 0 or 1, but at the last valid price', () => {
    const levels = (a: string, b: string): Levels => [
      [a, '1'],
      [b, '2'],
    ]
    const low = bookOf(levels('0.013', '0.007'), levels('0.985', '0.994'), 3)
    const rows = view(low, '0.010', 15, [{ side: 'buy', price: '0.007' }], '0.001')
    expect(show(rows?.bids ?? [])).toEqual(['0.010 1.0 1.0', '0.001 2.0 3.0'])
    expect(show(rows?.asks ?? [])).toEqual(['0.990 1.0 1.0', '0.999 2.0 3.0'])
    expect(rows?.bids.map(({ own }) => own)).toEqual([false, true])
    // A service's price beyond it stays where it is.
    const end = bookOf(levels('0.005', '0.0005'), levels('0.998', '1'), 3)
    expect(show(view(end, '0.1', 15, [], '0.001')?.bids ?? [])).toEqual(['0.0010 1.0 1.0', '0.0005 2.0 3.0'])
    expect(show(view(end, '0.1', 15, [], '0.001')?.asks ?? [])).toEqual(['0.9990 1.0 1.0', '1.0000 2.0 3.0'])
  })

  it('refuses a step so fine that prices would not stay exact', () => {
    expect(view(sample(), '0.0000000000000001')).toBeNull()
    expect(view(sample(), '0.00000000000001')).toBeNull()
  })
})

const side = (falling: boolean, from: number) =>
  fc
    .uniqueArray(fc.tuple(fc.integer({ min: from, max: from + 400 }), fc.integer({ min: 1, max: 10 ** 9 })), {
      selector: ([px]) => px,
      maxLength: 30,
    })
    .map((levels) =>
      levels
        .sort(([a], [b]) => (falling ? b - a : a - b))
        .map(([px, sz]) => [unitsText(px, 2), unitsText(sz, 4)] as const),
    )
const books = fc.tuple(side(true, 10_000), side(false, 10_401))
const steps = fc.constantFrom(null, '0.01', '0.05', '0.1', '0.25', '1', '7', '1000')

describe('for any book', () => {
  it('totals are exact, grouping keeps all volume, and rows stay in order on the step', () => {
    fc.assert(
      fc.property(books, steps, fc.integer({ min: 1, max: 40 }), ([bids, asks], step, levels) => {
        const book = bookOf(bids, asks, 2, 4)
        const rows = view(book, step, levels)
        const all = view(book, step, 100)
        for (const which of ['bids', 'asks'] as const) {
          let total = '0' as Decimal
          const shown = rows?.[which] ?? []
          shown.forEach((row, i) => {
            total = add(total, row.sz)
            expect(compare(row.total, total)).toBe(0)
            const before = shown[i - 1]
            if (before !== undefined) expect(compare(before.px, row.px)).toBe(which === 'bids' ? 1 : -1)
            if (step !== null) expect(isMultipleOf(row.px, step as Price)).toBe(true)
            expect(row.depth).toBeGreaterThan(0)
            expect(row.depth).toBeLessThanOrEqual(1)
          })
          expect(shown).toHaveLength(Math.min(levels, all?.[which].length ?? 0))
          const raw = which === 'bids' ? bids : asks
          const volume = raw.reduce((sum, [, sz]) => sum + toUnits(sz as never, 4), 0n)
          expect(toUnits(all?.[which].at(-1)?.total ?? ('0' as never), 4)).toBe(volume)
          const best = raw[0]?.[0]
          const grouped = shown[0]?.px
          // A group never looks better than its contents.
          if (best !== undefined && grouped !== undefined) {
            const gain = subtract(grouped, best as Price)
            expect(which === 'bids' ? gain.startsWith('-') || gain === '0' : !gain.startsWith('-')).toBe(true)
          }
        }
      }),
      { numRuns: 200 },
    )
  })
})
