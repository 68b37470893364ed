import { describe, expect, it } from 'vitest'
import { DEFAULT_LIMITS, LIMIT_FIELDS, type LimitField, limitIssue, loosened, overridable } from './limits.ts'

describe('a typed limit', () => {
  it.each<[LimitField, string, RegExp | null]>([
    ['orderValue', '250000', null],
    ['orderValue', '0.5', null],
    ['orderValue', '', /missing/],
    ['orderValue', '0', /greater than 0/],
    ['orderValue', '-1', /greater than 0/],
    ['orderValue', '1e5', /in digits only/],
    ['orderValue', 'lots', /in digits only/],
    ['priceBandDegrees', '100', null],
    ['priceBandDegrees', '100.1', /at most 100/],
    ['priceBandCents', '99.1', /at most 99/],
    ['ordersPerMinute', '12', null],
    ['ordersPerMinute', '12.0', null],
    ['ordersPerMinute', '12.5', /whole/],
    ['ordersPerMinute', '1001', /at most 1000/],
    ['dayLoss', '', null],
    ['dayLoss', '0', /greater than 0/],
    ['armMinutes', '1441', /at most 1440/],
  ])('%s %j', (field, text, message) => {
    const issue = limitIssue(field, text)
    if (message === null) expect(issue).toBeNull()
    else expect(issue).toMatch(message)
    if (issue !== null) expect(issue).toContain(LIMIT_FIELDS[field].name)
  })

  it('is valid by default', () => {
    for (const field of Object.keys(LIMIT_FIELDS) as LimitField[]) {
      expect(limitIssue(field, String(DEFAULT_LIMITS[field] ?? '')), field).toBeNull()
    }
  })
})

describe('loosening', () => {
  it('is reported for every limit that grows or is removed, with both values', () => {
    const after = { ...DEFAULT_LIMITS, orderValue: '500000' as never, dayLoss: null, ordersPerMinute: 121 }
    expect(loosened(DEFAULT_LIMITS, after)).toEqual([
      'Max order value 250,000 → 500,000 USDC',
      'Orders per minute 120 → 121 orders',
      'Max daily loss 5,000 → none USDC',
    ])
    expect(loosened({ ...DEFAULT_LIMITS, arm: 'always' }, DEFAULT_LIMITS)).toEqual([
      'Require arming: Always → Except practice',
    ])
  })

  it('is empty for a change that only tightens', () => {
    const after = { ...DEFAULT_LIMITS, orderValue: '1' as never, arm: 'always' as const }
    expect(loosened(DEFAULT_LIMITS, after)).toEqual([])
    expect(loosened({ ...DEFAULT_LIMITS, dayLoss: null }, DEFAULT_LIMITS)).toEqual([])
  })
})

describe('a limit that one order may override', () => {
  it.each([
    ['limit_order_value', 'Max order value'],
    ['limit_order_size', 'Max order size'],
    ['limit_price_band', 'Price band'],
    ['limit_collar', '60 s price collar'],
    ['limit_depth', 'Max share of the book'],
    ['limit_orders_per_minute', 'Orders per minute'],
    // Limits with a lasting effect.
    ['limit_position', null],
    ['limit_day_loss', null],
    ['limit_worst_case', null],
    ['killed', null],
    ['held_paused', null],
    // Limits that cannot be checked because their reference is missing.
    ['limit_no_mark', null],
    ['limit_collar_unknown', null],
    ['limit_depth_unknown', null],
    ['limit_position_unknown', null],
    ['limit_day_loss_unknown', null],
    ['limit_worst_case_unknown', null],
    ['stale_prices', null],
    // No limit of the trader's, or a code of the service.
    ['limit_slippage', null],
    ['self_cross', null],
    ['not_armed', null],
    ['signed_out', null],
    ['mismatch', null],
    ['request_limit', null],
    ['insufficient_collateral', null],
    ['exceeds_account', null],
    ['market_closed', null],
    [null, null],
  ] as const)('%s: %s', (code, name) => expect(overridable(code)).toBe(name))

  it('names the code it refuses with', () => {
    for (const { once, refusedWith } of Object.values(LIMIT_FIELDS)) if (once) expect(refusedWith).not.toBeNull()
  })
})
