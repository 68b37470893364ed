import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Price, price } from '../../../contract/decimal.ts'
import { runs } from '../../../contract/testing/property-runs.ts'
import { type PriceRows, priceAt, type RowTerms, rowOf, rowsAround, scrolled, withCount } from './price-rows.ts'

const terms = (more: Partial<RowTerms> = {}): RowTerms => ({
  tick: price('0.01'),
  step: price('0.01'),
  count: 5,
  isTurned: false,
  most: null,
  ...more,
})
const shown = (rows: PriceRows): (Price | null)[] => Array.from({ length: rows.count }, (_, row) => priceAt(rows, row))

describe('the rows of prices', () => {
  it('have the market in the middle, one tick apart, with its decimals', () => {
    expect(shown(rowsAround(price('571.8'), terms()))).toEqual(['571.82', '571.81', '571.80', '571.79', '571.78'])
  })
  it('are one step apart where prices are grouped, on multiples of it', () => {
    const rows = rowsAround(price('571.83'), terms({ step: price('0.05') }))
    expect(shown(rows)).toEqual(['571.95', '571.90', '571.85', '571.80', '571.75'])
  })
  it('rise downward where the market is viewed from DOWN', () => {
    const rows = rowsAround(
      price('0.5'),
      terms({ tick: price('0.001'), step: price('0.001'), isTurned: true, most: price('1') }),
    )
    expect(shown(rows)).toEqual(['0.498', '0.499', '0.500', '0.501', '0.502'])
  })
  it('have no price at 0 or beyond, nor at the other bound', () => {
    const probability = { tick: price('0.001'), step: price('0.001'), most: price('1') }
    expect(shown(rowsAround(price('0.002'), terms(probability)))).toEqual(['0.004', '0.003', '0.002', '0.001', null])
    expect(shown(rowsAround(price('0.999'), terms(probability)))).toEqual([null, null, '0.999', '0.998', '0.997'])
  })
  it('group a bid with the row below it and an ask with the row above, as the book does', () => {
    const rows = rowsAround(price('571.80'), terms({ step: price('0.05') }))
    const at = (text: string, side: 'buy' | 'sell') => priceAt(rows, rowOf(rows, price(text), side))
    expect([at('571.83', 'buy'), at('571.83', 'sell')]).toEqual(['571.80', '571.85'])
    expect([at('571.85', 'buy'), at('571.85', 'sell')]).toEqual(['571.85', '571.85'])
  })
  it('scroll by rows and stop where one price is left', () => {
    const rows = rowsAround(price('0.03'), terms())
    expect(shown(scrolled(rows, 2))).toEqual(['0.03', '0.02', '0.01', null, null])
    expect(shown(scrolled(rows, 100))).toEqual(['0.01', null, null, null, null])
    const turned = rowsAround(
      price('0.5'),
      terms({ tick: price('0.1'), step: price('0.1'), isTurned: true, most: price('1') }),
    )
    expect(shown(scrolled(turned, -100))).toEqual([null, null, null, null, '0.1'])
    expect(shown(scrolled(turned, 100))).toEqual(['0.9', null, null, null, null])
  })
  it('keep the middle row when the height changes', () => {
    const rows = rowsAround(price('571.80'), terms())
    expect(shown(withCount(rows, 3))).toEqual(['571.81', '571.80', '571.79'])
    expect(shown(withCount(withCount(rows, 4), 5))).toEqual(shown(rows))
    expect(withCount(rows, 5)).toBe(rows)
  })

  it('every visible price is in the row that shows it, from either side, in any scroll position', () => {
    const cases = fc.record({
      units: fc.integer({ min: 1, max: 99_999 }),
      places: fc.integer({ min: 0, max: 4 }),
      multiple: fc.constantFrom(1, 5, 10, 50, 100),
      count: fc.integer({ min: 3, max: 60 }),
      by: fc.integer({ min: -80, max: 80 }),
      isTurned: fc.boolean(),
    })
    fc.assert(
      fc.property(cases, ({ units, places, multiple, count, by, isTurned }) => {
        const of = (count: number): Price =>
          price(
            places === 0
              ? `${count}`
              : `${count}`.padStart(places + 1, '0').replace(new RegExp(`(\\d{${places}})$`), '.$1'),
          )
        const rows = scrolled(
          rowsAround(of(units), { tick: of(1), step: of(multiple), count, isTurned, most: null }),
          by,
        )
        const prices = shown(rows)
        expect(prices.some((one) => one !== null)).toBe(true)
        prices.forEach((one, row) => {
          if (one === null) return
          expect([rowOf(rows, one), rowOf(rows, one, 'buy'), rowOf(rows, one, 'sell')]).toEqual([row, row, row])
        })
      }),
      { numRuns: runs(200, 5000) },
    )
  })
})
