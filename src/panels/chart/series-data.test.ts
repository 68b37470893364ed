import { describe, expect, it } from 'vitest'
import { price } from '../../../contract/decimal.ts'
import type { Candle } from '../../../contract/market.ts'
import { millis } from '../../../contract/time.ts'
import { candlePoint, extremes, linePoint } from './line-set.ts'

const candle = (time: number, open: string, close: string): Candle => ({
  time: millis(time),
  open: price(open),
  high: price('572'),
  low: price('570'),
  close: price(close),
})

describe('candles for the library', () => {
  it('are neither up nor down when they close where they opened, regardless of trailing digits', () => {
    const point = (open: string, close: string) => candlePoint(candle(0, open, close), 'grey')
    expect(point('571.00', '571.0')).toMatchObject({ color: 'grey', wickColor: 'grey' })
    expect(point('571.00', '571.01')).not.toHaveProperty('color')
    expect(point('571.01', '571.00')).not.toHaveProperty('color')
  })
})

it('a price beyond what the library draws is drawn at its limit', () => {
  const most = Number.MAX_SAFE_INTEGER / 100
  expect(linePoint(candle(0, '571', `-1${'0'.repeat(30)}`)).value).toBe(-most)
  expect(candlePoint(candle(0, '571', '9'.repeat(60)), 'grey')).toMatchObject({ open: 571, close: most })
})

describe('the visible extremes', () => {
  it('are those of the candles between two times, and none without candles', () => {
    const candles = [
      candle(0, '571', '571'),
      { ...candle(1000, '571', '571'), high: price('573.0') },
      candle(2000, '571', '571'),
    ]
    expect(extremes(candles, 500, 2000)).toEqual({ low: '570', high: '573.0' })
    expect(extremes(candles, 2000, 9000)).toEqual({ low: '570', high: '572' })
    expect(extremes(candles, 3000, 9000)).toBeNull()
  })
})
