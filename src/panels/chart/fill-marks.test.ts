import { describe, expect, it } from 'vitest'
import type { Fill } from '../../../contract/account.ts'
import { money, price, size } from '../../../contract/decimal.ts'
import { millis } from '../../../contract/time.ts'
import { fillMarks, fillText } from './fill-marks.ts'
import { binaryDown, scalarMarket } from './testing/markets.ts'

const { view, text: message } = scalarMarket()

const fill = (tid: string, change: Partial<Fill> = {}): Fill => ({
  tid,
  oid: '7',
  cause: null,
  asset: 'NYCTMP1',
  side: 'buy',
  price: price('554.11'),
  size: size('10.5000'),
  fee: money('2.61'),
  liquidity: 'taker',
  realizedPnl: null,
  time: millis(60_000),
  ...change,
})
const MINUTE = 60_000

describe('marks of own fills', () => {
  it('are at the price of the fill, one for all fills of an order at one price within a candle', () => {
    const marks = fillMarks(
      [
        fill('b', { size: size('2.0000'), fee: money('0.5'), time: millis(61_000) }),
        fill('a'),
        fill('c', { price: price('554.12') }),
      ],
      'NYCTMP1',
      MINUTE,
    )
    expect(marks.map(({ price, size, fee, fills }) => [price, size, fee, fills])).toEqual([
      ['554.12', '10.5000', '2.61', 1],
      ['554.11', '12.5', '3.11', 2],
    ])
  })
  it.each<[string, Partial<Fill>]>([
    ['another order', { oid: '8' }],
    ['an order without an id', { oid: null }],
    ['another side', { side: 'sell' }],
    ['another candle', { time: millis(120_000) }],
  ])('are separate for %s', (_what, change) => {
    expect(fillMarks([fill('a'), fill('b', change)], 'NYCTMP1', MINUTE)).toHaveLength(2)
  })
  it('of both sides of a self-trade have separate ids', () => {
    const marks = fillMarks([fill('a', { oid: '5' }), fill('a', { oid: '6', side: 'sell' })], 'NYCTMP1', MINUTE)
    expect(new Set(marks.map(({ id }) => id)).size).toBe(2)
  })
  it('invent no fee that was not reported, and exclude other assets', () => {
    const marks = fillMarks([fill('a'), fill('b', { fee: null }), fill('c', { asset: 'NYCTMP2' })], 'NYCTMP1', MINUTE)
    expect(marks).toMatchObject([{ fee: null, fills: 2 }])
  })
  it('show side, size, price, fee and time', () => {
    const [one] = fillMarks([fill('a')], 'NYCTMP1', MINUTE)
    expect(fillText(one!, view, message)).toEqual([
      'Bought 10.5 at 554.11 (54.11\u00a0°F)',
      'fee 2.61 USDC · 00:01:00 UTC',
    ])
    expect(
      fillText({ ...one!, price: price('554.1'), fee: money('2.6') }, view, message),
      'at the decimals of its market',
    ).toEqual(['Bought 10.5 at 554.10 (54.10\u00a0°F)', 'fee 2.60 USDC · 00:01:00 UTC'])
    const [two] = fillMarks(
      [
        fill('a', { side: 'sell', price: price('466.57'), fee: null }),
        fill('b', { side: 'sell', price: price('466.57'), time: millis(65_000) }),
      ],
      'NYCTMP1',
      MINUTE,
    )
    expect(fillText(two!, view, message)).toEqual([
      'Sold 21 at 466.57 (−33.43\u00a0°F)',
      'fee not reported · 00:01:00 to 00:01:05 UTC · 2 fills',
    ])
  })
  it('show a fill of UP as the equivalent DOWN fill when DOWN is viewed', () => {
    const down = binaryDown()
    const [one] = fillMarks([fill('a', { asset: 'NYCBIN1', price: price('0.250') })], 'NYCBIN1', MINUTE)
    expect(fillText(one!, down.view, down.text)[0]).toBe('Sold 10.5 DOWN at 0.750 (75.0\u00a0%)')
  })
})
