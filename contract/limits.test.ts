import { describe, expect, it } from 'vitest'
import { DEFAULT_LIMITS, LIMIT_FIELDS, type LimitField, limitIssue, loosened } from './limits.ts'

describe('a limit as typed', () => {
  it.each<[LimitField, string, RegExp | null]>([
    ['orderValue', '250000', null],
    ['orderValue', '0.5', null],
    ['orderValue', '', /missing/],
    ['orderValue', '0', /greater than 0/],
    ['orderValue', '-1', /greater than 0/],
    ['orderValue', '1e5', /plain digits/],
    ['orderValue', 'lots', /plain digits/],
    ['priceBandPct', '100', null],
    ['priceBandPct', '100.1', /at most 100/],
    ['ordersPerMinute', '12', null],
    ['ordersPerMinute', '12.0', null],
    ['ordersPerMinute', '12.5', /whole/],
    ['ordersPerMinute', '1001', /at most 1000/],
    ['dayLoss', '', null],
    ['dayLoss', '0', /greater than 0/],
    ['armMinutes', '1441', /at most 1440/],
  ])('%s %j', (field, text, words) => {
    const issue = limitIssue(field, text)
    if (words === null) expect(issue).toBeNull()
    else expect(issue).toMatch(words)
    if (issue !== null) expect(issue).toContain(LIMIT_FIELDS[field].name)
  })

  it('is fine by default', () => {
    for (const field of Object.keys(LIMIT_FIELDS) as LimitField[]) {
      expect(limitIssue(field, String(DEFAULT_LIMITS[field] ?? '')), field).toBeNull()
    }
  })
})

describe('loosening', () => {
  it('is said for every limit that grows or is dropped, with both values', () => {
    const after = { ...DEFAULT_LIMITS, orderValue: '500000' as never, dayLoss: null, ordersPerMinute: 121 }
    expect(loosened(DEFAULT_LIMITS, after)).toEqual([
      'Largest order 250,000 → 500,000 USDC',
      'Orders a minute 120 → 121 orders',
      'Loss for the day 5,000 → none USDC',
    ])
    expect(loosened({ ...DEFAULT_LIMITS, arm: 'always' }, DEFAULT_LIMITS)).toEqual([
      'Arming everywhere → everywhere but on practice',
    ])
  })

  it('is nothing that only tightens', () => {
    const after = { ...DEFAULT_LIMITS, orderValue: '1' as never, arm: 'always' as const }
    expect(loosened(DEFAULT_LIMITS, after)).toEqual([])
    expect(loosened({ ...DEFAULT_LIMITS, dayLoss: null }, DEFAULT_LIMITS)).toEqual([])
  })
})
