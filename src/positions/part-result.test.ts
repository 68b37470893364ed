import { describe, expect, it } from 'vitest'
import { partResult } from './part-close.tsx'

const position = (size: string, entryPx: string, family = 'scalar') => ({ family, size, entryPx }) as never
const prices = { bid: '553.10' as never, ask: '553.20' as never }
const of = (more: object) =>
  partResult({
    ...{ part: '20' as never, prices, takerBps: '4.5' as never, unit: 'USDC' },
    ...(more as { position: never }),
  })?.replaceAll('\u00a0', ' ') ?? null

describe('a partial close shows its price, fee and result', () => {
  it('at the best price of the closing side', () => {
    expect(of({ position: position('40', '552.48') })).toBe('at ~553.1, fee 4.98 USDC, P&L + 7.42 USDC')
    expect(of({ position: position('-40', '552.48') })).toBe('at ~553.2, fee 4.98 USDC, P&L − 19.38 USDC')
  })
  it('of DOWN contracts at their own price', () => {
    const up = { bid: '0.25' as never, ask: '0.26' as never }
    expect(of({ position: position('-100', '0.30', 'binary'), prices: up, takerBps: null })).toBe(
      'at ~0.74, P&L + 0.80 USDC before fees',
    )
  })
  it('or nothing without a price', () => {
    expect(of({ position: position('40', '552.48'), prices: { bid: null, ask: null } })).toBeNull()
  })
})
