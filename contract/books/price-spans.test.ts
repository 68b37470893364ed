import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Price } from '../decimal.ts'
import { runs } from '../testing/property-runs.ts'
import { filledSpans, longestGap, type PriceSpan } from './price-spans.ts'

const span = (from: number, to: number, price = '1'): PriceSpan => ({
  ...{ from, to },
  ...{ low: price as Price, high: price as Price },
})
/** Oldest first, none over another. */
const some = (price: string): fc.Arbitrary<PriceSpan[]> =>
  fc.array(fc.tuple(fc.nat(5), fc.integer({ min: 1, max: 6 })), { maxLength: 12 }).map((rows) => {
    let at = 0
    return rows.map(([gap, length]) => {
      const from = at + gap
      at = from + length
      return span(from, at, price)
    })
  })

it('what was seen fills the time that the history lacks, and no more', () => {
  const history = [span(0, 10), span(20, 30)]
  expect(filledSpans(history, [span(5, 25, '2')])).toEqual({
    spans: [span(0, 10), span(10, 20, '2'), span(20, 30)],
    added: [span(10, 20, '2')],
  })
  expect(filledSpans([], [span(5, 25, '2')]).spans).toEqual([span(5, 25, '2')])
  expect(filledSpans(history, [])).toEqual({ spans: history, added: [] })
})

it('at each moment there is the price of the first, else of the other, and nothing twice', () => {
  fc.assert(
    fc.property(some('1'), some('2'), (first, others) => {
      const { spans, added } = filledSpans(first, others)
      const at = (list: readonly PriceSpan[], time: number) => list.filter(({ from, to }) => from <= time && time < to)
      for (let time = 0; time < 140; time++) {
        const told = at(first, time)[0] ?? at(others, time)[0]
        expect(at(spans, time).map(({ low }) => low)).toEqual(told === undefined ? [] : [told.low])
      }
      expect(spans.filter(({ low }) => low === '2')).toEqual(added)
      expect(spans.toSorted((a, b) => a.from - b.from)).toEqual(spans)
      for (const one of spans) expect(one.to).toBeGreaterThan(one.from)
    }),
    { numRuns: runs(300, 10_000) },
  )
})

it('the longest part without a price counts from the beginning to the end', () => {
  expect(longestGap([span(2, 4), span(9, 10)], 0, 12)).toBe(5)
  expect(longestGap([span(2, 4)], 0, 4)).toBe(2)
  expect(longestGap([span(20, 40)], 0, 4)).toBeNull()
})
