import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { price } from '../../../contract/decimal.ts'
import { runs } from '../../../contract/testing/property-runs.ts'
import { millis } from '../../../contract/time.ts'
import { StepStore } from './step-store.ts'
import { candleAt, MAX_CANDLES } from './time-grid.ts'

const point = (second: number, text: string) => ({ time: millis(second * 1000), price: price(text) })
const filled = (...points: ReturnType<typeof point>[]): StepStore => {
  const store = new StepStore(60)
  store.load(points)
  return store
}
const closes = (store: StepStore): (readonly [number, string])[] =>
  store.candles.map(({ time, close }) => [time / 1000, close])

describe('a history of points minutes apart', () => {
  it('holds each price until the next one, and shows none in between', () => {
    expect(closes(filled(point(30, '0.20'), point(250, '0.80')))).toEqual([
      [0, '0.20'],
      [60, '0.20'],
      [120, '0.20'],
      [180, '0.20'],
      [240, '0.80'],
    ])
  })
  it('shows every price within a place of the grid', () => {
    const store = filled(point(0, '0.50'), point(70, '0.90'), point(80, '0.40'))
    expect(candleAt(store.candles, 60_000)).toMatchObject({ open: '0.50', high: '0.90', low: '0.40', close: '0.40' })
  })
  it('continues from the price that held where the oldest points are dropped', () => {
    const store = filled(point(0, '0.10'), point(60, '0.90'), point(60 * 30_000, '0.50'))
    expect(store.candles[0]).toMatchObject({ open: '0.90', low: '0.90', close: '0.90' })
    expect(store.candles.length).toBeLessThan(MAX_CANDLES)
    expect(store.last?.time).toBe(60_000 * 30_000)
  })
  it('is unaffected by prices of the past', () => {
    const store = filled(point(120, '0.50'))
    expect([store.tick(60_000, price('0.9')), store.hold(60_000)]).toEqual(['none', 'none'])
    expect(closes(store)).toEqual([[120, '0.50']])
  })
})

describe('live prices', () => {
  it('continue from the last point, which held until then', () => {
    const store = filled(point(0, '0.50'))
    expect(store.tick(30_000, price('0.51'))).toBe('changed')
    expect(store.tick(70_000, price('0.52'))).toBe('appended')
    expect(store.tick(250_000, price('0.60'))).toBe('rebuild')
    expect(closes(store)).toEqual([
      [0, '0.51'],
      [60, '0.52'],
      [120, '0.52'],
      [180, '0.52'],
      [240, '0.60'],
    ])
    expect(store.last).toMatchObject({ open: '0.52', low: '0.52', high: '0.60' })
  })
  it('that repeat the price only extend it', () => {
    const store = filled(point(0, '0.50'))
    expect(store.tick(10_000, price('0.5'))).toBe('none')
    expect(store.hold(60_000)).toBe('appended')
    expect(store.points).toHaveLength(1)
  })
  it('stay among the points when the history is re-read, and when the places become longer', () => {
    const store = filled(point(0, '0.50'))
    store.tick(61_000, price('0.70'))
    store.load([point(0, '0.50'), point(180, '0.60')])
    expect(closes(store)).toEqual([
      [0, '0.50'],
      [60, '0.70'],
      [120, '0.70'],
      [180, '0.60'],
    ])
    expect(new StepStore(300, store.points).candles).toMatchObject([{ open: '0.50', high: '0.70', close: '0.60' }])
  })
  it('start a chart that has no history', () => {
    const store = new StepStore(60)
    expect(store.tick(61_000, price('0.70'))).toBe('appended')
    expect(closes(store)).toEqual([[60, '0.70']])
  })
})

describe('properties', () => {
  it('the grid is complete and bounded, and every close is a received price', () => {
    const reported = fc.record({
      at: fc.integer({ min: 0, max: 40_000_000_000 }),
      mill: fc.integer({ min: 1, max: 999 }),
    })
    fc.assert(
      fc.property(fc.array(reported, { maxLength: 8 }), fc.array(reported, { maxLength: 8 }), (history, live) => {
        const store = new StepStore(60)
        const texts = [...history, ...live].map(({ mill }) => `0.${String(mill).padStart(3, '0')}`)
        store.load(
          history.map(({ at, mill }) => ({ time: millis(at), price: price(`0.${String(mill).padStart(3, '0')}`) })),
        )
        for (const { at, mill } of live) store.tick(at, price(`0.${String(mill).padStart(3, '0')}`))
        expect(store.candles.length).toBeLessThanOrEqual(MAX_CANDLES)
        const odd = store.candles.filter(
          ({ time, close }, index) =>
            time % 60_000 !== 0 ||
            !texts.includes(close) ||
            (index > 0 && time - (store.candles[index - 1]?.time ?? 0) !== 60_000),
        )
        expect(odd).toEqual([])
      }),
      { numRuns: runs(30, 500) },
    )
  })
})
