import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { price } from '../../../contract/decimal.ts'
import type { Candle } from '../../../contract/market.ts'
import { millis } from '../../../contract/time.ts'
import { CandleStore } from './candle-store.ts'
import { candleAt, candleStart, MAX_CANDLES } from './time-grid.ts'

const LONGEST_GAP = 2000
const candle = (second: number, close = '571.00'): Candle => ({
  time: millis(second * 1000),
  open: price('571.00'),
  high: price('571.50'),
  low: price('570.50'),
  close: price(close),
})
const filled = (...history: Candle[]): CandleStore => {
  const store = new CandleStore(60)
  store.load(history)
  return store
}

describe('live marks', () => {
  it('extend the last candle and open the next one on the grid', () => {
    const store = filled(candle(60))
    expect(store.tick(90_000, price('571.80'))).toBe('changed')
    expect(store.last).toMatchObject({ time: 60_000, open: '571.00', high: '571.80', low: '570.50', close: '571.80' })
    expect(store.tick(121_500, price('571.70'))).toBe('appended')
    expect(store.last).toMatchObject({ time: 120_000, open: '571.70', close: '571.70' })
  })
  it('that are in the past, or change nothing, have no effect', () => {
    const store = filled(candle(60), candle(120))
    expect(store.tick(61_000, price('600.00'))).toBe('none')
    expect(store.tick(121_000, price('571.0'))).toBe('none')
    expect(store.candles).toHaveLength(2)
  })
  it('keep the size limited: the oldest candles are dropped', () => {
    const store = new CandleStore(1)
    const effects = new Set<string>()
    for (let second = 0; second <= MAX_CANDLES; second += 1) effects.add(store.tick(second * 1000, price('571.80')))
    expect(store.candles.length).toBeLessThan(MAX_CANDLES)
    expect(store.last?.time).toBe(MAX_CANDLES * 1000)
    expect(effects).toEqual(new Set(['appended', 'rebuild']))
  })
  it('start over after a gap that is too long to bridge', () => {
    const store = filled(candle(60))
    expect(store.tick(60_000 * (LONGEST_GAP + 2), price('571.80'))).toBe('rebuild')
    expect(store.candles).toHaveLength(1)
  })
  it('start a chart that has no history', () => {
    const store = new CandleStore(1)
    expect(store.tick(5500, price('571.80'))).toBe('appended')
    expect(store.last?.time).toBe(5000)
  })
})

describe('history', () => {
  it('that is older is prepended, and the newer reading of a candle wins', () => {
    const store = filled(candle(60), candle(120))
    store.load([candle(0), candle(60, '571.20')])
    expect(store.candles.map(({ close }) => close)).toEqual(['571.00', '571.20', '571.00'])
  })
  it('never undoes the effect of live marks on the candle being built', () => {
    const store = filled(candle(60))
    store.tick(90_000, price('572.00'))
    store.load([candle(0), candle(60)])
    expect(store.last).toMatchObject({ high: '572.00', low: '570.50', close: '572.00' })
    expect(store.candles).toHaveLength(2)
  })
  it('before a gap that is too long to bridge is omitted', () => {
    expect(filled(candle(0), candle(60 * (LONGEST_GAP + 1))).candles).toHaveLength(1)
    expect(filled(candle(0), candle(60 * LONGEST_GAP)).candles).toHaveLength(2)
  })
})

describe('gaps', () => {
  it('are reported when they are longer than a late message', () => {
    expect(filled(candle(0), candle(180)).gaps()).toEqual([])
    expect(filled(candle(0), candle(240)).gaps()).toEqual([{ from: 60_000, to: 240_000 }])
  })
})

describe('properties', () => {
  it('times rise strictly on the grid for any input order, and each candle contains its open and close', () => {
    const moves = fc.array(
      fc.oneof(
        fc.record({
          kind: fc.constant('tick' as const),
          at: fc.integer({ min: 0, max: 400_000 }),
          cents: fc.nat(9000),
        }),
        fc.record({ kind: fc.constant('load' as const), from: fc.nat(6), count: fc.nat(5) }),
      ),
    )
    fc.assert(
      fc.property(moves, (steps) => {
        const store = new CandleStore(15)
        for (const step of steps) {
          if (step.kind === 'tick') store.tick(step.at, price(`5${String(step.cents).padStart(4, '0')}.5`))
          else store.load(Array.from({ length: step.count }, (_, index) => candle((step.from + index) * 15)))
        }
        for (const [index, one] of store.candles.entries()) {
          expect(one.time).toBe(candleStart(one.time, 15))
          if (index > 0) expect(one.time).toBeGreaterThan(store.candles[index - 1]!.time)
          // Numbers, to compare the texts by value.
          for (const inside of [one.open, one.close]) {
            expect(Number(inside)).toBeLessThanOrEqual(Number(one.high))
            expect(Number(inside)).toBeGreaterThanOrEqual(Number(one.low))
          }
          expect(candleAt(store.candles, one.time)).toBe(one)
        }
      }),
    )
  })
})
