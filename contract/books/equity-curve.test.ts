import { describe, expect, it } from 'vitest'
import { money } from '../decimal.ts'
import { millis } from '../time.ts'
import { DAY_MS, type DayResult } from './day-result.ts'
import {
  dailyResults,
  type EquitySample,
  equityCurve,
  largestFall,
  NO_SUMS,
  summedResults,
  tradedCurve,
} from './equity-curve.ts'

const sample = (at: number, usdc: string | null, outside = '0', more: Partial<EquitySample> = {}): EquitySample => ({
  at: millis(at),
  outcomes: 'USDH',
  classes: { usdc: usdc === null ? null : money(usdc), usdh: money('100'), usdh_outcome: null, shares: money('5') },
  unrealised: { USDC: null, USDH: null },
  realised: NO_SUMS,
  fees: NO_SUMS,
  outside: { ...NO_SUMS, USDC: money(outside) },
  agrees: true,
  ...more,
})
const day = (at: number, family: DayResult['family'], realised: string, fees: string): DayResult =>
  ({ day: millis(at * DAY_MS), family, realised, fees }) as unknown as DayResult

describe('curves', () => {
  it('of equity sum all known classes, and skip samples without USDC', () => {
    expect(equityCurve([sample(1, '1000'), sample(2, null), sample(3, '900')])).toEqual([
      { at: 1, value: '1105' },
      { at: 3, value: '1005' },
    ])
  })

  it('fall by trading only: a withdrawal is no drawdown, a deposit hides none', () => {
    const samples = [sample(1, '1000'), sample(2, '700', '-300'), sample(3, '1150', '200'), sample(4, '1200', '200')]
    expect(largestFall(equityCurve(samples))).toBe('-300')
    expect(largestFall(tradedCurve(samples))).toBe('-50')
    expect(largestFall(tradedCurve([sample(1, '10'), sample(2, '1', '0', { agrees: false })]))).toBe('0')
    expect(largestFall([])).toBe('0')
  })

  it('of results are daily, for one family or all', () => {
    const days = [day(1, 'scalar', '10', '1'), day(1, 'outcome', '2', '0'), day(3, 'scalar', '-4', '0.5')]
    expect(dailyResults(days, null).map(({ value }) => value)).toEqual(['11', '-4.5'])
    const daily = dailyResults(days, 'scalar')
    expect(summedResults(daily)).toEqual([
      { at: DAY_MS, value: '0' },
      { at: 2 * DAY_MS, value: '9' },
      { at: 4 * DAY_MS, value: '4.5' },
    ])
    expect(summedResults([])).toEqual([])
  })
})
