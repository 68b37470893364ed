import { describe, expect, it } from 'vitest'
import { price } from '../../contract/decimal.ts'
import type { Candle } from '../../contract/market.ts'
import { millis } from '../../contract/time.ts'
import { priceRange, type Stretch } from './price-range.ts'

const candles: Candle[] = [
  ['570', '571'],
  ['571', '572'],
  ['573', '575'],
].map(([low, high], index) => ({
  time: millis(index * 1000),
  open: price(low!),
  low: price(low!),
  high: price(high!),
  close: price(high!),
}))
const rangeOf = (
  lines: readonly (readonly Candle[])[],
  seconds: readonly [number, number] | null,
  stretches: readonly Stretch[] = [],
) =>
  priceRange({
    lines,
    inView: seconds === null ? null : { since: seconds[0] * 1000, until: seconds[1] * 1000 },
    stretches,
    tick: 0.01,
    bounds: null,
  })

describe('the price scale', () => {
  it('covers the visible candles', () => {
    expect(rangeOf([candles], [0, 1])).toEqual({ minValue: 570, maxValue: 572 })
    expect(rangeOf([candles], null)).toEqual({ minValue: 570, maxValue: 575 })
  })
  it('covers every line', () => {
    const other = [{ ...candles[1]!, low: price('560'), high: price('561') }]
    expect(rangeOf([candles, other], [0, 1])).toEqual({ minValue: 560, maxValue: 572 })
    expect(rangeOf([[], other], null)).toEqual({ minValue: 560, maxValue: 561 })
  })
  it('extends to near own lines, not to far ones', () => {
    const lines = [575.5, 600].map((price) => ({ price, time: null }))
    expect(rangeOf([candles], [1, 2], lines)).toEqual({ minValue: 571, maxValue: 575.5 })
  })
  it('extends to the market’s deciding price at any distance', () => {
    const strike = { price: 600, time: null, always: true }
    expect(rangeOf([candles], [1, 2], [strike])).toEqual({ minValue: 571, maxValue: 600 })
  })
  it('does not extend to a current line while old candles are visible', () => {
    const line = { price: 572.5, time: null }
    expect(rangeOf([candles], [0, 1], [line])).toEqual({ minValue: 570, maxValue: 572 })
  })
  it('extends to a fill while its time is visible', () => {
    const fill = { price: 572.5, time: 1000 }
    expect(rangeOf([candles], [0, 1], [fill])?.maxValue).toBe(572.5)
    expect(rangeOf([candles], [0, 0], [fill])?.maxValue).toBe(571)
  })
  it('never zooms in on a quiet market', () => {
    const quiet = [{ ...candles[0]!, high: price('570') }]
    expect(rangeOf([quiet], null)).toEqual({ minValue: 569.9, maxValue: 570.1 })
  })
  it('uses the last close when nothing is visible', () => {
    expect(rangeOf([candles], [50, 60])?.maxValue).toBeCloseTo(575.1)
  })
  it('ends at the price bounds', () => {
    const flat = [{ ...candles[0]!, low: price('0.001'), high: price('0.995') }]
    const bounds = { least: 0, most: 1 }
    expect(priceRange({ lines: [flat], inView: null, stretches: [], tick: 0.1, bounds })).toEqual({
      minValue: 0,
      maxValue: 1,
    })
  })
  it('is null without candles', () => {
    expect(rangeOf([], null)).toBeNull()
    expect(rangeOf([[]], null)).toBeNull()
  })
})
