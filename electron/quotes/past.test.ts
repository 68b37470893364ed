import { describe, expect, it } from 'vitest'
import type { PricePoint } from '../../contract/outcome.ts'
import { millis } from '../../contract/time.ts'
import { quoteOfHistory, trendOf } from './market-reads.ts'

const HOUR = 3_600_000
const NOW = 1_700_000_000_000
const point = (hoursAgo: number, price: string): PricePoint =>
  ({ time: millis(NOW - hoursAgo * HOUR), price }) as unknown as PricePoint
const at = { tick: '0.001', serverNow: NOW, receivedAt: millis(NOW) } as never

describe('the last price from a history', () => {
  it.each([
    ['nothing', [], null],
    ['the newest price, at the precision of the market', [point(1, '0.5')], { mark: '0.500', prevDay: null }],
    ['the first price of a market younger than a day', [point(3, '0.4'), point(1, '0.5')], { prevDay: '0.400' }],
    ['the price a day ago', [point(30, '0.1'), point(25, '0.2'), point(1, '0.5')], { mark: '0.500', prevDay: '0.200' }],
  ])('%s', (_, points, expected) => {
    const quote = quoteOfHistory('#1', points, at)
    if (expected === null) expect(quote).toBeNull()
    else expect(quote).toMatchObject({ ...expected, time: NOW - HOUR, bid: null })
  })

  it('thins the points of the last day evenly, up to the newest one', () => {
    const points = Array.from({ length: 200 }, (_, i) => point((200 - i) / 5, String(i)))
    const trend = trendOf(points, NOW)
    expect(trend.length).toBeLessThanOrEqual(48)
    expect(trend.at(-1)).toBe(points.at(-1))
    expect(trend[0]?.time).toBeGreaterThan(NOW - 24 * HOUR)
    expect(new Set(trend.slice(1).map(({ time }, i) => time - (trend[i]?.time ?? 0))).size).toBe(1)
    expect(trendOf(points.slice(-3), NOW)).toEqual(points.slice(-3))
  })
})
