import { describe, expect, it } from 'vitest'
import { price } from '../../contract/decimal.ts'
import type { Candle } from '../../contract/market.ts'
import { millis } from '../../contract/time.ts'
import { priceRange } from './price-range.ts'

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

describe('the price scale', () => {
  it('spans what is in view', () => {
    expect(priceRange(candles, { from: 0, to: 1 }, 1000, [], 0.01)).toEqual({ minValue: 570, maxValue: 572 })
    expect(priceRange(candles, null, 1000, [], 0.01)).toEqual({ minValue: 570, maxValue: 575 })
  })
  it('stretches to own lines that are near, not to far ones', () => {
    const lines = [575.5, 600].map((price) => ({ price, time: null }))
    expect(priceRange(candles, { from: 1, to: 2 }, 1000, lines, 0.01)).toEqual({ minValue: 571, maxValue: 575.5 })
  })
  it('C4: does not stretch to a line that stands now while old candles are in view', () => {
    const line = { price: 572.5, time: null }
    expect(priceRange(candles, { from: 0, to: 1 }, 1000, [line], 0.01)).toEqual({ minValue: 570, maxValue: 572 })
  })
  it('stretches to a fill while its time is in view', () => {
    const fill = { price: 572.5, time: 1000 }
    expect(priceRange(candles, { from: 0, to: 1 }, 1000, [fill], 0.01)?.maxValue).toBe(572.5)
    expect(priceRange(candles, { from: 0, to: 0 }, 1000, [fill], 0.01)?.maxValue).toBe(571)
  })
  it('never closes in on a quiet market', () => {
    const quiet = [{ ...candles[0]!, high: price('570') }]
    expect(priceRange(quiet, null, 1000, [], 0.01)).toEqual({ minValue: 569.9, maxValue: 570.1 })
  })
  it('keeps to the last close when nothing is in view', () => {
    expect(priceRange(candles, { from: 50, to: 60 }, 1000, [], 0.01)?.maxValue).toBeCloseTo(575.1)
  })
  it('is nothing without candles', () => {
    expect(priceRange([], null, 1000, [], 0.01)).toBeNull()
  })
})
